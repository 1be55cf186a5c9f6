import type { SecurityScheme } from "../../templates/project/src/runtime/api-description.js";
import type { Spec } from "../spec/spec.js";
import type { ServerName } from "../tools/server-name.js";
import type { Tool } from "../tools/tool.js";

/** What a project has besides its tools, their runtime and their tests: nothing; what it takes to publish it; and to deploy it. */
export const templates = ["minimal", "standard", "http"] as const;
export type Template = (typeof templates)[number];

/** How `npm start` serves. */
export const transports = ["stdio", "http"] as const;
export type Transport = (typeof transports)[number];

/** Everything that the files of a project are made from. */
export interface Project {
  readonly spec: Spec;
  readonly server: ServerName;
  /** Sorted by toolset, then name. */
  readonly tools: readonly Tool[];
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** The document as the config names it: a path relative to the project, or a URL. */
  readonly document: string;
  readonly template: Template;
  readonly transport: Transport;
  /** Keys of the operations whose tool file the person deleted: no other file speaks of them. */
  readonly deleted: ReadonlySet<string>;
  /** What else the first config says, by key. */
  readonly options: { readonly [key: string]: unknown };
}
