import { longestDescription } from "./changes.js";
import { el, plural } from "./dom.js";
import { effectOf, effects } from "./tool.js";

/** The form in which a reviewer changes one tool. */
export function toolEditor(tool, changes) {
  const key = tool.operation;
  const form = el("form", {
    class: "editor",
    "aria-label": `Your changes to ${tool.name}`,
    submit: (event) => event.preventDefault(),
  });
  const draw = () => {
    const entry = changes.of(key);
    form.replaceChildren(
      includeBox(tool, changes, entry),
      nameField(tool, changes, entry),
      textField(tool, changes, entry, "title", "Title", "input"),
      textField(tool, changes, entry, "description", "Description", "textarea"),
      el("div", { class: "selects" }, ...hintFields(tool, changes, entry)),
      el(
        "button",
        {
          type: "button",
          click: () => {
            changes.undo(key);
            form.querySelector("input").focus();
          },
        },
        "Undo the changes to this tool",
      ),
    );
  };
  draw();
  // What is typed here is shown already: only a change from elsewhere draws the form anew.
  changes.onChange((changed) => {
    if (changed !== key) return;
    const typing =
      form.contains(document.activeElement) &&
      document.activeElement.tagName !== "BUTTON";
    if (!typing) draw();
  });
  return form;
}

function includeBox({ operation }, changes, entry) {
  return el(
    "label",
    { class: "check" },
    el("input", {
      type: "checkbox",
      checked: entry.enabled !== false,
      change: ({ target }) =>
        changes.set(operation, "enabled", target.checked ? undefined : false),
    }),
    "Is a tool",
  );
}

function nameField(tool, changes, entry) {
  const id = `name-${tool.name}`;
  const hint = el("p", { id: `${id}-hint`, class: "hint", role: "status" });
  const input = el("input", {
    id,
    type: "text",
    value: entry.name ?? tool.name,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": hint.id,
    input: () => {
      const name = input.value.trim();
      const same = name === "" || name === tool.name;
      const problem = same ? undefined : changes.nameProblem(tool, name);
      input.setAttribute("aria-invalid", String(problem !== undefined));
      hint.textContent = problem ?? lengthText(tool, name);
      changes.set(
        tool.operation,
        "name",
        same || problem !== undefined ? undefined : name,
      );
    },
  });
  hint.textContent = lengthText(tool, input.value);
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, "Name"),
    input,
    hint,
  );
}

/** Clients put the server's name before the tool's and refuse what is longer than 64 characters. */
function lengthText(tool, name) {
  const before =
    Math.max(...Object.values(tool.nameLengths)) - tool.name.length;
  const length = before + (name.length || tool.name.length);
  return `${plural(length, "character")} with the server's name${length > 64 ? ": some clients refuse more than 64" : " in the client that makes it longest"}`;
}

function textField(tool, changes, entry, field, label, tag) {
  const id = `${field}-${tool.name}`;
  const long = tag === "textarea";
  const hint = el("p", { id: `${id}-hint`, class: "hint" });
  const count = () => {
    hint.textContent = `${control.value.length} of ${longestDescription.toLocaleString("en")} characters. Empty: it stays as it is.`;
  };
  const control = el(tag, {
    id,
    ...(long
      ? {
          rows: 4,
          maxlength: longestDescription,
          "aria-describedby": hint.id,
        }
      : { type: "text" }),
    dir: "auto",
    input: () => {
      const text = control.value.trim();
      changes.set(
        tool.operation,
        field,
        text === "" || text === tool[field] ? undefined : text,
      );
      if (long) count();
    },
  });
  control.value = entry[field] ?? tool[field];
  if (long) count();
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    control,
    long && hint,
  );
}

function hintFields(tool, changes, entry) {
  const { annotations } = tool;
  const chosen = entry.annotations ?? {};
  const yesNo = (hint, label) =>
    select(
      `${hint}-${tool.name}`,
      label,
      [
        ["", `As it is: ${annotations[hint] ? "yes" : "no"}`],
        ["true", "Yes"],
        ["false", "No"],
      ],
      String(chosen[hint] ?? ""),
      (value) =>
        changes.setHints(tool.operation, {
          [hint]: value === "" ? undefined : value === "true",
        }),
    );
  return [
    select(
      `effect-${tool.name}`,
      "Effect",
      [
        ["", `As it is: ${effects[effectOf(annotations)].word.toLowerCase()}`],
        ...Object.entries(effects).map(([effect, { word }]) => [effect, word]),
      ],
      chosen.readOnlyHint === undefined ? "" : effectOf(chosen),
      (effect) =>
        changes.setHints(
          tool.operation,
          effects[effect]?.hints ?? {
            readOnlyHint: undefined,
            destructiveHint: undefined,
          },
        ),
    ),
    yesNo("idempotentHint", "May be repeated"),
    yesNo("openWorldHint", "Reaches beyond the server"),
  ];
}

function select(id, label, options, chosen, change) {
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el(
      "select",
      { id, change: ({ target }) => change(target.value) },
      ...options.map(([value, text]) =>
        el("option", { value, selected: value === chosen }, text),
      ),
    ),
  );
}
