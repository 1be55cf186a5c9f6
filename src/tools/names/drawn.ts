import { words } from "./tokens.js";

/** `securityClassification-6VMVochwUWo`: what was drawn by lot says nothing. */
export function withoutKey(literal: string): string {
  return literal.replace(/(?<=\w)[-_]([A-Za-z\d]{8,})$/, (all, key: string) => {
    const pieces = words(key);
    const isDrawn =
      /\d/.test(key) &&
      /[a-z]/.test(key) &&
      /[A-Z]/.test(key) &&
      pieces.length >= 4 &&
      key.length < 3 * pieces.length;
    return isDrawn ? "" : all;
  });
}
