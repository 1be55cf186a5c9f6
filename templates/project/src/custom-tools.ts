// Yours: written once, never touched again. Tools of your own, listed beside the generated ones; one that has a generated
// tool's name takes its place.
import type { AnyTool } from "./runtime/tool.js";

export const customTools: readonly AnyTool[] = [];
