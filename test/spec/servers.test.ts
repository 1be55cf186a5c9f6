import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../src/spec/fetch.js";
import { codesOf, load } from "./documents.js";

const openapi = (servers: unknown) => ({
  openapi: "3.0.3",
  info: { title: "T", version: "1" },
  paths: {},
  servers,
});

describe("servers", () => {
  test.each<[string, object, string[]]>([
    ["https://api.example.test/v1", {}, []],
    [" https://api.example.test/v1\n", {}, []],
    [
      "https://{region}.example.test:{port}/{base}",
      {
        region: { default: "eu" },
        port: { default: 8443, enum: [8443, 443] },
        base: { enum: ["v1"] },
      },
      [],
    ],
    ["https://{tenant}.example.test", {}, ["server-variable-unset"]],
    ["{scheme}://api.example.test", { scheme: { default: "https" } }, []],
    ["/v1", {}, ["server-relative"]],
    ["v1", {}, ["server-relative"]],
    ["http://localhost:8080/v1", {}, []],
    ["http://127.0.0.1/v1", {}, []],
    ["http://api.example.test", {}, ["server-doubtful"]],
    ["https://\u0430pi.example.test/", {}, ["server-doubtful"]],
  ])("%s is kept", async (url, variables, codes) => {
    const { spec, diagnostics } = await load(openapi([{ url, variables }]));
    expect(spec.servers.map((server) => server.url)).toEqual([url.trim()]);
    expect(codesOf(diagnostics)).toEqual(codes);
  });

  test.each<[string, object?]>([
    ["https://api.example.test@evil.example.net/v1"],
    ["https://user:pass@api.example.test/"],
    [
      "https://{host}/v1",
      { host: { default: "api.example.test@evil.example.net" } },
    ],
    ["https:/\\evil.example.net"],
    ["https:user@evil.example.net"],
    ["javascript:alert(1)"],
    ["file:///etc/"],
    ["data:text/plain,x"],
    ["ftp://api.example.test/"],
    ["{scheme}://api.example.test", { scheme: { default: "file" } }],
    ["https://"],
    ["https://api.example.test\\@evil.example.net/"],
    ["https://api.example.test:99999/"],
    ["https://api.example.test/`+(1)+`"],
    ["https://api.example.test/${x}"],
    ["https://api.example.test/{x"],
    ["https://api.example.test/a b"],
    ["https://api.example.test/\u202Ea"],
    ["https://api.example.test/#a"],
    ["Your API URL"],
  ])("%s is refused", async (url, variables = {}) => {
    const { spec, diagnostics } = await load(openapi([{ url, variables }]));
    expect(spec.servers).toEqual([]);
    expect(codesOf(diagnostics)).toEqual(["server-refused", "server-missing"]);
  });

  test("variables have their default, allowed values and text", async () => {
    const { spec } = await load(
      openapi([
        {
          url: "https://{a}.example.test",
          description: "d",
          variables: {
            a: { default: "x", enum: ["x", "y"], description: "e" },
            unused: { default: "z" },
          },
        },
      ]),
    );
    expect(spec.servers).toEqual([
      {
        url: "https://{a}.example.test",
        description: "d",
        variables: { a: { default: "x", enum: ["x", "y"], description: "e" } },
      },
    ]);
  });

  test.each<[string, unknown]>([
    ["none", undefined],
    ["null", null],
    ["empty", []],
    ["no list", {}],
    ["no URL", [{}, null, { url: 3 }]],
  ])("no server (%s) is told", async (_, servers) => {
    const { spec, diagnostics } = await load(openapi(servers));
    expect(spec.servers).toEqual([]);
    expect(codesOf(diagnostics)).toContain("server-missing");
  });

  test.each<[string, object, string[]]>([
    [
      "all three",
      { host: "api.example.test:8443", basePath: "/v2/", schemes: ["https"] },
      ["https://api.example.test:8443/v2/"],
    ],
    [
      "https is preferred",
      { host: "api.example.test", schemes: ["http", "wss", "https"] },
      ["https://api.example.test"],
    ],
    [
      "http where only that is offered",
      { host: "api.example.test", schemes: ["http"] },
      ["http://api.example.test"],
    ],
    [
      "no scheme",
      { host: "api.example.test", basePath: "v2" },
      ["https://api.example.test/v2"],
    ],
    [
      "a scheme in the host",
      { host: "http://api.example.test/" },
      ["http://api.example.test"],
    ],
    ["no host", { basePath: "/v2" }, ["/v2"]],
    ["a hostile host", { host: "user@evil.example.net" }, []],
    ["nothing", {}, []],
  ])("Swagger 2.0: %s", async (_, rest, want) => {
    const { spec } = await load({
      swagger: "2.0",
      info: { title: "T", version: "1" },
      paths: {},
      ...rest,
    });
    expect(spec.servers.map(({ url }) => url)).toEqual(want);
  });
});

// https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry
test.each<[string, boolean]>([
  ["8.8.8.8", true],
  ["172.15.0.1", true],
  ["172.32.0.1", true],
  ["2606:4700:4700::1111", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:8.8.8.8", false],
  ["::ffff:127.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["fc00::1", false],
  ["fd00:ec2::254", false],
  ["fe80::1", false],
  ["ff02::1", false],
  ["example.com", false],
])("%s is public: %s", (address, want) => {
  expect(isPublicAddress(address)).toBe(want);
});
