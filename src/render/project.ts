import type { SecurityScheme } from "../../templates/project/src/runtime/api-description.js";
import type { Spec } from "../spec/spec.js";
import type { ServerName } from "../tools/server-name.js";
import type { Tool } from "../tools/tool.js";

/** Everything that the files of a project are made from. */
export interface Project {
  readonly spec: Spec;
  readonly server: ServerName;
  /** Sorted by toolset, then name. */
  readonly tools: readonly Tool[];
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** The document as the config names it: a path relative to the project, or a URL. */
  readonly document: string;
  /** What else the first config says, by key. */
  readonly options: { readonly [key: string]: unknown };
}
