import type { Readable, Writable } from "node:stream";
import * as clack from "@clack/prompts";
import { UserError } from "../diagnostics.js";
import { plural } from "../commands/account.js";
import { plain } from "../commands/print.js";
import { serverNamePattern } from "../tools/server-name.js";
import type { SurfaceReading } from "../read.js";
import { likelyDocument } from "./suggest.js";
import type { Transport } from "../render/project.js";
import type { Choices } from "./choices.js";

export interface WizardOptions {
  readonly cwd: string;
  /** Reads a document, for its title and its operations. */
  readonly read: (document: string) => Promise<SurfaceReading>;
  readonly input?: Readable;
  readonly output?: Writable;
}

/** From this many tools on it is asked which toolsets a server lists: some clients take no more than 40. */
const askFrom = 40;

/** Ctrl-C at a question. */
class Cancelled extends Error {}

/**
 * Asks what the flags leave open. Nothing is written.
 *
 * @param given what the flags answer already
 * @returns every choice, or undefined when the person left
 */
export async function askChoices(
  given: Choices,
  options: WizardOptions,
): Promise<Choices | undefined> {
  const terminal = {
    ...(options.input && { input: options.input }),
    ...(options.output && { output: options.output }),
  };
  clack.intro("Toolwright: an MCP server for your API", terminal);
  try {
    const { document, reading } = await askDocument(given, options, terminal);
    const toolsets = await askToolsets(given, reading, terminal);
    const transport = await askTransport(given, terminal);
    const name = await askName(given, reading, terminal);
    const folder = given.dir ?? `${name ?? reading.server.name}-mcp`;
    clack.outro(plain(`The project goes into ${folder}`), terminal);
    return {
      ...given,
      document,
      transport,
      ...(toolsets && { toolsets }),
      ...(name !== undefined && { name }),
    };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    clack.cancel("Nothing was made.", terminal);
    return undefined;
  }
}

interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

async function askDocument(
  given: Choices,
  options: WizardOptions,
  terminal: Terminal,
): Promise<{ document: string; reading: SurfaceReading }> {
  let suggestion = likelyDocument(options.cwd);
  for (let { document } = given; ; document = undefined) {
    document ??= unlessCancelled(
      await clack.text({
        ...terminal,
        message: "The OpenAPI document, a path or a URL (--spec)",
        placeholder: "openapi.yaml",
        ...(suggestion !== undefined && { initialValue: suggestion }),
        validate: (text) =>
          text?.trim() ? undefined : "Name a file or a URL.",
      }),
    ).trim();
    try {
      const reading = await options.read(document);
      clack.log.success(
        plain(
          `${reading.spec.title} ${reading.spec.apiVersion}: ${plural(reading.operationCount, "operation")}`,
        ),
        terminal,
      );
      return { document, reading };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const { message, help } of error.diagnostics)
        clack.log.error(
          wrap(plain(`${message}\n${help}`), terminal.output),
          terminal,
        );
      suggestion = document;
    }
  }
}

/** Lines that leave room for the frame: the terminal would break them within words and leave the frame out. */
function wrap(text: string, output: Writable = process.stdout): string {
  const room = Math.max(
    30,
    ("columns" in output ? Number(output.columns) : 80) - 4,
  );
  return text
    .split("\n")
    .map((line) => {
      let width = 0;
      return line
        .split(" ")
        .map((word, i) => {
          const breaks = i > 0 && width + word.length + 1 > room;
          width = breaks ? word.length : width + word.length + (i > 0 ? 1 : 0);
          return `${i === 0 ? "" : breaks ? "\n" : " "}${word}`;
        })
        .join("");
    })
    .join("\n");
}

async function askToolsets(
  given: Choices,
  { tools }: SurfaceReading,
  terminal: Terminal,
): Promise<readonly string[] | undefined> {
  if (given.toolsets !== undefined) return given.toolsets;
  const sizes = new Map<string, number>();
  for (const { toolset } of tools)
    sizes.set(toolset, (sizes.get(toolset) ?? 0) + 1);
  if (tools.length <= askFrom || sizes.size === 1) return undefined;
  const all = [...sizes.keys()];
  const chosen = unlessCancelled(
    await clack.multiselect({
      ...terminal,
      message: `${plural(tools.length, "tool")}. Which toolsets does the server list? (--toolsets; all are generated, and you can change it later)`,
      options: [...sizes].map(([value, size]) => ({
        value,
        label: value,
        hint: plural(size, "tool"),
      })),
      initialValues: all,
      maxItems: 12,
    }),
  );
  return chosen.length === all.length ? undefined : chosen;
}

async function askTransport(
  given: Choices,
  terminal: Terminal,
): Promise<Transport> {
  if (given.transport !== undefined) return given.transport;
  if (given.template === "http") return "http";
  return unlessCancelled(
    await clack.select<Transport>({
      ...terminal,
      message: "How do clients reach the server? (--transport)",
      options: [
        {
          value: "stdio",
          label: "stdio",
          hint: "a desktop client or an agent on this machine starts it",
        },
        {
          value: "http",
          label: "http",
          hint: "it runs by itself; npm start serves Streamable HTTP",
        },
      ],
      initialValue: "stdio",
    }),
  );
}

async function askName(
  given: Choices,
  { server }: SurfaceReading,
  terminal: Terminal,
): Promise<string | undefined> {
  if (given.name !== undefined) return given.name;
  const name = unlessCancelled(
    await clack.text({
      ...terminal,
      message: "The server's name, as clients show it (--name)",
      initialValue: server.name,
      validate: (text) =>
        serverNamePattern.test(text ?? "")
          ? undefined
          : "Lower-case letters, digits and hyphens, at most 40, a letter first.",
    }),
  );
  // Its own name need not be pinned.
  return name === server.name ? undefined : name;
}

function unlessCancelled<Value>(
  value: Value | typeof clack.CANCEL_SYMBOL,
): Value {
  if (clack.isCancel(value)) throw new Cancelled();
  return value as Value;
}
