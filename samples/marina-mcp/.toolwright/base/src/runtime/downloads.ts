// Answers that are files: inside the result when small, else saved where the operator's machine keeps downloads.
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { HttpResponse } from "./http.js";
import { extensionOf } from "./media-types.js";
import type { ContentBlock } from "./tool.js";

/** Base64 characters that a result may carry of a file; an image or a sound may be larger, for models see or hear it. */
const maxInline = 100_000;
const maxInlineMedia = 5_000_000;

/**
 * The content blocks of a file.
 *
 * @param folder where larger files are saved; undefined where the caller could not open them there
 */
export async function fileBlocks(
  response: HttpResponse,
  kind: "image" | "audio" | "binary",
  mimeType: string,
  folder: string | undefined,
): Promise<ContentBlock[]> {
  const { body } = response;
  const name = fileName(response, mimeType);
  const base64Length = Math.ceil(body.length / 3) * 4;
  if (kind !== "binary" && base64Length <= maxInlineMedia) {
    return [{ type: kind, data: body.toString("base64"), mimeType }];
  }
  const about = `${name} (${mimeType}, ${body.length.toLocaleString("en-US")} bytes)`;
  const link = withoutQuery(response.url);
  if (base64Length <= maxInline) {
    return [
      { type: "text", text: about },
      {
        type: "resource",
        resource: { uri: link, mimeType, blob: body.toString("base64") },
      },
    ];
  }
  if (folder === undefined) {
    return [
      {
        type: "text",
        text: `${about}: too large to be part of an answer. It is at ${link}, with the API's credentials.`,
      },
      { type: "resource_link", uri: link, name, mimeType, size: body.length },
    ];
  }
  const file = await save(folder, name, body);
  return [
    { type: "text", text: `${about}: saved as ${file}` },
    {
      type: "resource_link",
      uri: pathToFileURL(file).href,
      name,
      mimeType,
      size: body.length,
    },
  ];
}

/** Never over a file that is there, nor through a link: a name that is taken gets letters of its own. */
async function save(
  folder: string,
  name: string,
  body: Buffer,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { name: stem, ext } = path.parse(name);
  for (const suffix of ["", `-${randomBytes(6).toString("hex")}`]) {
    const file = path.join(folder, `${stem}${suffix}${ext}`);
    try {
      await writeFile(file, body, { flag: "wx", mode: 0o600 });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new Error(`No free name for ${name} in ${folder}`);
}

/** As the API names it, else the last part of the URL; a plain name in any case. */
function fileName(response: HttpResponse, mimeType: string): string {
  const header = response.headers["content-disposition"] ?? "";
  const last = new URL(response.url).pathname.split("/").at(-1) ?? "";
  const given = nameInHeader(header) ?? decoded(last);
  const plain = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[^\p{L}\p{N}._ ()-]+/gu, "_")
    .replace(/^[.\s]+/, "")
    .slice(-100);
  const name = plain === "" ? "answer" : plain;
  return name.includes(".") ? name : `${name}.${extensionOf(mimeType)}`;
}

/** https://www.rfc-editor.org/rfc/rfc6266#section-4.3 */
function nameInHeader(header: string): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decoded(extended);
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(
    header,
  );
  return plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
