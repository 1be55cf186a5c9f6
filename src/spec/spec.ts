import type { Json, JsonObject } from "../json.js";
import type { SecurityRequirement, Server } from "./operation.js";

export type SpecVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** A document that was read: overlays applied, every `$ref` absolute (`#/…` in the entry document, `parts.yaml#/…` in another file). */
export interface Spec {
  readonly version: SpecVersion;
  /** The entry document's root. */
  readonly root: JsonObject;
  /** What the user named: a path relative to nothing in particular, a URL, or `-`. */
  readonly source: string;
  /** SHA-256 over the documents, keys sorted: `sha256-<hex>`. */
  readonly hash: string;
  readonly title: string;
  readonly apiVersion: string;
  readonly description?: string;
  /** The document's servers (Swagger 2.0 host, basePath and schemes made into them), relative ones resolved where the source is a URL. */
  readonly servers: readonly Server[];
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: { readonly [name: string]: JsonObject };
  /** Tags in the document's order; `parent` and `kind` are OpenAPI 3.2's. */
  readonly tags: readonly {
    readonly name: string;
    readonly description?: string;
    readonly parent?: string;
  }[];
  /** `x-` keys of the root. */
  readonly extensions: JsonObject;
  /**
   * The value that an absolute `$ref` names, chains of references followed, with the absolute reference of where it was found;
   * undefined when there is nothing there or the chain is a loop.
   */
  readonly resolve: (
    ref: string,
  ) => { readonly value: Json; readonly ref: string } | undefined;
  /** The text of each file by its name (the entry document's is ""), for the positions of diagnostics. */
  readonly texts?: ReadonlyMap<string, string>;
}
