import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import { loadSpec } from "../../src/spec/load.js";
import { decode } from "../../src/spec/text.js";
import { folderOf, ok, withPaths } from "./documents.js";

const text = JSON.stringify(withPaths({ "/ä": { get: { responses: ok } } }));
const utf8 = Buffer.from(text);
const utf16 = Buffer.from(text, "utf16le");
const swapped = Buffer.from(utf16).swap16();

const given: readonly (readonly [string, Buffer])[] = [
  ["UTF-8", utf8],
  ["UTF-8 with a mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  [
    "UTF-16, the other way",
    Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
  ],
  ["UTF-16 without a mark", utf16],
  ["UTF-16 without a mark, the other way", swapped],
  ["gzip", gzipSync(utf8)],
  ["gzip of UTF-16", gzipSync(swapped)],
];

test.each(given)("%s", (_, bytes) => {
  expect(decode(bytes, "a")).toBe(text);
});

test.each<[string, Buffer, string]>([
  ["that ends early", gzipSync(utf8).subarray(0, 40), "document-unreadable"],
  [
    "of more than may be read",
    gzipSync(Buffer.alloc(80_000_000)),
    "document-too-large",
  ],
])("gzip %s is told", (_, bytes, code) => {
  expect(() => decode(bytes, "a.gz")).toThrow(
    expect.objectContaining({
      diagnostics: [expect.objectContaining({ code })],
    }) as UserError,
  );
});

test("what is packed again and again is not unpacked for ever", () => {
  const thrice = gzipSync(gzipSync(gzipSync(utf8)));
  expect(decode(thrice, "a").charCodeAt(0)).toBe(0x1f);
});

test("a packed file is read like any other", async () => {
  const folder = folderOf({});
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path.join(folder, "openapi.json.gz"), gzipSync(utf8));
  const { spec } = await loadSpec(path.join(folder, "openapi.json.gz"), {});
  expect(spec.title).toBe("Test");
});

describe("a server's answer", () => {
  test.each<[string, { [header: string]: string }, Buffer]>([
    ["in gzip", { "content-encoding": "gzip" }, gzipSync(utf8)],
    ["in Brotli", { "content-encoding": "br" }, brotliCompressSync(utf8)],
    ["deflated", { "content-encoding": "Deflate" }, deflateSync(utf8)],
    ["that only says to be gzip", { "content-encoding": "gzip" }, utf8],
    [
      "that is a packed file",
      { "content-type": "application/gzip" },
      gzipSync(utf8),
    ],
    [
      "that is a packed file, packed for the way",
      { "content-encoding": "gzip" },
      gzipSync(gzipSync(utf8)),
    ],
  ])("%s", async (_, headers, body) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { spec } = await loadSpec(`http://127.0.0.1:${port}/a`, {
      validate: "never",
    });
    expect(spec.title).toBe("Test");
  });
});
