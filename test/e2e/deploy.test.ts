// What `--deploy` and the Dockerfile say, judged by the schemas of those who read it, and done as far as it goes without them.
import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { load, loadAll } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../harness/ports.js";
import { run, toolwright, type Outcome } from "../harness/process.js";
import { buildProject, freshFolder } from "../harness/project.js";
import { root } from "../harness/root.js";
import { installed } from "../harness/toolbox.js";

let project: string;
beforeAll(async () => {
  project = await freshFolder("deploy");
  const generated = await toolwright([
    "generate",
    "samples/marina.yaml",
    project,
    "--deploy",
  ]);
  if (generated.status !== 0) throw new Error(generated.stderr);
  const built = await buildProject(project);
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}, 240_000);
afterAll(() => {
  if (project !== undefined) rmSync(project, { recursive: true, force: true });
});

const read = (file: string): string =>
  readFileSync(path.join(project, file), "utf8");

/** How long the server lets calls run on after SIGTERM, as its help says. */
async function stopSeconds(): Promise<number> {
  const { stdout } = await run(process.execPath, [
    path.join(project, "dist/main.js"),
    "--help",
  ]);
  return Number(/--stop-timeout SECONDS.*\((\d+)\)/.exec(stdout)![1]);
}

/** What the two files name of the server, it knows: a variable of its own that holds no secret. */
async function expectVariables(names: readonly string[]): Promise<void> {
  const { stdout } = await run(process.execPath, [
    path.join(project, "dist/main.js"),
    "--help",
  ]);
  for (const name of names) expect(stdout).toContain(`[${name}]`);
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

describe("kubernetes.yaml", () => {
  interface Manifest {
    readonly kind: string;
    readonly spec: {
      readonly selector: unknown;
      readonly ports: readonly { readonly targetPort: string }[];
      readonly template: {
        readonly metadata: { readonly labels: unknown };
        readonly spec: {
          readonly terminationGracePeriodSeconds: number;
          readonly containers: readonly {
            readonly env: readonly { readonly name: string }[];
            readonly ports: readonly { readonly name: string }[];
            readonly lifecycle: {
              readonly preStop: {
                readonly exec: { readonly command: readonly string[] };
              };
            };
            readonly readinessProbe: Probe;
            readonly livenessProbe: Probe;
            readonly resources: { readonly limits: { memory: string } };
          }[];
        };
      };
    };
  }
  let deployment: Manifest;
  let service: Manifest;
  beforeAll(() => {
    [deployment, service] = loadAll(read("deploy/kubernetes.yaml")) as [
      Manifest,
      Manifest,
    ];
  });

  // Stricter than the schemas alone: a key that Kubernetes does not know is an error here, as kubectl makes it one.
  test("is what the types of Kubernetes allow", async () => {
    const home = await installed("kubernetes-types", {
      "kubernetes-types": "1.30.0",
    });
    const check = async (name: string, other: object): Promise<string> => {
      const file = path.join(home, `${name}.ts`);
      writeFileSync(
        file,
        `import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { Service } from "kubernetes-types/core/v1.js";
export const deployment: Deployment = ${JSON.stringify(deployment)};
export const service: Service = ${JSON.stringify({ ...service, ...other })};
`,
      );
      const { stdout } = await run(process.execPath, [
        path.join(root, "node_modules/typescript-7/bin/tsc"),
        ..."--ignoreConfig --noEmit --strict --target es2022 --skipLibCheck".split(
          " ",
        ),
        ..."--module nodenext --moduleResolution nodenext --types".split(" "),
        "",
        file,
      ]);
      return stdout;
    };
    expect(await check("right", {})).toBe("");
    expect(await check("wrong", { specs: 1 })).toContain('"specs"');
  }, 240_000);

  // https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
  test("runs under the restricted standard", () => {
    expect(deployment.spec.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
        },
      ],
    });
  });

  test("sends requests to ready pods only, and lets calls end", async () => {
    const { spec, metadata } = deployment.spec.template;
    const [container] = spec.containers;
    expect(service.spec.selector).toEqual(metadata.labels);
    expect(deployment.spec.selector).toEqual({ matchLabels: metadata.labels });
    expect(service.spec.ports[0]!.targetPort).toBe(container!.ports[0]!.name);
    expect(container!.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container!.livenessProbe.httpGet.path).toBe("/healthz");
    expect(container!.resources.limits.memory).toMatch(/^\d+Mi$/);
    const [command, ...args] = container!.lifecycle.preStop.exec.command;
    expect(command).toBe("node");
    const waited = await run(process.execPath, args);
    expect(waited.status).toBe(0);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
      waited.seconds + (await stopSeconds()),
    );
  }, 60_000);

  test("names no credential", () =>
    expectVariables(
      deployment.spec.template.spec.containers[0]!.env.map(({ name }) => name),
    ));
});

