import type { Conflict, Merged } from "./merge.js";

export async function mergeSlots(file: {
  readonly path: string;
  readonly base: string | undefined;
  readonly yours: string;
  readonly generated: string;
  readonly conflict: Conflict;
}): Promise<Merged> {
  const text = file.conflict === "generated" ? file.generated : file.yours;
  return {
    text,
    edited: true,
    slots: [
      {
        slot: "",
        action: "conflict",
        resolved: file.conflict,
        wanted: file.generated,
      },
    ],
  };
}
