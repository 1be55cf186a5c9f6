import type { Annotations } from "../../templates/project/src/runtime/tool.js";

/**
 * What an owner may say of one tool: the object under `tools` in `toolwright.config.json` and `x-mcp` in a document.
 */
export interface ToolOverride {
  readonly enabled?: boolean;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly toolset?: string;
  readonly annotations?: Partial<Annotations>;
  /** By wire name; `in:name` (`query:version`, `body:id`) where one name stands in two places. */
  readonly arguments?: { readonly [name: string]: ArgumentOverride };
  /** The request media type to use where the operation offers several. */
  readonly mediaType?: string;
}

export interface ArgumentOverride {
  readonly name?: string;
  readonly description?: string;
  /** Sent always, never shown to the model. `${NAME}` is read from the environment. */
  readonly value?: unknown;
  readonly hidden?: boolean;
}
