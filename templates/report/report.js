import { createChanges } from "./changes.js";
import { add, bar, disclosure, el, plural, quoted } from "./dom.js";
import { toolEditor } from "./editor.js";
import {
  fillClients,
  fillConfirm,
  fillDiagnostics,
  fillSkipped,
  severityBadge,
} from "./findings.js";
import { fillPanel } from "./panel.js";
import { effectOf, modelView, sourceView, toolSummary } from "./tool.js";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const changes = createChanges(data.tools);
const findingsOf = findingsByTool();

fillHead();
fillConfirm(byId("confirm"), data.tools, changes);
const rows = fillTools(byId("tools"));
fillClients(byId("clients"), data.lint, data.serverKey);
fillDiagnostics(byId("findings"), data.diagnostics);
fillSkipped(byId("skipped"), data, changes);
fillNavigation(byId("toolsets"));
fillPanel(byId("changes"), byId("to-changes"), data.tools, changes);
addEventListener("hashchange", openTool);
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.('a[href^="#tool-"]');
  // A second click on a link changes no hash.
  if (link && link.hash === location.hash) openTool();
});
openTool();

function findingsByTool() {
  const found = new Map();
  for (const finding of [...data.lint, ...data.diagnostics]) {
    if (finding.tool === undefined) continue;
    if (found.has(finding.tool)) found.get(finding.tool).push(finding);
    else found.set(finding.tool, [finding]);
  }
  return found;
}

function fillHead() {
  const { title, version, openapi } = data.document;
  document.title = `${title}: tools to review`;
  add(
    byId("head"),
    el("p", { class: "kind" }, "Toolwright report"),
    el("h1", {}, quoted(title), " ", quoted(version, { class: "version" })),
    el(
      "p",
      {},
      quoted(data.account),
      `. ${plural(data.tokens, "token")} to list every tool. OpenAPI ${openapi}.`,
    ),
    data.advice !== undefined && el("p", { class: "notice" }, data.advice),
  );
}

function fillNavigation(nav) {
  const largest = Math.max(...data.toolsets.map(({ tokens }) => tokens));
  const link = (id, text) => el("li", {}, el("a", { href: `#${id}` }, text));
  nav.append(
    el(
      "ul",
      {},
      !byId("confirm").hidden && link("confirm", "Hints to confirm"),
      link("tools", "Tools"),
      link("clients", "What clients would do"),
      link("findings", "Findings in the document"),
      !byId("skipped").hidden && link("skipped", "What is no tool"),
      link("changes", "Your changes"),
    ),
    el("h2", {}, plural(data.toolsets.length, "toolset")),
    el(
      "ul",
      { class: "sets" },
      ...data.toolsets.map(({ name, tools, tokens }) =>
        el(
          "li",
          {},
          el("a", { href: `#set-${name}` }, name),
          el(
            "span",
            { class: "count" },
            `${plural(tools, "tool")}, ${plural(tokens, "token")}`,
          ),
          bar(tokens, largest),
        ),
      ),
    ),
  );
}

