import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
} from "../diagnostics.js";
import { isObject, type Json, type JsonSchema } from "../json.js";
import type { RawSchema } from "./operation.js";
import { convertSchema } from "./schema/convert.js";
import {
  findChildren,
  lastSegment,
  type Children,
} from "./schema/discriminator.js";
import type { Direction, Scope } from "./schema/scope.js";
import type { Spec } from "./spec.js";

export type { Direction } from "./schema/scope.js";

/** Turns the Schema Objects of one document into JSON Schema 2020-12. */
export interface Converter {
  readonly spec: Spec;
  /**
   * Converts one schema. Named schemas that are large or recursive stay references into `#/$defs`: see `definition`.
   *
   * @param at JSON pointer to the schema
   */
  readonly convert: (
    raw: RawSchema,
    direction: Direction,
    at: string,
  ) => JsonSchema;
  /** The schema that a converted `$ref` (`#/$defs/Name`) stands for. */
  readonly definition: (ref: string, direction: Direction) => JsonSchema;
  /** What was found since it was last asked for; each finding once. */
  readonly takeDiagnostics: () => Diagnostic[];
}

/** Named schemas are converted inside one another so deep, then one by one. */
const eagerLimit = 12;
/** Schemas that extend one another so deep are no data model. */
const extendLimit = 60;
/** A named schema of at most so many characters stands where it is used. */
const inlineLimit = 300;

interface Definition {
  readonly name: string;
  /** The reference that it is known by. */
  readonly at: string;
  readonly make: () => JsonSchema;
  state: "waiting" | "busy" | "done";
  schema?: JsonSchema;
  /** The schema without branches that lead back to it: what others see. */
  safe?: JsonSchema;
  /** Small and without references. */
  inline?: boolean;
}

/** Makes the converter of a document. Each named schema is converted once for each direction, when it is first needed. */
export function createConverter(spec: Spec): Converter {
  const findings: Diagnostic[] = [];
  const reported = new Set<string>();
  let origin = "";
  let children: Children | undefined;

  function report(code: DiagnosticCode, message: string, at: string): void {
    const key = `${code} ${at} ${message}`;
    if (reported.has(key)) return;
    reported.add(key);
    findings.push(diagnostic(code, message, { at }));
  }

  function createScope(
    direction: Direction,
  ): Scope & { readonly lookUp: (ref: string) => JsonSchema } {
    const byKey = new Map<string, Definition>();
    const byName = new Map<string, Definition>();
    let depthOfRefs = 0;

    function define(
      key: string,
      wanted: string,
      make: () => JsonSchema,
    ): Definition {
      let definition = byKey.get(key);
      if (definition === undefined) {
        definition = {
          name: freeName(wanted, key),
          at: key,
          make,
          state: "waiting",
        };
        byKey.set(key, definition);
        byName.set(`#/$defs/${definition.name}`, definition);
      }
      return definition;
    }

    function freeName(wanted: string, key: string): string {
      const clean = cleanName(wanted);
      const longer = cleanName(key.replace(/^.*#\//, "").replace(/\//g, "_"));
      let name = clean;
      for (let i = 1; byName.has(`#/$defs/${name}`); i++) {
        name = i === 1 ? longer : `${longer}_${i}`;
      }
      return name;
    }

    function complete(definition: Definition): JsonSchema | undefined {
      if (definition.state === "busy") return undefined;
      if (definition.state === "waiting") {
        definition.state = "busy";
        depthOfRefs += 1;
        definition.schema = definition.make();
        depthOfRefs -= 1;
        definition.inline = fits(definition.schema, { left: inlineLimit });
        definition.state = "done";
      }
      return definition.schema;
    }

    function use(definition: Definition): JsonSchema {
      if (depthOfRefs < eagerLimit) complete(definition);
      return definition.inline === true
        ? definition.schema!
        : { $ref: `#/$defs/${definition.name}` };
    }

    /** A schema that is a branch of itself would be checked without end: in place of such a branch anything goes. */
    function untangle(definition: Definition): JsonSchema {
      const own = `#/$defs/${definition.name}`;
      const leadsBack = (ref: string): boolean => {
        const queue = new Set([ref]);
        for (const next of queue) {
          if (next === own) return true;
          const target = byName.get(next);
          if (target !== undefined) sameValueRefs(complete(target)!, queue);
        }
        return false;
      };
      const cut = replaceSameValueRefs(definition.schema!, leadsBack);
      if (cut !== definition.schema) {
        report(
          "schema-circular",
          `"${definition.name}" is a part of itself`,
          definition.at.split(" ")[0]!,
        );
      }
      return cut;
    }

    function refer(ref: string, at: string): JsonSchema {
      const target = spec.resolve(ref);
      if (target === undefined) {
        report(
          "schema-ref-unresolved",
          `$ref ${JSON.stringify(ref)} leads nowhere${usedBy(origin)}`,
          at,
        );
        return { description: "Not described in the API's document." };
      }
      return use(
        define(target.ref, lastSegment(target.ref), () =>
          convertSchema(target.value, target.ref, 0, scope, target.ref),
        ),
      );
    }

    const scope = {
      direction,
      version: spec.version,
      spec,
      children: () => (children ??= findChildren(spec)),
      report,
      refer,
      resolve: spec.resolve,
      convert: (raw: Json, at: string, depth: number) =>
        convertSchema(raw, at, depth, scope, undefined),
      convertNamed: (
        raw: Json,
        at: string,
        depth: number,
        named: string | undefined,
      ) => convertSchema(raw, at, depth, scope, named),
      expand: (schema: JsonSchema) => {
        let found: JsonSchema | undefined = schema;
        for (
          let i = 0;
          found !== undefined && typeof found["$ref"] === "string";
          i++
        ) {
          const definition = byName.get(found["$ref"]);
          const { $ref: _, ...besides } = found;
          if (definition === undefined || i > 8) return undefined;
          if (definition.state === "waiting" && depthOfRefs > extendLimit) {
            report(
              "schema-too-deep",
              "Schemas extend one another without end",
              definition.at,
            );
            return undefined;
          }
          const whole = complete(definition);
          found = whole && { ...whole, ...besides };
        }
        return found;
      },
      vary: (
        schema: JsonSchema,
        suffix: string,
        change: (whole: JsonSchema) => JsonSchema,
      ) => {
        const { $ref: ref, ...besides } = schema;
        const base = byName.get(ref as string)!;
        const changed = use(
          define(`${base.name} ${suffix}`, `${base.name}_${suffix}`, () => {
            const whole = scope.expand({ $ref: ref as string });
            return whole === undefined ? {} : change(whole);
          }),
        );
        return { ...changed, ...besides };
      },
      lookUp: (ref: string): JsonSchema => {
        const definition = byName.get(ref);
        if (definition === undefined) throw new Error(`No definition ${ref}`);
        complete(definition);
        return (definition.safe ??= untangle(definition));
      },
    };
    return scope;
  }

  const scopes = {
    request: createScope("request"),
    response: createScope("response"),
  };

  return {
    spec,
    convert: (raw, direction, at) => {
      origin = at;
      return scopes[direction].convert(raw, at, 0);
    },
    definition: (ref, direction) => scopes[direction].lookUp(ref),
    takeDiagnostics: () => findings.splice(0),
  };
}

const branchKeywords = ["anyOf", "allOf"] as const;

/** Collects the references that a schema makes for the value itself, not for something in it. */
function sameValueRefs(schema: JsonSchema, found: Set<string>): void {
  if (typeof schema["$ref"] === "string") found.add(schema["$ref"]);
  for (const keyword of branchKeywords) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches) sameValueRefs(branch as JsonSchema, found);
  }
}