describe("compose.yaml", () => {
  test("is what the schema of Compose allows", async () => {
    const home = await installed("dclint", { dclint: "3.1.0" });
    const { status, stdout, stderr } = await run(
      path.join(home, "node_modules/.bin/dclint"),
      ["--formatter", "json", "--quiet", path.join(project, "compose.yaml")],
    );
    expect(status, stdout + stderr).toBe(0);
  }, 240_000);

  test("runs without rights, within limits, and lets calls end", async () => {
    const { services } = load(read("compose.yaml")) as {
      services: {
        [name: string]: {
          environment: object;
          ports: string[];
          stop_grace_period: string;
        };
      };
    };
    const service = services["marina-mcp"]!;
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.stringMatching(/^\d+m$/),
      pids_limit: expect.any(Number),
    });
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(Number.parseInt(service.stop_grace_period)).toBeGreaterThan(
      await stopSeconds(),
    );
    await expectVariables(Object.keys(service.environment));
  });
});

describe("Dockerfile", () => {
  /** The last stage: what it copies, and what it runs. */
  let image: string;
  let port: number;
  let entry: readonly string[];
  let health: readonly string[];
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

  beforeAll(async () => {
    const stage = read("Dockerfile")
      .split(/^FROM /m)
      .at(-1)!;
    expect(stage).toMatch(/^USER node$/m);
    image = mkdtempSync(path.join(tmpdir(), "toolwright-image-"));
    for (const [, sources] of stage.matchAll(
      /^COPY --from=build (.+) \S+$/gm,
    )) {
      for (const source of sources!.split(" ")) {
        const name = path.posix.relative("/app", source);
        cpSync(path.join(project, name), path.join(image, name), {
          recursive: true,
        });
      }
    }
    chmodSync(image, 0o555);
    port = await freePort();
    const command = (instruction: RegExp): string[] => {
      const text = instruction
        .exec(stage)![1]!
        .replaceAll("3000", String(port));
      return (JSON.parse(text) as string[]).slice(1);
    };
    entry = command(/^ENTRYPOINT (.+)$/m);
    health = command(/^HEALTHCHECK (?:.*\\\n)? *CMD (.+)$/m);
  });
  afterAll(() => {
    chmodSync(image, 0o755);
    rmSync(image, { recursive: true, force: true });
  });

  function start(env: { [name: string]: string }): ChildProcess {
    return spawn(process.execPath, entry, {
      cwd: image,
      env: { NODE_ENV: "production", ...env },
      stdio: ["ignore", "ignore", "pipe"],
      ...nobody,
    });
  }
  const checkHealth = (): Promise<Outcome> => run(process.execPath, health);

  test("refuses to start without a token", async () => {
    const server = start({});
    let log = "";
    server.stderr!.on("data", (chunk: Buffer) => (log += chunk.toString()));
    const status = await new Promise((resolve) => server.on("close", resolve));
    expect([status, log]).toEqual([
      1,
      expect.stringContaining("MARINA_INBOUND_TOKENS"),
    ]);
  });

  test("serves from what is copied alone, without rights, and stops when told", async () => {
    expect((await checkHealth()).status).toBe(1);
    const before = readdirSync(image, { recursive: true });
    const server = start({ MARINA_INBOUND_TOKENS: "the-token-of-callers" });
    try {
      for (let waited = 0; (await checkHealth()).status !== 0; waited += 1) {
        expect([server.exitCode, waited < 50]).toEqual([null, true]);
        await sleep(100);
      }
      expect((await fetch(`http://127.0.0.1:${port}/mcp`)).status).toBe(401);
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(readdirSync(image, { recursive: true })).toEqual(before);
    } finally {
      server.kill("SIGKILL");
    }
  }, 60_000);

  test("no .env comes into the image", () => {
    expect(read(".dockerignore").split("\n")).toContain(".env*");
  });
});
