import {
  bar,
  breakable,
  code,
  disclosure,
  el,
  jsonBox,
  plural,
  quoted,
} from "./dom.js";
import { limitTexts, typeText } from "./schema.js";

/** What a call does, as hints say it: in a word, and the class that colours it. */
export const effects = {
  reads: {
    word: "Reads",
    hints: { readOnlyHint: true, destructiveHint: false },
  },
  writes: {
    word: "Writes",
    hints: { readOnlyHint: false, destructiveHint: false },
  },
  destroys: {
    word: "May destroy",
    hints: { readOnlyHint: false, destructiveHint: true },
  },
};

export function effectOf({ readOnlyHint, destructiveHint }) {
  if (readOnlyHint) return "reads";
  return destructiveHint ? "destroys" : "writes";
}

export function effectBadge(annotations) {
  const effect = effectOf(annotations);
  return el("span", { class: `badge ${effect}` }, effects[effect].word);
}

/** The line of a tool in the list. */
export function toolSummary(tool, largest, marks) {
  return el(
    "summary",
    {},
    el("span", { class: "effect" }, effectBadge(tool.annotations)),
    el(
      "span",
      { class: "naming" },
      el("h4", {}, code(tool.name)),
      quoted(tool.title, { class: "title" }),
      marks,
    ),
    el(
      "span",
      { class: "request" },
      el("b", {}, tool.method),
      " ",
      breakable(tool.path),
    ),
    el(
      "span",
      { class: "cost" },
      bar(tool.tokens, largest),
      plural(tool.tokens, "token"),
    ),
  );
}

/** The tool as the model sees it. */
export function modelView(tool) {
  const { name, title, description, inputSchema, outputSchema, annotations } =
    tool;
  return el(
    "div",
    { class: "view" },
    el("h5", {}, "What the model sees"),
    el(
      "dl",
      {},
      ...term("Name", code(name)),
      ...term("Title", quoted(title)),
      ...term("Description", quoted(description, { class: "prose" })),
      ...term("Hints", hintWords(annotations)),
      ...term("With the server's name", nameLengths(tool)),
    ),
    argumentTable(inputSchema),
    tool.shortened &&
      el(
        "p",
        { class: "note" },
        "The schema was shortened for the model; the server checks the whole one.",
      ),
    disclosure({}, el("summary", {}, "JSON as clients get it"), () =>
      jsonBox(
        {
          name,
          title,
          description,
          inputSchema,
          ...(outputSchema && { outputSchema }),
          annotations,
        },
        `JSON of ${name}`,
      ),
    ),
  );
}

function hintWords(annotations) {
  const { idempotentHint, openWorldHint, readOnlyHint } = annotations;
  const words = [
    readOnlyHint
      ? "changes nothing"
      : idempotentHint
        ? "may be repeated: a second call changes nothing more"
        : "a second call may change more",
    openWorldHint ? "reaches beyond the server" : "stays within the server",
  ];
  return el("span", {}, effectBadge(annotations), ` ${words.join("; ")}`);
}

function nameLengths({ nameLengths: lengths }) {
  const longest = Math.max(...Object.values(lengths));
  const clients = Object.keys(lengths).filter(
    (client) => lengths[client] === longest,
  );
  return `at most ${plural(longest, "character")} (${clients.join(", ")})`;
}

function argumentTable(schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).sort(
    ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
  );
  if (rows.length === 0)
    return el("p", { class: "note" }, "It takes no arguments.");
  return table(
    "Arguments",
    ["Argument", "Meaning"],
    rows.map(([name, argument]) => [
      [
        code(name),
        " ",
        required.has(name)
          ? el("strong", { class: "required" }, "required")
          : el("span", { class: "optional" }, "optional"),
        el("div", { class: "type" }, quoted(typeText(argument))),
      ],
      [
        typeof argument.description === "string" &&
          quoted(argument.description, { class: "prose" }),
        ...limitTexts(argument).map((text) =>
          el("div", { class: "limit" }, quoted(text)),
        ),
      ],
    ]),
  );
}

/** The operation as the document describes it. */
export function sourceView({ source, method, path, toolset, operation }) {
  const { body } = source;
  return el(
    "div",
    { class: "view" },
    el("h5", {}, "What it was made from"),
    el(
      "dl",
      {},
      ...term("Request", code(`${method} ${path}`)),
      ...(operation === `${method} ${path}`
        ? []
        : term("Key in the config", code(operation))),
      ...(source.operationId === undefined
        ? term("operationId", "none")
        : term("operationId", code(source.operationId))),
      ...(source.summary === undefined
        ? term("Summary", "none")
        : term("Summary", quoted(source.summary))),
      ...(source.description === undefined
        ? []
        : term("Description", quoted(source.description, { class: "prose" }))),
      ...term(
        "Tags",
        quoted(source.tags.length > 0 ? source.tags.join(", ") : "none"),
      ),
      ...term("Toolset", code(toolset)),
      ...(source.deprecated ? term("Deprecated", "yes") : []),
      ...(body
        ? term(
            body.required ? "Body (required)" : "Body",
            quoted(bodyText(body), { class: "prose" }),
          )
        : []),
      ...term("In the document", code(source.at)),
    ),
    source.parts.length === 0
      ? el("p", { class: "note" }, "It has no parameters.")
      : table(
          "Parameters and body",
          ["Parameter", "Becomes"],
          source.parts.map(partCells),
        ),
    source.answers.length > 0 &&
      disclosure({}, el("summary", {}, "Answers"), () =>
        el(
          "ul",
          {},
          ...source.answers.map((answer) =>
            el(
              "li",
              {},
              code(answer.status),
              " ",
              quoted(answer.description ?? ""),
            ),
          ),
        ),
      ),
  );
}

function bodyText({ mediaTypes, sent, description }) {
  const others = mediaTypes.filter((mediaType) => mediaType !== sent);
  return [
    sent ?? mediaTypes.join(", "),
    sent !== undefined && others.length > 0 && `not ${others.join(", ")}`,
    description,
  ]
    .filter(Boolean)
    .join("; ");
}

function partCells(part) {
  return [
    [
      code(part.name),
      el(
        "div",
        { class: "type" },
        [part.in, part.required && "required", part.deprecated && "deprecated"]
          .filter(Boolean)
          .join(", "),
      ),
    ],
    [
      ...becomes(part),
      part.description !== undefined &&
        el("div", { class: "limit" }, quoted(part.description)),
    ],
  ];
}

function becomes({ argument, value, env }) {
  if (argument !== undefined) return ["argument ", code(argument)];
  if (env !== undefined) return ["read from ", code(env), ", never shown"];
  if (value !== undefined)
    return ["always ", code(JSON.stringify(value)), ", never shown"];
  return ["no argument: it is sent by other means, or not at all"];
}

function term(name, value) {
  return [el("dt", {}, name), el("dd", {}, value)];
}

function table(caption, heads, rows) {
  return el(
    "table",
    {},
    el("caption", {}, caption),
    el(
      "thead",
      {},
      el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head))),
    ),
    el(
      "tbody",
      {},
      ...rows.map(([first, second]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, ...first),
          el("td", {}, ...second),
        ),
      ),
    ),
  );
}
