export async function readTool(
  _file: string,
  _text: string,
): Promise<{ name: string; method: string; path: string } | undefined> {
  return undefined;
}
