// Scaling out: ten processes behind nginx, which takes turns, answer one client as one server does, whatever happens to one of them.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../harness/ports.js";
import { root } from "../harness/root.js";
import {
  connectHttp,
  eras,
  startHttp,
  textOf,
  until,
  type Connection,
  type Era,
  type HttpServer,
} from "../project/server/harness.js";
import { post, send } from "../project/server/requests.js";
import { startBerths, type Berths } from "./berths.js";
import {
  builtServer,
  describePrograms,
  startDaemon,
  type Daemon,
} from "./daemon.js";

const processes = 10;
const token = "the-token-of-the-callers";

describePrograms("ten processes behind nginx", ["nginx"], () => {
  let folder: string;
  let api: Berths;
  let servers: readonly HttpServer[];
  let nginx: Daemon;
  let url: string;

  beforeAll(async () => {
    folder = await builtServer(path.join(root, "samples/marina.yaml"));
    api = await startBerths();
    servers = await Promise.all(
      Array.from({ length: processes }, () =>
        startHttp(folder, {
          args: ["--base-url", api.url],
          env: { MARINA_API_KEY: "key", MARINA_INBOUND_TOKENS: token },
        }),
      ),
    );
    const port = await freePort();
    url = `http://127.0.0.1:${port}/mcp`;
    nginx = await startDaemon(
      "nginx",
      (place) => {
        const config = path.join(place, "nginx.conf");
        writeFileSync(config, nginxConfig(place, port, servers));
        return ["-c", config, "-e", "stderr"];
      },
      async () => (await fetch(new URL("/healthz", url))).ok,
    );
  });

  afterAll(async () => {
    await nginx?.[Symbol.asyncDispose]();
    for (const server of servers ?? []) await server[Symbol.asyncDispose]();
    await api?.[Symbol.asyncDispose]();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  const connect = (era: Era): Promise<Connection> =>
    connectHttp(url, era, { headers: { authorization: `Bearer ${token}` } });

  const getBerth = async (
    { client }: Connection,
    berthId: string,
    options: {
      signal?: AbortSignal;
      onprogress?: () => void;
      timeout?: number;
    } = {},
  ): Promise<string> =>
    textOf(
      await client.callTool(
        { name: "get_berth", arguments: { berthId } },
        options,
      ),
    );

  /** The processes that answered since, and with which status: nginx's own word. */
  function logSince(mark: number): { address: string; status: string }[] {
    return nginxLog()
      .slice(mark)
      .map((line) => {
        const [address, status] = line.split(" ");
        return { address: address!, status: status! };
      });
  }

  const nginxLog = (): string[] =>
    readFileSync(path.join(nginx.folder, "access.log"), "utf8")
      .split("\n")
      .filter((line) => line !== "");

  /** Calls of `get_berth` that each process has answered: its own word. */
  const answered = (): Promise<number[]> =>
    Promise.all(
      servers.map(async (server) => {
        const { body } = await send(server.url.replace("/mcp", "/metrics"), {
          headers: { authorization: `Bearer ${token}` },
        });
        const count =
          /^mcp_tool_calls_total\{tool="get_berth",outcome="ok"\} (\d+)$/m;
        return Number(count.exec(body)?.[1] ?? 0);
      }),
    );

  test.each(eras)("%s: every process lists the same", async (era) => {
    await using connection = await connect(era);
    const mark = nginxLog().length;
    const lists: string[] = [];
    for (let i = 0; i < 2 * processes; i += 1) {
      const { tools } = await connection.client.listTools(undefined, {
        cacheMode: "refresh",
      });
      lists.push(JSON.stringify(tools));
    }
    expect(new Set(lists).size).toBe(1);
    expect(lists[0]).toContain('"get_berth"');
    expect(new Set(logSince(mark).map(({ address }) => address)).size).toBe(
      processes,
    );
  });

  test.each(eras)("%s: calls are spread over all of them", async (era) => {
    await using connection = await connect(era);
    const before = await answered();
    const ids = Array.from({ length: 200 }, (_, i) => `B${i}`);
    const answers = await Promise.all(
      ids.map((id) => getBerth(connection, id)),
    );
    expect(answers.map((text) => JSON.parse(text) as unknown)).toEqual(
      ids.map((id) => ({ id, pontoon: "B" })),
    );
    const each = (await answered()).map((count, i) => count - before[i]!);
    expect(each.reduce((total, count) => total + count)).toBe(200);
    expect(Math.min(...each)).toBeGreaterThanOrEqual(200 / processes / 2);
  });

  test.each(eras)("%s: a call can be cancelled", async (era) => {
    await using connection = await connect(era);
    const abort = new AbortController();
    const call = getBerth(connection, "held-back", { signal: abort.signal });
    const refused = expect(call).rejects.toThrow();
    await until(() => api.held() === 1, "the request");
    abort.abort();
    await refused;
    // A client of 2025 does not hang up but sends a notice, which without sessions finds another process.
    if (era === "2025") api.release();
    await until(() => api.held() === 0, "the end of the request to the API");
    expect(await getBerth(connection, "B1")).toContain('"B1"');
  });

  // https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/progress
  test("progress is seen while the call runs", async () => {
    await using connection = await connect("2026");
    let told = 0;
    const call = getBerth(connection, "trickling", {
      onprogress: () => (told += 1),
    });
    await until(() => told > 0, "a notice of progress");
    api.release();
    expect(await call).toContain('"trickling"');
  });

  // https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#token-handling
  test("every process asks for the token", async () => {
    const mark = nginxLog().length;
    const wrong: Record<string, string>[] = [
      {},
      { authorization: "Bearer another" },
    ];
    for (let i = 0; i < processes; i += 1) {
      for (const headers of wrong) {
        const answer = await send(url, {
          ...post,
          headers: { ...post.headers, ...headers },
        });
        expect(answer.status).toBe(401);
        expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      }
    }
    expect(new Set(logSince(mark).map(({ address }) => address)).size).toBe(
      processes,
    );
  });

  /** Two calls for each process, which wait at the API. */
  async function callsUnderWay(
    connection: Connection,
  ): Promise<Promise<string>[]> {
    const calls = Array.from({ length: 2 * processes }, (_, i) =>
      // A client of 2025 that has lost its stream of events waits for as long as it waits for anything.
      getBerth(connection, `held-${i}`, { timeout: 10_000 }),
    );
    await until(() => api.held() === calls.length, "all requests");
    return calls;
  }

  async function fortyMore(connection: Connection): Promise<void> {
    for (let i = 0; i < 4 * processes; i += 1)
      expect(await getBerth(connection, `C${i}`)).toContain(`"C${i}"`);
  }

  test.each(eras)(
    "%s: one is told to stop, and no call is lost",
    async (era) => {
      await using connection = await connect(era);
      const calls = await callsUnderWay(connection);
      const leaving = servers[era === "2025" ? 0 : 1]!;
      leaving.process.kill("SIGTERM");
      await fortyMore(connection);
      api.release();
      expect(await Promise.all(calls)).toEqual(
        calls.map((_, i) => expect.stringContaining(`"held-${i}"`)),
      );
      expect(await leaving.ended).toBe(0);
    },
  );

  test.each(eras)("%s: one is killed, and the client goes on", async (era) => {
    await using connection = await connect(era);
    const calls = await callsUnderWay(connection);
    const outcomes = Promise.allSettled(calls);
    const killed = servers[era === "2025" ? 2 : 3]!;
    killed.process.kill("SIGKILL");
    await killed.ended;
    await fortyMore(connection);
    // Whether the call did something nobody knows, so it is not for the proxy to send it again.
    const lost = calls.length - api.held();
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(calls.length / 2);
    api.release();
    const failed = (await outcomes).filter(
      ({ status }) => status === "rejected",
    );
    expect(failed).toHaveLength(lost);
    await fortyMore(connection);
  });
});

/** As Debian's, but in a folder of its own and in the foreground; the upstream and the location are what README.md shows. */
function nginxConfig(
  folder: string,
  port: number,
  servers: readonly HttpServer[],
): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n  ");
  const upstream = servers
    .map(({ url }) => `server ${new URL(url).host};`)
    .join(" ");
  return `daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
error_log stderr;
events {}
http {
  ${temporary}
  log_format answered "$upstream_addr $status";
  access_log ${folder}/access.log answered;
  upstream marina { ${upstream} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://marina;
      proxy_set_header Host $host;
    }
  }
}
`;
}
