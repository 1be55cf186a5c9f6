// Stands in for the file that templates/tools-index.ts.hbs writes.
import type { AnyTool } from "../runtime/tool.js";

export const toolsets: { readonly [toolset: string]: readonly AnyTool[] } = {};
