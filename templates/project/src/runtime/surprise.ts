import type { HttpResponse } from "./http.js";
import { essence, isHtml, isJson } from "./media-types.js";
import type { AnyTool } from "./tool.js";

const likely = "likely a sign-in page or a proxy's, not the API's answer";

/** What to know of a successful answer that is a text and should have been something else; undefined when it may well be one. */
export function surprise(
  text: string,
  { cut, headers }: HttpResponse,
  { tool }: { readonly tool: AnyTool },
): string | undefined {
  const type = headers["content-type"] ?? "";
  const isPage =
    /^\s*(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b/is.test(
      text.slice(0, 2_000),
    );
  if (isJson(type)) {
    if (cut !== undefined) return undefined;
    return `the API says that this is ${essence(type)}, but it is ${isPage ? `an HTML page: ${likely}` : "not valid JSON; here it is as it came"}`;
  }
  // Where a document declares answers and none is JSON, the request says what they are.
  const { accept } = tool.request;
  return isPage && isHtml(type) && accept === undefined
    ? `an HTML page, where the API's document has none: ${likely}`
    : undefined;
}
