import { add, breakable, code, disclosure, el, plural, quoted } from "./dom.js";
import { effectBadge, effectOf, effects } from "./tool.js";

const severities = {
  error: "Error",
  refuses: "Refused",
  warning: "Warning",
  shortens: "Shortened",
  ignores: "Ignored",
  info: "Note",
};

export function severityBadge(kind) {
  return el("span", { class: `badge severity ${kind}` }, severities[kind]);
}

/** A link that opens a tool in the list. */
export function toolLink(name) {
  return el("a", { href: `#tool-${name}` }, code(name));
}

/** The tools whose hints a person should settle, each with the answers to choose from. */
export function fillConfirm(section, tools, changes) {
  const doubtful = tools.filter(({ doubt }) => doubt !== undefined);
  section.hidden = doubtful.length === 0;
  section.append(
    el(
      "h2",
      { id: "confirm-title" },
      `Hints to confirm (${doubtful.length.toLocaleString("en")})`,
    ),
    el(
      "p",
      {},
      "Hosts rely on these hints when they decide whether to ask a person first. Here the document left room for doubt: what does each call do?",
    ),
    el(
      "ul",
      { class: "cards" },
      ...doubtful.map((tool) => card(tool, changes)),
    ),
  );
}

function card(tool, changes) {
  const { operation, name, annotations, doubt } = tool;
  const suggested = effectOf({ ...annotations, ...doubt.suggestion });
  const buttons = Object.entries(effects).map(([effect, { word, hints }]) =>
    el(
      "button",
      {
        type: "button",
        class: effect,
        "data-effect": effect,
        click: () =>
          changes.setHints(
            operation,
            chosenEffect(changes.of(operation)) === effect
              ? { readOnlyHint: undefined, destructiveHint: undefined }
              : hints,
          ),
      },
      effect === suggested ? `${word} (suggested)` : word,
    ),
  );
  const draw = () => {
    const chosen = chosenEffect(changes.of(operation));
    for (const button of buttons)
      button.setAttribute(
        "aria-pressed",
        String(button.dataset.effect === chosen),
      );
  };
  draw();
  changes.onChange((key) => key === operation && draw());
  return el(
    "li",
    {},
    el(
      "p",
      { class: "card-head" },
      effectBadge(annotations),
      " ",
      toolLink(name),
      " ",
      el(
        "span",
        { class: "request" },
        breakable(`${tool.method} ${tool.path}`),
      ),
    ),
    el("p", {}, quoted(doubt.reason)),
    el(
      "div",
      { class: "choice", role: "group", "aria-label": `What ${name} does` },
      ...buttons,
    ),
  );
}

function chosenEffect({ annotations }) {
  return annotations?.readOnlyHint === undefined
    ? undefined
    : effectOf(annotations);
}

/** What clients would refuse, shorten or ignore. */
export function fillClients(section, lint, serverKey) {
  section.append(
    el("h2", { id: "clients-title" }, "What clients would do"),
    el(
      "p",
      {},
      lint.length === 0
        ? "No client refuses, shortens or ignores anything, where the server is called "
        : "Where the server is called ",
      code(serverKey),
      lint.length === 0 ? "." : " in the client's configuration:",
    ),
    ...groups(lint, ({ client, effect, rule }) =>
      [client, effect, rule].join(" "),
    ).map((findings) => {
      const { client, effect, rule, help, source } = findings[0];
      return findingGroup({
        kind: effect,
        title: `${client}: ${rule.replaceAll("-", " ")}`,
        cause: `Known from ${source}.`,
        help,
        findings,
      });
    }),
  );
}

/** What was found in the document, the worst first. */
export function fillDiagnostics(section, diagnostics) {
  const order = ["error", "warning", "info"];
  add(
    section,
    el(
      "h2",
      { id: "findings-title" },
      `Findings in the document (${diagnostics.length.toLocaleString("en")})`,
    ),
    diagnostics.length === 0 && el("p", {}, "Nothing was found."),
    ...groups(diagnostics, (finding) => finding.code)
      .sort(([a], [b]) => order.indexOf(a.severity) - order.indexOf(b.severity))
      .map((findings) => {
        const { severity, title, cause, help } = findings[0];
        return findingGroup({ kind: severity, title, cause, help, findings });
      }),
  );
}

function groups(findings, keyOf) {
  const byKey = new Map();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (byKey.has(key)) byKey.get(key).push(finding);
    else byKey.set(key, [finding]);
  }
  return [...byKey.values()];
}

function findingGroup({ kind, title, cause, help, findings }) {
  return disclosure(
    { class: "finding" },
    el(
      "summary",
      {},
      severityBadge(kind),
      " ",
      el("h3", {}, title),
      " ",
      el("span", { class: "count" }, plural(findings.length, "finding")),
    ),
    () =>
      el(
        "div",
        { class: "finding-text" },
        el("p", {}, cause),
        help !== undefined &&
          el("p", { class: "fix" }, el("b", {}, "To do: "), help),
        el("ul", {}, ...findings.map(findingLine)),
      ),
  );
}

function findingLine({ message, tool, at, line, column }) {
  return el(
    "li",
    {},
    tool !== undefined && toolLink(tool),
    tool !== undefined && " ",
    quoted(message, { class: "prose" }),
    at !== undefined &&
      el(
        "div",
        { class: "where" },
        code(at),
        line !== undefined && ` line ${line}, column ${column}`,
      ),
  );
}

/** Operations that are no tools, and what is not callable at all. */
export function fillSkipped(section, { skipped, notCallable }, changes) {
  section.hidden = skipped.length + notCallable.length === 0;
  section.append(el("h2", { id: "skipped-title" }, "What is no tool"));
  if (skipped.length > 0)
    section.append(
      el(
        "ul",
        { class: "skipped" },
        ...skipped.map((one) => skippedLine(one, changes)),
      ),
    );
  if (notCallable.length > 0)
    section.append(
      disclosure(
        {},
        el(
          "summary",
          {},
          `${plural(notCallable.length, "webhook or callback", "webhooks and callbacks")}: the API calls them`,
        ),
        () =>
          el(
            "ul",
            {},
            ...notCallable.map(({ kind, name }) =>
              el("li", {}, `${kind} `, code(name)),
            ),
          ),
      ),
    );
}

function skippedLine({ operation, reason, switchedOff }, changes) {
  return el(
    "li",
    {},
    code(operation),
    ": ",
    quoted(reason),
    switchedOff &&
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          "aria-label": `Make ${operation} a tool`,
          change: ({ target }) =>
            changes.set(
              operation,
              "enabled",
              target.checked ? true : undefined,
            ),
        }),
        "Make it a tool",
      ),
  );
}
