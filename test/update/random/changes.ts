import type { Data } from "./documents.js";

/** A change to make, and where: numbers choose among what there is. */
export interface Change {
  readonly kind: (typeof changeKinds)[number];
  readonly at: number;
  readonly which: number;
}

const methods = ["get", "post", "put", "patch", "delete"];
const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.length === 0 ? undefined : items[index % items.length];

function operations(
  document: Data,
): { path: string; method: string; operation: Data }[] {
  return Object.entries(document["paths"] as Data).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({ path, method, operation: item[method] as Data })),
  );
}

/** Every schema with properties, and every parameter, of an operation. */
function fields(operation: Data): Data[] {
  const schema = operation["requestBody"]?.content?.["application/json"]
    ?.schema as Data | undefined;
  return [
    ...((operation["parameters"] as Data[] | undefined) ?? []),
    ...(Object.values(
      (schema?.["properties"] as Data | undefined) ?? {},
    ).filter((field) => typeof field === "object") as Data[]),
  ];
}

const make: {
  readonly [kind: string]: (document: Data, at: number, which: number) => void;
} = {
  addOperation(document, at) {
    const name = `thing${at % 7}`;
    document["paths"][`/${name}s`] ??= {
      get: {
        operationId: `list_${name}s`,
        summary: `List ${name}s`,
        responses: { "200": { description: "OK" } },
      },
    };
  },
  removeOperation(document, at) {
    const found = operations(document);
    const one = found.length > 1 ? pick(found, at) : undefined;
    if (one) delete document["paths"][one.path][one.method];
  },
  renameOperation: (document, at, which) =>
    void ((pick(operations(document), at)!.operation as Data)["operationId"] =
      `renamed${which % 5}${at % 9}`),
  movePath(document, at) {
    const one = pick(Object.keys(document["paths"]), at)!;
    const item = document["paths"][one];
    delete document["paths"][one];
    document["paths"][`/v9${one}`] = item;
  },
  renamePathParameter(document, at) {
    const one = pick(
      Object.keys(document["paths"]).filter((path) => path.includes("{")),
      at,
    );
    if (one === undefined) return;
    const [, name] = /\{(\w+)\}/.exec(one)!;
    const item = document["paths"][one] as Data;
    delete document["paths"][one];
    document["paths"][one.replace(`{${name}}`, `{${name}Id}`)] = item;
    for (const method of methods)
      for (const parameter of item[method]?.parameters ?? [])
        if (parameter.in === "path" && parameter.name === name)
          parameter.name = `${name}Id`;
  },
  summary: (document, at, which) =>
    void ((pick(operations(document), at)!.operation as Data)["summary"] =
      `Do thing ${which % 50}`),
  description: (document, at, which) =>
    void ((pick(operations(document), at)!.operation as Data)["description"] =
      `It does thing number ${which % 50} well.`),
  addParameter(document, at, which) {
    const { operation } = pick(operations(document), at)!;
    operation["parameters"] ??= [];
    const name = `extra${which % 4}`;
    if (
      operation["parameters"].some(
        (parameter: Data) => parameter["name"] === name,
      )
    )
      return;
    const place = which % (operation["parameters"].length + 1);
    const type = document["swagger"]
      ? { type: "string" }
      : { schema: { type: "string" } };
    operation["parameters"].splice(place, 0, {
      name,
      in: "query",
      description: `Extra ${which % 4}.`,
      ...(which % 3 === 0 && { required: true }),
      ...type,
    });
  },
  removeParameter(document, at, which) {
    const one = pick(
      operations(document).filter(({ operation }) =>
        operation["parameters"]?.some(
          (parameter: Data) => parameter["in"] !== "path",
        ),
      ),
      at,
    );
    const optional = one?.operation["parameters"].filter(
      (parameter: Data) => parameter["in"] !== "path",
    );
    if (one)
      one.operation["parameters"].splice(
        one.operation["parameters"].indexOf(pick(optional, which)),
        1,
      );
  },
  reorderParameters: (document, at) =>
    void (
      pick(operations(document), at)!.operation["parameters"] as
        Data[] | undefined
    )?.reverse(),
  retype(document, at, which) {
    const field = pick(
      fields(pick(operations(document), at)!.operation),
      which,
    );
    const schema = (field?.["schema"] ?? field) as Data | undefined;
    if (
      !schema ||
      schema["$ref"] ||
      schema["type"] === "object" ||
      schema["type"] === "array"
    )
      return;
    schema["type"] = schema["type"] === "string" ? "number" : "string";
    for (const keyword of ["enum", "format", "minimum", "maximum"])
      delete schema[keyword];
  },
  limit(document, at, which) {
    const field = pick(
      fields(pick(operations(document), at)!.operation),
      which,
    );
    const schema = (field?.["schema"] ?? field) as Data | undefined;
    if (
      schema &&
      schema["type"] === "string" &&
      !schema["enum"] &&
      field?.["in"] !== "path"
    )
      schema["maxLength"] = 10 + (which % 20);
    if (schema && schema["enum"])
      schema["enum"] = [...schema["enum"], `more${which % 5}`].filter(
        (value, index, all) => all.indexOf(value) === index,
      );
  },
  fieldText(document, at, which) {
    const field = pick(
      fields(pick(operations(document), at)!.operation),
      which,
    );
    if (field && !field["$ref"])
      field["description"] = `Reworded ${which % 30}.`;
  },
  require(document, at, which) {
    const field = pick(
      fields(pick(operations(document), at)!.operation),
      which,
    );
    if (field?.["in"] !== undefined && field["in"] !== "path")
      field["required"] = field["required"] !== true;
  },
  addField(document, at, which) {
    const bodies = operations(document)
      .map(
        ({ operation }) =>
          operation["requestBody"]?.content?.["application/json"]?.schema
            ?.properties as Data | undefined,
      )
      .filter((one) => one !== undefined);
    const properties = pick(bodies, at);
    if (properties)
      properties[`added${which % 4}`] = {
        type: "boolean",
        description: `Added ${which % 4}.`,
      };
  },
  removeField(document, at, which) {
    const schemas = operations(document)
      .map(
        ({ operation }) =>
          operation["requestBody"]?.content?.["application/json"]?.schema as
            Data | undefined,
      )
      .filter((one) => one?.["properties"] !== undefined);
    const schema = pick(schemas, at);
    const name = schema && pick(Object.keys(schema["properties"]), which);
    if (!schema || name === undefined) return;
    delete schema["properties"][name];
    if (schema["required"])
      schema["required"] = schema["required"].filter(
        (one: string) => one !== name,
      );
    if (schema["required"]?.length === 0) delete schema["required"];
  },
  secure(document) {
    if (document["swagger"]) return;
    document["components"] ??= {};
    document["components"].securitySchemes = {
      ...document["components"].securitySchemes,
      badge: { type: "apiKey", in: "header", name: "X-Badge" },
    };
    document["security"] = [{ badge: [] }];
  },
  server: (document, _, which) =>
    void (document["swagger"]
      ? (document["host"] = `h${which % 9}.example`)
      : (document["servers"] = [{ url: `https://h${which % 9}.example` }])),
  version: (document, _, which) =>
    void (document["info"].version = `9.${which % 10}`),
};

export const changeKinds = Object.keys(make) as readonly string[];

/** The document with the changes made. */
export function changed(document: Data, changes: readonly Change[]): Data {
  const copy = structuredClone(document);
  for (const { kind, at, which } of changes) make[kind]!(copy, at, which);
  return copy;
}
