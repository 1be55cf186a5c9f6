import path from "node:path";
import { parseConfig, type Config } from "./config.js";
import { diagnostic, UserError, type Diagnostic } from "./diagnostics.js";
import { generatorVersion } from "./render/package.js";
import type { Project } from "./render/project.js";
import { renderProject } from "./render/render.js";
import { readSurface, type SurfaceReading } from "./read.js";
import { applyPlan } from "./update/apply.js";
import { buildLock } from "./update/lock.js";
import { planUpdate, type Conflict, type Plan } from "./update/plan.js";
import { readProject, type ProjectState } from "./update/project.js";
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
    ...documentPath(options, cwd),
  });
  const config = await readConfig(state);
  const document = documentOf(options, cwd, named, config);
  const reading = await readSurface(document.source, {
    ...options,
    cwd: document.relativeTo,
    config,
    lock: state?.lock,
  });
  let dir = named;
  if (state === undefined && options.dir === undefined) {
    dir = path.join(cwd, `${reading.server.name}-mcp`);
    state = await readProject(dir, documentPath(options, cwd));
  }
  stage("rendering");
  const project: Project = {
    spec: reading.spec,
    server: reading.server,
    tools: reading.tools,
    securitySchemes: reading.auth.schemes,
    document: nameFromProject(document, dir),
    options: firstConfig(options, dir, cwd),
  };
  const files = renderProject(project, { deploy: options.deploy ?? false });
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
    created: state === undefined,
    plan,
    surface,
    applied: apply,
  };
}

/** What `inspect()` takes. */
export type InspectOptions = Omit<
  GenerateOptions,
  "conflict" | "dryRun" | "deploy"
>;

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
  const document = documentOf(options, cwd, dir, config);
  return readSurface(document.source, {
    ...options,
    cwd: document.relativeTo,
    config,
    lock: state?.lock,
    validate: true,
  });
}

async function readConfig(state: ProjectState | undefined): Promise<Config> {
  return state?.configText === undefined ? {} : parseConfig(state.configText);
}

interface DocumentName {
  /** As it was given: a path, a URL or `-`. */
  readonly source: string;
  /** What a path is relative to. */
  readonly relativeTo: string;
}

function documentOf(
  options: InspectOptions,
  cwd: string,
  dir: string,
  config: Config,
): DocumentName {
  if (options.document !== undefined) {
    return { source: options.document, relativeTo: cwd };
  }
  if (config.document !== undefined && config.document !== "-") {
    return {
      // A config that was written on Windows by hand may name its path that way.
      source: isUrl(config.document)
        ? config.document
        : config.document.replaceAll("\\", "/"),
      relativeTo: dir,
    };
  }
  throw new UserError(
    diagnostic(
      "document-missing",
      config.document === "-"
        ? "This project was made from standard input: name the document, or pipe it in and say -"
        : `No document is named, and ${dir} is not a Toolwright project`,
    ),
  );
}

/** The document's absolute path, if it is a file: it may lie in the folder that becomes the project. */
function documentPath(
  { document }: GenerateOptions,
  cwd: string,
): { readonly document?: string } {
  return document === undefined || document === "-" || isUrl(document)
    ? {}
    : { document: path.resolve(cwd, document) };
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The document as the project calls it: relative to the project, with `/` on every system. */
function nameFromProject(
  { source, relativeTo }: DocumentName,
  dir: string,
): string {
  if (source === "-" || isUrl(source)) return source;
  return relativePath(dir, path.resolve(relativeTo, source));
}

function relativePath(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join("/");
}

/** What the flags of the first run leave in the project's config, so that the next run needs none. */
function firstConfig(
  options: GenerateOptions,
  dir: string,
  cwd: string,
): Project["options"] {
  const lists = {
    overlays: options.overlays?.map((overlay) =>
      isUrl(overlay) ? overlay : relativePath(dir, path.resolve(cwd, overlay)),
    ),
    allowRemote: options.allowRemote,
    include: options.include,
    exclude: options.exclude,
  };
  return {
    ...(options.name !== undefined && { name: options.name }),
    ...Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list && list.length > 0),
    ),
    ...(options.deprecated && { deprecated: options.deprecated }),
  };
}

export { UserError, type Diagnostic };