function fillTools(section) {
  const largest = Math.max(...data.tools.map(({ tokens }) => tokens));
  const all = data.tools.map((tool) => toolRow(tool, largest));
  const sets = data.toolsets.map(({ name }) => {
    const members = all.filter(({ tool }) => tool.toolset === name);
    return {
      members,
      element: el(
        "section",
        { class: "set", "aria-labelledby": `set-${name}` },
        el("h3", { id: `set-${name}`, tabindex: -1 }, name),
        ...members.map(({ element }) => element),
      ),
    };
  });
  const status = el("p", { class: "hint", role: "status" });
  const search = el("input", {
    id: "search",
    type: "search",
    placeholder: "Name, text, path or argument",
    autocomplete: "off",
    spellcheck: "false",
    input: filter,
  });
  const kinds = {
    all: ["All tools", () => true],
    confirm: ["Hints to confirm", ({ tool }) => tool.doubt !== undefined],
    findings: ["With findings", ({ tool }) => findingsOf.has(tool.name)],
    reads: ["Reads", ({ effect }) => effect === "reads"],
    writes: ["Writes", ({ effect }) => effect === "writes"],
    destroys: ["May destroy", ({ effect }) => effect === "destroys"],
    changed: [
      "Changed by you",
      ({ tool }) => changes.keys().includes(tool.operation),
    ],
  };
  const kind = el(
    "select",
    { id: "kind", change: filter },
    ...Object.entries(kinds).map(([value, [text]]) =>
      el("option", { value }, text),
    ),
  );
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [, wanted] = kinds[kind.value];
    let shown = 0;
    for (const { members, element } of sets) {
      let any = false;
      for (const row of members) {
        const fits =
          wanted(row) && words.every((word) => row.text.includes(word));
        row.element.hidden = !fits;
        any ||= fits;
        if (fits) shown++;
      }
      element.hidden = !any;
    }
    status.textContent =
      shown === all.length
        ? `${plural(shown, "tool")}`
        : `${shown.toLocaleString("en")} of ${plural(all.length, "tool")}`;
  }
  section.append(
    el("h2", { id: "tools-title" }, "Tools"),
    el(
      "form",
      {
        class: "filter",
        role: "search",
        "aria-label": "Tools",
        submit: (event) => event.preventDefault(),
      },
      el(
        "div",
        { class: "field" },
        el("label", { for: "search" }, "Search"),
        search,
      ),
      el("div", { class: "field" }, el("label", { for: "kind" }, "Show"), kind),
      status,
    ),
    ...sets.map(({ element }) => element),
  );
  filter();
  return new Map(
    all.map((row) => [
      row.element.id,
      {
        ...row,
        show() {
          if (!row.element.hidden) return;
          search.value = "";
          kind.value = "all";
          filter();
        },
      },
    ]),
  );
}

function toolRow(tool, largest) {
  const findings = findingsOf.get(tool.name) ?? [];
  const marks = el("span", { class: "marks" });
  const drawMarks = () => {
    const entry = changes.of(tool.operation);
    const changed = Object.keys(entry).length > 0;
    marks.replaceChildren(
      ...[
        tool.doubt && ["confirm the hints", "doubt"],
        tool.source.deprecated && ["deprecated", ""],
        findings.some(({ severity }) => severity !== "info") && [
          plural(findings.length, "finding"),
          "warning",
        ],
        entry.enabled === false && ["left out by you", "changed"],
        changed && entry.name && [`renamed ${entry.name}`, "changed"],
        changed &&
          !entry.name &&
          entry.enabled !== false && ["changed by you", "changed"],
      ]
        .filter(Boolean)
        .map(([text, kind]) => el("span", { class: `mark ${kind}` }, text)),
    );
  };
  drawMarks();
  changes.onChange((key) => key === tool.operation && drawMarks());
  const element = disclosure(
    { class: "tool", id: `tool-${tool.name}` },
    toolSummary(tool, largest, marks),
    () => toolDetails(tool, findings),
  );
  return {
    tool,
    element,
    effect: effectOf(tool.annotations),
    text: [
      tool.name,
      tool.title,
      tool.description,
      tool.operation,
      tool.path,
      tool.source.operationId,
      tool.source.summary,
      ...Object.keys(tool.inputSchema.properties ?? {}),
    ]
      .join(" ")
      .toLowerCase(),
  };
}

function toolDetails(tool, findings) {
  return el(
    "div",
    { class: "details" },
    tool.doubt &&
      el("p", { class: "notice" }, "To confirm: ", quoted(tool.doubt.reason)),
    findings.length > 0 &&
      el(
        "ul",
        { class: "tool-findings" },
        ...findings.map((finding) =>
          el(
            "li",
            {},
            severityBadge(finding.effect ?? finding.severity),
            " ",
            finding.client !== undefined && `${finding.client}: `,
            quoted(finding.message),
            finding.help !== undefined &&
              el("div", { class: "fix" }, el("b", {}, "To do: "), finding.help),
          ),
        ),
      ),
    disclosure({ class: "change" }, el("summary", {}, "Change this tool"), () =>
      toolEditor(tool, changes),
    ),
    el("div", { class: "views" }, modelView(tool), sourceView(tool)),
  );
}

/** Opens the tool that the address names. */
function openTool() {
  const row = rows.get(decodeURIComponent(location.hash.slice(1)));
  if (row === undefined) return;
  row.show();
  row.element.open = true;
  row.element.querySelector("summary").focus({ preventScroll: true });
  row.element.scrollIntoView({ block: "start" });
}
