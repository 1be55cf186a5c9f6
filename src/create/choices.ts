import type { GenerateOptions } from "../generate.js";

/** What is to be made, with every question answered; what is left out takes its default. */
export type Choices = Pick<
  GenerateOptions,
  | "document"
  | "dir"
  | "name"
  | "template"
  | "transport"
  | "toolsets"
  | "include"
  | "exclude"
  | "overlays"
  | "allowRemote"
>;
