// Files as arguments, read within what the operator allows.
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { ToolError } from "./errors.js";
import { isRecord } from "./json.js";
import { typeOfFileName } from "./media-types.js";

/** What a file argument is, in words and by example. */
export const fileShape =
  'an object with exactly one of text, base64 and path: {"text": "…", "filename": "notes.txt"}';

export interface UploadRules {
  /** The variable that holds the folders: named in messages. */
  readonly variable: string;
  /** The folders from which files may be sent by path; empty: none. */
  readonly roots: readonly string[];
  /** Paths name files of the machine that the server runs on: over HTTP that is not the caller's. */
  readonly byPath: boolean;
  readonly maxBytes: number;
}

export interface FileContent {
  readonly bytes: Buffer;
  readonly filename: string;
  /** As given. */
  readonly contentType?: string | undefined;
  /** By the file's name. */
  readonly likelyType?: string | undefined;
}

/**
 * Reads a file argument: `{path | base64 | text, filename, contentType}`.
 *
 * @throws ToolError when it is not one, too large, or out of the allowed folders
 */
export async function readFile(
  argument: string,
  value: unknown,
  rules: UploadRules,
): Promise<FileContent> {
  if (!isRecord(value)) {
    throw new ToolError(`${argument} must be ${fileShape}.`);
  }
  const given = ["path", "base64", "text"].filter(
    (key) => typeof value[key] === "string",
  );
  if (given.length !== 1) {
    throw new ToolError(
      `${argument} must be ${fileShape}; it has ${given.join(" and ") || "none of them"}.`,
    );
  }
  const bytes = await contentOf(argument, given[0]!, value, rules);
  checkSize(argument, bytes.length, rules);
  const filename = optionalText(value["filename"]) ?? nameOf(value) ?? "file";
  return {
    bytes,
    filename,
    contentType: optionalText(value["contentType"]),
    likelyType: typeOfFileName(filename),
  };
}

function contentOf(
  argument: string,
  kind: string,
  value: { readonly [key: string]: unknown },
  rules: UploadRules,
): Buffer | Promise<Buffer> {
  const text = value[kind] as string;
  if (kind === "text") return Buffer.from(text, "utf8");
  if (kind === "path") return readAllowed(argument, text, rules);
  // Both alphabets of https://www.rfc-editor.org/rfc/rfc4648; Buffer.from would skip what is neither.
  const base64 = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) {
    throw new ToolError(`${argument}.base64 is not base64.`);
  }
  return Buffer.from(base64, "base64");
}

async function readAllowed(
  argument: string,
  file: string,
  rules: UploadRules,
): Promise<Buffer> {
  if (!rules.byPath) {
    throw new ToolError(
      `${argument}.path cannot be used: this server does not run on your machine. Give base64 or text instead.`,
    );
  }
  if (rules.roots.length === 0) {
    throw new ToolError(
      `${argument}.path cannot be used: the operator of this server has allowed no folder (${rules.variable}). Give base64 or text instead.`,
    );
  }
  const found = await realpath(path.resolve(rules.roots[0]!, file)).catch(
    () => undefined,
  );
  const roots = await Promise.all(
    rules.roots.map((root) => realpath(root).catch(() => path.resolve(root))),
  );
  // A file elsewhere is told neither to be there nor not.
  if (found === undefined || !roots.some((root) => isWithin(root, found))) {
    throw new ToolError(
      `${argument}.path is no file in a folder that files may be sent from: ${rules.roots.join(", ")}.`,
    );
  }
  const handle = await open(found, "r");
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) {
      throw new ToolError(`${argument}.path is not a regular file.`);
    }
    checkSize(argument, stat.size, rules);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function isWithin(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return (
    relative !== "" &&
    relative !== ".." &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

function checkSize(argument: string, bytes: number, rules: UploadRules): void {
  if (bytes > rules.maxBytes) {
    throw new ToolError(
      `${argument} has ${bytes.toLocaleString("en-US")} bytes; at most ${rules.maxBytes.toLocaleString("en-US")} can be sent.`,
    );
  }
}

function nameOf(value: {
  readonly [key: string]: unknown;
}): string | undefined {
  const file = value["path"];
  return typeof file === "string" ? path.basename(file) : undefined;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
