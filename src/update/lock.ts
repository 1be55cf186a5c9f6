import type { Json } from "../json.js";

/** `tools.lock.json`: the public surface of a generated server, made to be read in review. */
export interface Lock {
  readonly lockVersion: 1;
  readonly generator: string;
  readonly spec: { readonly source: string; readonly title: string; readonly version: string; readonly hash: string };
  /** By operation key (`GET /pets/{}`). */
  readonly tools: { readonly [key: string]: LockedTool };
  /** Names that tools had and that no other operation may take: name to operation key. */
  readonly retired: { readonly [name: string]: string };
  /** Paths of the files that were written once. */
  readonly seeded: readonly string[];
}

export interface LockedTool {
  readonly name: string;
  readonly operationId?: string;
  readonly toolset: string;
  /** `src/tools/<toolset>/<name>.ts` */
  readonly file: string;
  /** `read`, `write` or `destructive`, then `idempotent` and `closed` (not open-world) where they hold: `read idempotent`. */
  readonly annotations: string;
  /** The schemes of each alternative, joined by ` + `; empty: public. */
  readonly auth: readonly string[];
  /** A short signature of each top-level argument: type, `required`, enum values, format and limits. */
  readonly input: { readonly [argument: string]: string };
  /** Short digests of the texts and schemas that the signature leaves out, so that any change of the surface is seen. */
  readonly [other: string]: Json | undefined;
}
