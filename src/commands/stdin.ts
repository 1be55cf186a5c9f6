import { text } from "node:stream/consumers";

/** All of standard input, as text. */
export function readStandardInput(): Promise<string> {
  return text(process.stdin);
}
