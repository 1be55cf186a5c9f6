// What callers say of their trace, and what of it may go on: the rules are those of https://www.w3.org/TR/trace-context/ and
// https://www.w3.org/TR/baggage/.
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { readTrace } from "../../../templates/project/src/runtime/trace-context.js";
import {
  caller,
  describeApi,
  json,
  serve,
  tool,
  type TestServer,
} from "./harness.js";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const read = (given: { readonly [name: string]: unknown }) =>
  readTrace((name) => given[name]);

const members = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => `k${i}=`.padEnd(length, "v")).join(
    ",",
  );

describe("tracestate", () => {
  const long = `long=${"v".repeat(200)}`;
  test.each([
    // The examples of https://www.w3.org/TR/trace-context/#examples-of-tracestate-http-headers
    ["one entry", "rojo=00f067aa0ba902b7", "rojo=00f067aa0ba902b7"],
    [
      "two entries",
      "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
      "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
    ],
    ["the key of a tenant", "fw529a3039@dt=FfAAAA", "fw529a3039@dt=FfAAAA"],
    ["space around entries, empty ones", " a=1 ,\t, b=2", "a=1,b=2"],
    ["a value with a space inside", "a=1 2", "a=1 2"],
    ["a capital in a key", "Rojo=1", undefined],
    ["the same key twice", "a=1,a=2", undefined],
    ["an entry without a value", "a=1,b=", undefined],
    ["an equals sign in a value", "a=b=c", undefined],
    ["a line break", "a=1\r\nx-evil: 1", undefined],
    ["a letter outside ASCII", "a=é", undefined],
    ["no text", { a: 1 }, undefined],
    ["32 entries", members(32, 5), members(32, 5)],
    ["33 entries", members(33, 5), undefined],
    ["512 characters", members(8, 63) + "v", members(8, 63) + "v"],
    [
      "more: long entries go first",
      `${long},${members(6, 63)}`,
      members(6, 63),
    ],
    ["more: then the last", members(9, 63), members(8, 63)],
  ])("%s", (_name, tracestate, want) => {
    expect(read({ traceparent, tracestate })).toEqual({
      traceparent,
      ...(want !== undefined && { tracestate: want }),
    });
  });

  it.each([undefined, "00-zz-01", traceparent.toUpperCase()])(
    "is nothing without its trace: %s",
    (malformed) =>
      expect(read({ traceparent: malformed, tracestate: "a=1" })).toEqual({}),
  );
});

describe("baggage", () => {
  test.each([
    // The examples of https://www.w3.org/TR/baggage/#example
    [
      "members",
      "key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue",
      "key1=value1;property1;property2,key2 = value2,key3=value3; propertyKey=propertyValue",
    ],
    ["encoded", "userId=Am%C3%A9lie", "userId=Am%C3%A9lie"],
    ["an empty value", "a=", "a="],
    ["a member that is none", "a=1,b,c=3", "a=1,c=3"],
    ["a space in a value", "a=1 2", undefined],
    ["quotes and backslashes", 'a="1",b=\\,c=3', "c=3"],
    ["a line break", "a=1,b=2\r\nx-evil: 1", "a=1"],
    ["a letter outside ASCII", "a=é", undefined],
    ["no text", ["a=1"], undefined],
    ["65 members", members(65, 5), members(64, 5)],
    ["8192 characters", members(2, 4095) + "v", members(2, 4095) + "v"],
    ["more: whole members go", members(3, 4000), members(2, 4000)],
    ["far more", members(9, 4000), undefined],
  ])("%s", (_name, baggage, want) => {
    expect(read({ baggage })).toEqual(
      want === undefined ? {} : { baggage: want },
    );
  });
});

describe("a trace on its way to the API", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve((_request, response) => json(response, {}));
  });
  afterAll(() => server.close());
  const trace = { traceparent, tracestate: "a=1", baggage: "user=ann" };

  it("reaches the API whole, and another host by its number alone", async () => {
    const call = tool({ method: "GET", path: "/a" });
    await caller(describeApi(server.url))(call, {}, { trace });
    expect(server.requests.at(-1)?.headers).toMatchObject(trace);

    const elsewhere = tool({ ...call.request, servers: [{ url: server.url }] });
    await caller(describeApi("https://api.example.test"))(
      elsewhere,
      {},
      { trace },
    );
    const { headers } = server.requests.at(-1)!;
    expect(headers).toMatchObject({ traceparent });
    expect(headers).not.toHaveProperty("tracestate");
    expect(headers).not.toHaveProperty("baggage");
  });
});
