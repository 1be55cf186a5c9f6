import type { ValidateFunction } from "ajv";
import type { JsonSchema } from "./tool.js";

type Compile = (schema: JsonSchema) => ValidateFunction;

let loaded: Promise<Compile> | undefined;
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** A schema's validator. Loading Ajv and compiling wait for the first call: a server with 1,000 tools starts without them. */
export async function validatorFor(
  schema: JsonSchema,
): Promise<ValidateFunction> {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = (await (loaded ??= load()))(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

async function load(): Promise<Compile> {
  const [{ Ajv2020 }, formats] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  const ajv = new Ajv2020({
    allErrors: true,
    // `constructor` and its kin are names like any other.
    ownProperties: true,
    // The schemas were checked when the project was generated; compiling their meta-schema would make the first call slow.
    strict: false,
    validateSchema: false,
    validateFormats: true,
    verbose: true,
    logger: false,
    addUsedSchema: false,
  });
  formats.default.default(ajv);
  return (schema) => ajv.compile(schema);
}
