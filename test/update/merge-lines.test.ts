import { expect, test } from "vitest";
import { mergeFile } from "../../src/update/merge.js";

const base = "a\nb\nc\nd\n";
const rows: readonly (readonly [string, string, string, string])[] = [
  ["each side its own line", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n"],
  ["lines next to each other", "A\nb\nc\nd\n", "a\nB\nc\nd\n", "A\nB\nc\nd\n"],
  [
    "a line added behind a changed one",
    "a\nb\nC\nd\n",
    "a\nb\nc\nx\nd\n",
    "a\nb\nC\nx\nd\n",
  ],
  [
    "the same change on both sides",
    "a\nX\nc\nd\n",
    "a\nX\nc\nD\n",
    "a\nX\nc\nD\n",
  ],
  [
    "added at the end and at the start",
    "a\nb\nc\nd\ne\n",
    "z\na\nb\nc\nd\n",
    "z\na\nb\nc\nd\ne\n",
  ],
  ["removed here, changed elsewhere", "a\nc\nd\n", "a\nb\nc\nD\n", "a\nc\nD\n"],
  ["mixed line ends", "a\r\nB\r\nc\nd\n", "a\nb\nc\nD\n", "a\r\nB\r\nc\nD\n"],
  [
    "a question",
    "a\nY\nc\nd\n",
    "a\nN\nc\nD\n",
    "a\n<<<<<<< yours\nY\n=======\nN\n>>>>>>> generated\nc\nD\n",
  ],
  [
    "removed here, changed there",
    "a\nc\nd\n",
    "a\nN\nc\nd\n",
    "a\n<<<<<<< yours\n=======\nN\n>>>>>>> generated\nc\nd\n",
  ],
  [
    "both add, at one place",
    "a\nb\nY\nc\nd\n",
    "a\nb\nN\nc\nd\n",
    "a\nb\n<<<<<<< yours\nY\n=======\nN\n>>>>>>> generated\nc\nd\n",
  ],
  [
    "without a last line end",
    "a\nb\nc\nY",
    "a\nb\nc\nN\n",
    "a\nb\nc\n<<<<<<< yours\nY\n=======\nN\n>>>>>>> generated\n",
  ],
];
test.each(rows)("%s", async (_, yours, generated, want) => {
  const merged = await mergeFile({
    path: "TOOLS.md",
    base,
    yours,
    generated,
    conflict: "mark",
  });
  expect(merged.text).toBe(want);
});
