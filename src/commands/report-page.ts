import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { templatesFolder } from "../render/templates.js";

/** The page's script, in parts that each use only those before it. */
const scripts = [
  "dom.js",
  "schema.js",
  "changes.js",
  "tool.js",
  "editor.js",
  "findings.js",
  "panel.js",
  "report.js",
];

/** Whether a text is such a page. */
export function isReport(text: string): boolean {
  return text
    .slice(0, 200)
    .includes('<meta name="generator" content="toolwright inspect" />');
}

/**
 * Makes one HTML page that needs nothing else: styles and script stand in it, named by their hashes in its content security
 * policy, and all that comes from the document is one JSON text that cannot end the element it stands in.
 *
 * @param data what `templates/report/report.js` shows
 */
export function reportPage(data: object): string {
  const style = part("report.css");
  const script = scripts.map((name) => joined(part(name))).join("\n");
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  let page = part("report.html");
  const put = (place: string, text: string): void => {
    if (!page.includes(place))
      throw new Error(`report.html has no place for ${place}`);
    page = page.replace(place, () => text);
  };
  put(`content="default-src 'self'"`, `content="${policy}"`);
  put('<link rel="stylesheet" href="report.css" />', `<style>${style}</style>`);
  put(
    '<script type="module" src="report.js"></script>',
    `<script type="module">${script}</script>`,
  );
  // Last, so that nothing in the document can be one of the places.
  put(
    '<script type="application/json" id="data"></script>',
    `<script type="application/json" id="data">${island(data)}</script>`,
  );
  return page;
}

/** JSON that is safe inside a script element. https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements */
function island(data: object): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** A file of the template, with the line ends that a browser hashes. */
function part(name: string): string {
  return readFileSync(
    path.join(templatesFolder, "report", name),
    "utf8",
  ).replaceAll("\r\n", "\n");
}

/** A module as part of one script: what it takes from the other parts stands there already. */
function joined(module: string): string {
  return module
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (?=function|const)/gm, "");
}

/** https://www.w3.org/TR/CSP3/#grammardef-hash-source */
function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
