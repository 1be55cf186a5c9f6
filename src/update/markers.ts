/** What a conflict looks like in a file: the form that git, editors and TypeScript know. */
export const marker = {
  yours: "<<<<<<< yours",
  middle: "=======",
  generated: ">>>>>>> generated",
} as const;

/** The one-based line of the first conflict marker in a text, or undefined. */
export function firstMarker(text: string): number | undefined {
  if (!text.includes("<<<<<<< ") && !text.includes(">>>>>>> "))
    return undefined;
  const lines = text.split(/\r?\n/);
  const index = lines.findIndex((line) =>
    /^(?:<<<<<<<|>>>>>>>) /.test(line.replace(/^\uFEFF/, "")),
  );
  return index < 0 ? undefined : index + 1;
}

/** The two texts that conflict markers (with or without the ancestor, `|||||||`) stand for; undefined where there are none. */
export function sidesOfConflict(
  text: string,
): { readonly ours: string; readonly theirs: string } | undefined {
  if (firstMarker(text) === undefined) return undefined;
  const ours: string[] = [];
  const theirs: string[] = [];
  let side: "both" | "ours" | "ancestor" | "theirs" = "both";
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith("<<<<<<< ")) side = "ours";
    else if (side === "ours" && /^\|{7}/.test(line)) side = "ancestor";
    else if (side !== "both" && /^=======\r?\n?$/.test(line)) side = "theirs";
    else if (line.startsWith(">>>>>>> ")) side = "both";
    else {
      if (side === "both" || side === "ours") ours.push(line);
      if (side === "both" || side === "theirs") theirs.push(line);
    }
  }
  return { ours: ours.join(""), theirs: theirs.join("") };
}
