import path from "node:path";
import { parseConfig, type Config } from "./config.js";
import { UserError, type Diagnostic } from "./diagnostics.js";
import {
  chooseDocument,
  documentPath,
  nameFromProject,
} from "./document-name.js";
import { generatorVersion } from "./render/package.js";
import type { Project, Template, Transport } from "./render/project.js";
import { renderProject } from "./render/render.js";
import { readSurface, type SurfaceReading } from "./read.js";
import { applyPlan } from "./update/apply.js";
import { buildLock } from "./update/lock.js";
import { planUpdate, type Conflict, type Plan } from "./update/plan.js";
import {
  deletedTools,
  readProject,
  type ProjectState,
} from "./update/project.js";
import { compareSurface, type SurfaceReport } from "./update/surface.js";

/** What `generate()` takes: the flags of `toolwright generate`, by the same names. */
export interface GenerateOptions {
  /** Path (relative to `cwd`) or URL of the document, or `-` for standard input; by default what the project's config names. */
  readonly document?: string;
  /** The project's folder, relative to `cwd`; by default `cwd` inside a project, else `<name>-mcp`. */
  readonly dir?: string;
  readonly cwd?: string;
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly deprecated?: "keep" | "exclude";
  readonly overlays?: readonly string[];
  /** Hosts from which references may be fetched. */
  readonly allowRemote?: readonly string[];
  /** Warnings about the document stop the run. */
  readonly strict?: boolean;
  /** What is written where both the person and the document changed one part. */
  readonly conflict?: Conflict;
  /** Stop at the plan. */
  readonly dryRun?: boolean;
  /** Decides from what changes for the clients whether the plan is carried out. */
  readonly accept?: (surface: SurfaceReport) => boolean;
  /** Further files that are written once, for running it: a compose file and a Kubernetes manifest. */
  readonly deploy?: boolean;
  /** What the project has besides its tools (default: standard). A project's config remembers it, and the two below. */
  readonly template?: Template;
  /** How `npm start` serves (default: stdio; http under the http template). */
  readonly transport?: Transport;
  /** The toolsets that the server lists (default: all). */
  readonly toolsets?: readonly string[];
  /** Called with the name of each stage as it begins. */
  readonly onStage?: (stage: string) => void;
  /** Reads standard input, for the document `-`. */
  readonly stdin?: () => Promise<string>;
}

export interface GenerateResult extends SurfaceReading {
  /** Absolute path of the project. */
  readonly dir: string;
  /** Whether there was no project before. */
  readonly created: boolean;
  readonly plan: Plan;
  readonly surface: SurfaceReport;
  /** Whether the plan was carried out. */
  readonly applied: boolean;
}

/**
 * Makes or updates the project of a document: document, operations, tools, files, plan, disk.
 *
 * @throws UserError with what is wrong and what to do; then nothing was written
 */
export async function generate(
  options: GenerateOptions = {},
): Promise<GenerateResult> {
  const cwd = options.cwd ?? process.cwd();
  const stage = options.onStage ?? (() => undefined);

  const named =
    options.dir === undefined ? cwd : path.resolve(cwd, options.dir);
  let state = await readProject(named, {
    newProjectElsewhere: options.dir === undefined,
    ...documentFile(options, cwd),
  });
  const config = await readConfig(state);
  const document = chooseDocument(options.document, config.document, {
    cwd,
    dir: named,
  });
  const reading = await readSurface(document.source, {
    ...options,
    cwd: document.relativeTo,
    config,
    lock: state?.lock,
  });
  let dir = named;
  if (state === undefined && options.dir === undefined) {
    dir = path.join(cwd, `${reading.server.name}-mcp`);
    state = await readProject(dir, documentFile(options, cwd));
  }
  stage("rendering");
  const template = options.template ?? config.template ?? "standard";
  const project: Project = {
    spec: reading.spec,
    server: reading.server,
    tools: reading.tools,
    securitySchemes: reading.auth.schemes,
    deleted: state === undefined ? new Set() : deletedTools(state),
    document: nameFromProject(document, dir),
    template,
    transport:
      options.transport ??
      config.transport ??
      (template === "http" ? "http" : "stdio"),
    options: firstConfig(options, reading.server.name, dir, cwd),
  };
  const files = renderProject(project, {
    deploy: options.deploy === true || template === "http",
  });
  const lock = buildLock({
    spec: reading.spec,
    source: project.document,
    tools: reading.tools,
    defaultSecurity: reading.spec.security,
    files,
    previous: state?.lock,
    freed: config.freeNames ?? [],
    generator: generatorVersion,
  });

  stage("planning");
  const plan = await planUpdate({
    dir,
    files,
    lock,
    state,
    conflict: options.conflict ?? "mark",
  });
  const surface = compareSurface(
    state?.surfaceKnown ? state.lock : undefined,
    lock,
  );
  const apply = !options.dryRun && (options.accept?.(surface) ?? true);
  if (apply) {
    stage("writing");
    applyPlan(plan);
  }
  return {
    ...reading,
    dir,
    created: state?.lock === undefined,
    plan,
    surface,
    applied: apply,
  };
}

/** What `inspect()` takes. */
export type InspectOptions = Omit<
  GenerateOptions,
  | "conflict"
  | "dryRun"
  | "accept"
  | "deploy"
  | "template"
  | "transport"
  | "toolsets"
> & {
  /** Whether the document is checked against the specification in full (default: yes). */
  readonly validate?: boolean;
};

/**
 * Reads a document into tools and stops there: nothing is written. Inside a project its config and lock are honoured.
 *
 * @throws UserError with what is wrong and what to do
 */
export async function inspect(
  options: InspectOptions = {},
): Promise<SurfaceReading> {
  const cwd = options.cwd ?? process.cwd();
  const dir = options.dir === undefined ? cwd : path.resolve(cwd, options.dir);
  const state = await readProject(dir, { newProjectElsewhere: true });
  const config = await readConfig(state);
  const document = chooseDocument(options.document, config.document, {
    cwd,
    dir,
  });
  return readSurface(document.source, {
    ...options,
    cwd: document.relativeTo,
    config,
    lock: state?.lock,
    validate: options.validate ?? true,
  });
}

async function readConfig(state: ProjectState | undefined): Promise<Config> {
  return state?.configText === undefined ? {} : parseConfig(state.configText);
}

/** The document may lie in the folder that becomes the project. */
function documentFile(
  { document }: GenerateOptions,
  cwd: string,
): { readonly document?: string } {
  const file = documentPath(document, cwd);
  return file === undefined ? {} : { document: file };
}

/** What the flags of the first run leave in the project's config, so that the next run needs none. */
function firstConfig(
  options: GenerateOptions,
  name: string,
  dir: string,
  cwd: string,
): Project["options"] {
  const lists = {
    overlays: options.overlays?.map((overlay) =>
      nameFromProject({ source: overlay, relativeTo: cwd }, dir),
    ),
    allowRemote: options.allowRemote,
    include: options.include,
    exclude: options.exclude,
  };
  return {
    // Made of the title at first: another title later must not rename the package and every environment variable.
    name,
    ...Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list && list.length > 0),
    ),
    ...(options.deprecated && { deprecated: options.deprecated }),
    ...(options.template && { template: options.template }),
    ...(options.transport && { transport: options.transport }),
    ...(options.toolsets && { exposure: { toolsets: options.toolsets } }),
  };
}

export { UserError, type Diagnostic };
