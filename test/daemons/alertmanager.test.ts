import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf, type Answer } from "../harness/client.js";
import { freePort } from "../harness/ports.js";
import {
  describeDaemon,
  drive,
  startDaemon,
  type Daemon,
  type Driven,
} from "./daemon.js";

interface Silence {
  readonly id: string;
  readonly comment: string;
  readonly status: { readonly state: string };
}

describeDaemon(
  "alertmanager through a generated server",
  ["prometheus-alertmanager", "amtool"],
  "alertmanager-0.25.yaml",
  (document) => {
    let daemon: Daemon;
    let server: Driven;
    let url: string;
    let id: string;

    beforeAll(async () => {
      const [port, cluster] = [await freePort(), await freePort()];
      url = `http://127.0.0.1:${port}`;
      daemon = await startDaemon(
        "prometheus-alertmanager",
        (folder) => {
          const config = path.join(folder, "alertmanager.yml");
          writeFileSync(
            config,
            "route: { receiver: none }\nreceivers: [{ name: none }]\n",
          );
          return [
            `--config.file=${config}`,
            `--storage.path=${folder}`,
            `--web.listen-address=127.0.0.1:${port}`,
            `--cluster.listen-address=127.0.0.1:${cluster}`,
          ];
        },
        async () => (await fetch(`${url}/-/ready`)).ok,
      );
      server = await drive(document, `${url}/api/v2`);
    });

    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
      await daemon?.[Symbol.asyncDispose]();
    });

    /** The daemon's own word, through its own client. */
    function silences(...flags: string[]): Silence[] {
      const output = execFileSync(
        "amtool",
        [
          "silence",
          "query",
          "--output=json",
          ...flags,
          `--alertmanager.url=${url}`,
        ],
        { encoding: "utf8" },
      );
      return JSON.parse(output) as Silence[];
    }

    async function call(
      method: string,
      template: string,
      args: object,
    ): Promise<Answer> {
      return server.connection.call(server.nameOf(method, template), args);
    }

    test("the status is read", async () => {
      const answer = await call("GET", "/status", {});
      expect(answer.isError).not.toBe(true);
      expect(textOf(answer)).toContain('"version":"0.25.0"');
    });

    test("a silence is created", async () => {
      const now = Date.now();
      const answer = await call("POST", "/silences", {
        matchers: [
          {
            name: "alertname",
            value: "HighLoad",
            isRegex: false,
            isEqual: true,
          },
        ],
        startsAt: new Date(now).toISOString(),
        endsAt: new Date(now + 3_600_000).toISOString(),
        createdBy: "harness",
        comment: "planned work, 100 % sure",
      });
      expect(answer.isError, textOf(answer)).not.toBe(true);
      const [silence, ...others] = silences();
      expect(others).toEqual([]);
      expect(silence).toMatchObject({
        comment: "planned work, 100 % sure",
        status: { state: "active" },
      });
      id = silence!.id;
      expect(textOf(answer)).toContain(id);
    });

    test("silences are listed, with a filter", async () => {
      const all = await call("GET", "/silences", {});
      expect(textOf(all)).toContain(id);
      const matching = await call("GET", "/silences", {
        filter: ['alertname="HighLoad"'],
      });
      expect(textOf(matching)).toContain(id);
      const other = await call("GET", "/silences", {
        filter: ['alertname="Other"'],
      });
      expect(other.isError).not.toBe(true);
      expect(textOf(other)).not.toContain(id);
    });

    test("the silence is read", async () => {
      const answer = await call("GET", "/silence/{silenceID}", {
        silenceID: id,
      });
      expect(textOf(answer)).toContain("planned work, 100 % sure");
    });

    test("an unknown silence is an error that says so", async () => {
      const answer = await call("GET", "/silence/{silenceID}", {
        silenceID: "00000000-0000-0000-0000-000000000000",
      });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain("404");
    });

    test("an alert that the silence matches is silenced", async () => {
      const posted = await call("POST", "/alerts", {
        body: [{ labels: { alertname: "HighLoad", host: "a" } }],
      });
      expect(posted.isError, textOf(posted)).not.toBe(true);
      const listed = await call("GET", "/alerts", { silenced: true });
      expect(textOf(listed)).toContain(`"silencedBy":["${id}"]`);
      const active = await call("GET", "/alerts", { silenced: false });
      expect(textOf(active)).not.toContain("HighLoad");
    });

    test("the silence is expired", async () => {
      const answer = await call("DELETE", "/silence/{silenceID}", {
        silenceID: id,
      });
      expect(answer.isError, textOf(answer)).not.toBe(true);
      expect(silences()).toEqual([]);
      expect(silences("--expired")).toMatchObject([
        { id, status: { state: "expired" } },
      ]);
    });
  },
);
