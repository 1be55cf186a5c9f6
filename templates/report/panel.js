import { el, plural, quoted } from "./dom.js";
import { toolLink } from "./findings.js";

/** The panel that collects the changes as a part of toolwright.config.json. */
export function fillPanel(panel, shortcut, tools, changes) {
  const names = new Map(tools.map(({ operation, name }) => [operation, name]));
  const title = el("h2", { id: "changes-title" });
  const list = el("ul", { class: "changed" });
  const problems = el("p", { class: "problem", role: "alert" });
  const status = el("p", { class: "hint", role: "status" });
  const text = el("textarea", {
    id: "fragment",
    readonly: true,
    wrap: "off",
    spellcheck: "false",
  });
  const buttons = [
    el("button", { type: "button", click: copy }, "Copy"),
    el("button", { type: "button", click: save }, "Save as a file"),
  ];
  const filled = el(
    "div",
    {},
    list,
    problems,
    el(
      "label",
      { for: "fragment" },
      "For ",
      el("code", {}, "toolwright.config.json"),
    ),
    text,
    el("div", { class: "choice" }, ...buttons),
  );
  const empty = el(
    "p",
    {},
    "None yet. Open a tool to rename or describe it, to correct its hints or to leave it out; what you change is collected here as a part of ",
    el("code", {}, "toolwright.config.json"),
    ". This page sends nothing anywhere.",
  );
  const draw = () => {
    const keys = changes.keys();
    const clashes = changes.clashes();
    title.textContent = `Your changes (${keys.length.toLocaleString("en")})`;
    filled.hidden = keys.length === 0;
    empty.hidden = keys.length > 0;
    shortcut.hidden = keys.length === 0;
    shortcut.textContent = `${plural(keys.length, "changed tool")}: show`;
    list.replaceChildren(
      ...keys.map((key) =>
        el(
          "li",
          {},
          names.has(key) ? toolLink(names.get(key)) : quoted(key),
          " ",
          el(
            "button",
            {
              type: "button",
              "aria-label": `Undo the changes to ${names.get(key) ?? key}`,
              click: () => {
                changes.undo(key);
                panel.focus();
              },
            },
            "Undo",
          ),
        ),
      ),
    );
    problems.textContent =
      clashes.length === 0
        ? ""
        : `Two tools would be called ${clashes.join(", ")}.`;
    text.value = `${JSON.stringify(changes.fragment(), null, 2)}\n`;
    text.rows = Math.min(text.value.split("\n").length + 1, 22);
    status.textContent = "";
  };

  async function copy() {
    try {
      await navigator.clipboard.writeText(text.value);
      status.textContent = "Copied. Merge it into toolwright.config.json.";
    } catch {
      // Some browsers give a page from a file no clipboard.
      text.focus();
      text.select();
      status.textContent = "Selected: copy it with your keyboard.";
    }
  }

  function save() {
    const url = URL.createObjectURL(
      new Blob([text.value], { type: "application/json" }),
    );
    el("a", { href: url, download: "toolwright.config.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    status.textContent =
      "Saved. In a project that has a toolwright.config.json, merge the two.";
  }

  panel.append(title, empty, filled, status);
  draw();
  changes.onChange(draw);
  addEventListener("beforeunload", (event) => {
    if (changes.keys().length > 0) event.preventDefault();
  });
}
