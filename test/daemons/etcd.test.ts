import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../harness/client.js";
import { freePort } from "../harness/ports.js";
import {
  describeDaemon,
  drive,
  startDaemon,
  type Daemon,
  type Driven,
} from "./daemon.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

// The gateway is protobuf's JSON mapping: bytes in base64, 64-bit integers as strings.
// https://protobuf.dev/programming-guides/json/
describeDaemon(
  "etcd through a generated server",
  ["etcd", "etcdctl"],
  "etcd-3.4.json",
  (document) => {
    let daemon: Daemon;
    let server: Driven;
    let url: string;

    beforeAll(async () => {
      const [port, peer] = [await freePort(), await freePort()];
      url = `http://127.0.0.1:${port}`;
      daemon = await startDaemon(
        "etcd",
        (folder) => [
          `--data-dir=${folder}/data`,
          `--listen-client-urls=${url}`,
          `--advertise-client-urls=${url}`,
          `--listen-peer-urls=http://127.0.0.1:${peer}`,
          `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
          `--initial-cluster=default=http://127.0.0.1:${peer}`,
        ],
        async () => (await fetch(`${url}/health`)).ok,
      );
      // The document asks for a token everywhere; a daemon without accounts refuses any.
      server = await drive(document, url, {
        overlay: "1.0.0",
        info: { title: "No accounts", version: "1.0.0" },
        actions: [{ target: "$.security", remove: true }],
      });
    });

    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
      await daemon?.[Symbol.asyncDispose]();
    });

    /** The daemon's own word, through its own client. */
    function etcdctl(...args: string[]): string {
      return execFileSync("etcdctl", [`--endpoints=${url}`, ...args], {
        encoding: "utf8",
        env: { ...process.env, ETCDCTL_API: "3" },
      });
    }

    /** Calls the tool of a POST operation, which must succeed, and gives its answer. */
    async function call(
      template: string,
      args: object,
    ): Promise<{ readonly [key: string]: unknown }> {
      const answer = await server.connection.call(
        server.nameOf("POST", template),
        args,
      );
      expect(answer.isError, textOf(answer)).not.toBe(true);
      return JSON.parse(textOf(answer)) as { [key: string]: unknown };
    }

    test("a key is put", async () => {
      await call("/v3/kv/put", {
        key: base64("colour"),
        value: base64("blau"),
      });
      expect(etcdctl("get", "colour")).toBe("colour\nblau\n");
    });

    test("keys are ranged over", async () => {
      etcdctl("put", "colour/a", "rot");
      etcdctl("put", "colour/b", "grün");
      const answer = await call("/v3/kv/range", {
        key: base64("colour/"),
        range_end: base64("colour0"),
        limit: "1",
        sort_order: "DESCEND",
        sort_target: "KEY",
      });
      expect(answer).toMatchObject({
        kvs: [{ key: base64("colour/b"), value: base64("grün") }],
        more: true,
        count: "2",
      });
    });

    test("a lease beyond 2^53 is granted, kept alive and revoked", async () => {
      const id = "7587882212297457713";
      expect(
        await call("/v3/lease/grant", { ID: id, TTL: "300" }),
      ).toMatchObject({ ID: id, TTL: "300" });
      const hex = BigInt(id).toString(16);
      expect(etcdctl("lease", "list")).toContain(hex);

      await call("/v3/kv/put", {
        key: base64("leased"),
        value: base64("1"),
        lease: id,
      });
      expect(etcdctl("lease", "timetolive", hex, "--keys")).toContain("leased");
      // A stream of one: the gateway wraps each of its results.
      expect(await call("/v3/lease/keepalive", { ID: id })).toMatchObject({
        result: { ID: id, TTL: "300" },
      });

      await call("/v3/lease/revoke", { ID: id });
      expect(etcdctl("lease", "list")).not.toContain(hex);
      expect(etcdctl("get", "leased")).toBe("");
    });

    test("a key is deleted", async () => {
      const answer = await call("/v3/kv/deleterange", {
        key: base64("colour"),
        prev_kv: true,
      });
      expect(answer).toMatchObject({
        deleted: "1",
        prev_kvs: [{ value: base64("blau") }],
      });
      expect(etcdctl("get", "colour")).toBe("");
    });

    test("a watch, which never ends, gives what came of it", async () => {
      const watching = server.connection.call(
        server.nameOf("POST", "/v3/watch"),
        { create_request: { key: base64("watched") } },
      );
      // Until the watch stands, changes are not seen: keep changing.
      const changing = setInterval(() => {
        etcdctl("put", "watched", "again");
      }, 500);
      setTimeout(() => clearInterval(changing), 4000);
      const answer = await watching;
      clearInterval(changing);
      const text = textOf(answer);
      expect(answer.isError, text).not.toBe(true);
      expect(text).toContain('"created":true');
      expect(text).toContain(base64("again"));
    });

    test("an error of the daemon reaches the model", async () => {
      const answer = await server.connection.call(
        server.nameOf("POST", "/v3/lease/revoke"),
        { ID: "12345" },
      );
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain("requested lease not found");
    });
  },
);
