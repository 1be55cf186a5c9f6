// A success whose body is not what it says, or not what the document says, is given with a note.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  caller,
  describeApi,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

let server: TestServer;
let type = "";
let body = "";
beforeAll(async () => {
  server = await serve((_, response) => {
    response.writeHead(200, type === "" ? {} : { "content-type": type });
    response.end(body);
  });
});
afterAll(() => server.close());

const page = "<!DOCTYPE html>\n<html><body>Sign in</body></html>";
const notJson = (name: string) =>
  `[the API says that this is ${name}, but it is not valid JSON; here it is as it came]`;
const jsonPage =
  "[the API says that this is application/json, but it is an HTML page: likely a sign-in page or a proxy's, not the API's answer]";
const strayPage =
  "[an HTML page, where the API's document has none: likely a sign-in page or a proxy's, not the API's answer]";

it.each<
  [type: string, body: string, accept: string | undefined, note: string | null]
>([
  ["application/json", '{"a":1', undefined, notJson("application/json")],
  [
    "application/json; charset=utf-8",
    "OK",
    undefined,
    notJson("application/json"),
  ],
  [
    "application/hal+json",
    "{'a':1}",
    undefined,
    notJson("application/hal+json"),
  ],
  ["application/json", page, undefined, jsonPage],
  ["text/html", page, undefined, strayPage],
  ["text/html; charset=utf-8", `<!-- a -->\n${page}`, undefined, strayPage],
  // As they should be.
  ["application/json", '{"a":1}', undefined, null],
  ["application/json", '"OK"', undefined, null],
  ["text/html", page, "text/html", null],
  ["text/html", "<b>12</b> berths", undefined, null],
  ["text/plain", "{a}", undefined, null],
  ["text/plain", "OK", undefined, null],
  ["", "{a", undefined, null],
])("%s: %s, where %s is declared", async (given, sent, accept, note) => {
  type = given;
  body = sent;
  const call = caller(describeApi(server.url));
  const result = await call(
    tool({
      method: "GET",
      path: "/a",
      ...(accept !== undefined && { accept }),
    }),
  );
  expect(result.isError ?? false).toBe(false);
  expect(textOf(result)).toBe(note === null ? sent : `${note}\n${sent}`);
});
