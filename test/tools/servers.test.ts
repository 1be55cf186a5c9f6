import { expect, test } from "vitest";
import type { SecurityRequirement, Server } from "../../src/spec/operation.js";
import type { Spec } from "../../src/spec/spec.js";
import { serverElsewhere } from "../../src/tools/servers.js";
import { sketch } from "./operations.js";

function server(url: string, region?: string): Server {
  return { url, variables: region ? { region: { default: region } } : {} };
}

const key: readonly SecurityRequirement[] = [{ key: [] }];
const api = {
  servers: [server("https://api.example.test/v1")],
  security: key,
} as unknown as Spec;

test.each<
  [string, readonly Server[] | undefined, Spec["security"] | undefined, boolean]
>([
  ["no server of its own", undefined, undefined, false],
  ["another path", [server("https://api.example.test/v2")], undefined, false],
  ["another host", [server("https://other.example.test")], undefined, true],
  ["another scheme", [server("http://api.example.test")], undefined, true],
  ["a host of variables", [server("https://{region}.test", "eu")], key, true],
  ["a public operation", [server("https://other.example.test")], [], false],
  ["optional", [server("https://other.example.test")], [...key, {}], false],
  ["a relative one", [server("/v2")], undefined, false],
])("%s: a word about it %#", (_, servers, security, want) => {
  const operation = sketch("GET /a", {
    ...(servers && { servers }),
    ...(security && { security }),
  });
  expect(serverElsewhere(api, operation)?.code).toBe(
    want ? "server-elsewhere" : undefined,
  );
});