function replaceSameValueRefs(
  schema: JsonSchema,
  isMeant: (ref: string) => boolean,
): JsonSchema {
  const ref = schema["$ref"];
  if (typeof ref === "string" && isMeant(ref)) {
    const { $ref: _, ...besides } = schema;
    return besides;
  }
  let changed = schema;
  for (const keyword of branchKeywords) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const replaced = branches.map((branch) =>
      replaceSameValueRefs(branch as JsonSchema, isMeant),
    );
    if (replaced.some((branch, i) => branch !== branches[i])) {
      changed = { ...changed, [keyword]: replaced };
    }
  }
  return changed;
}

/** A key of `$defs` that needs no escapes in a reference and is no word with a meaning to JavaScript. */
function cleanName(name: string): string {
  const clean = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^[_.-]+|_+$/g, "")
    .slice(0, 80);
  return clean === "" ? "Schema" : clean;
}

function usedBy(at: string): string {
  const found = /^#\/paths\/([^/]+)\/([^/]+)/.exec(at);
  if (found === null) return "";
  const path = found[1]!.replace(/~1/g, "/").replace(/~0/g, "~");
  return ` (used by ${found[2]!.toUpperCase()} ${path})`;
}

/** Whether a schema is without references and within a number of characters, which are used up. */
function fits(value: Json, budget: { left: number }): boolean {
  if (Array.isArray(value)) return value.every((item) => fits(item, budget));
  if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (key === "$ref" && typeof value[key] === "string") return false;
      budget.left -= key.length + 4;
      // Texts are shortened later.
      if (key === "description" && typeof value[key] === "string")
        budget.left -= 30;
      else if (budget.left < 0 || !fits(value[key]!, budget)) return false;
    }
    return budget.left >= 0;
  }
  budget.left -= typeof value === "string" ? value.length + 2 : 4;
  return budget.left >= 0;
}
