import { readFileSync } from "node:fs";
import path from "node:path";
import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, UserError, type Diagnostic } from "./diagnostics.js";
import { nearest } from "./nearest.js";
import type { Template, Transport } from "./render/project.js";
import { templatesFolder } from "./render/templates.js";
import type { ToolOverride } from "./spec/override.js";

/** `toolwright.config.json`, as `templates/config.schema.json` describes it. What only the running server reads is not named here. */
export interface Config {
  readonly document?: string;
  readonly overlays?: readonly string[];
  readonly allowRemote?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly deprecated?: "keep" | "exclude";
  readonly name?: string;
  readonly envPrefix?: string;
  readonly template?: Template;
  readonly transport?: Transport;
  readonly output?: "text" | "structured";
  readonly clients?: readonly string[];
  readonly openWorld?: boolean;
  readonly tools?: { readonly [operationKey: string]: ToolOverride };
  readonly freeNames?: readonly string[];
}

const configName = "toolwright.config.json";

/**
 * Reads the text of a config.
 *
 * @throws UserError when it is not JSON, or has an unknown or mistyped key: each is named with the nearest right one
 */
export async function parseConfig(text: string): Promise<Config> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UserError(
      diagnostic(
        "config-invalid",
        `${configName} is not JSON: ${(error as Error).message}`,
        { at: configName },
      ),
    );
  }
  const problems = await check(value);
  if (problems.length > 0) throw new UserError(...problems);
  return value as Config;
}

async function check(value: unknown): Promise<Diagnostic[]> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const schema = JSON.parse(
    readFileSync(path.join(templatesFolder, "config.schema.json"), "utf8"),
  ) as object;
  const ajv: Ajv2020 = new Ajv2020({
    allErrors: true,
    verbose: true,
    // The schema is ours and has a test; compiling what checks it takes longer than all else that is done with the config.
    validateSchema: false,
  });
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) =>
    diagnostic("config-invalid", `${configName}: ${explain(error)}`, {
      at: `${configName}#${error.instancePath}`,
    }),
  );
}

function explain(error: ErrorObject): string {
  const where = placeOf(error.instancePath);
  if (error.keyword === "additionalProperties") {
    const key = String(error.params["additionalProperty"]);
    const known = Object.keys(
      (error.parentSchema?.["properties"] ?? {}) as object,
    );
    const near =
      nearest(key, known) ??
      known.find((name) => name.toLowerCase().startsWith(key.toLowerCase()));
    return `"${key}" at ${where} is not a key${near === undefined ? `; the keys there are ${known.join(", ")}` : `; did you mean "${near}"?`}`;
  }
  if (error.keyword === "enum") {
    const allowed = error.params["allowedValues"] as readonly unknown[];
    const near =
      typeof error.data === "string"
        ? nearest(error.data, allowed.map(String))
        : undefined;
    return `${where} must be one of ${allowed.map((item) => JSON.stringify(item)).join(", ")}${near === undefined ? "" : `; did you mean "${near}"?`}`;
  }
  return `${where} ${error.message ?? "is wrong"}`;
}

/** `tools["GET /pets/{}"].name` for `/tools/GET ~1pets~1{}/name`: as one would write it. */
function placeOf(pointer: string): string {
  if (pointer === "") return "the top level";
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key, index) =>
      /^\d+$/.test(key)
        ? `[${key}]`
        : /^\w+$/.test(key)
          ? `${index === 0 ? "" : "."}${key}`
          : `[${JSON.stringify(key)}]`,
    )
    .join("");
}
