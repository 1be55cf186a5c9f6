/**
 * Makes an element. Children are elements or texts, and texts are only ever texts: nothing of the document is parsed as HTML.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} properties attributes; a function is a listener (`click`), `true` an attribute without a value, `false` and undefined are left out
 * @param {...(Node | string | false | undefined)} children
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined)
      element.setAttribute(name, String(value));
  }
  add(element, ...children);
  return element;
}

/** Appends elements and texts; what is false or undefined is left out. */
export function add(element, ...children) {
  element.append(
    ...children.filter((child) => child !== false && child !== undefined),
  );
}

/** The text with what cannot be seen made visible: a person is to read what a model would. Zero-width joiners stay, they make emoji. */
export function visible(text) {
  return text.replace(
    /(?![\n\r\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}

/** Text of the document, which keeps its direction to itself. */
export function quoted(text, properties = {}) {
  return el("bdi", properties, visible(text));
}

/** A name or path of the document, which may break after its parts. */
export function code(text) {
  return el("code", {}, breakable(text));
}

export function breakable(text) {
  const parts = visible(text).split(/(?<=[/_.-])(?=[^/_.-])/);
  return el(
    "bdi",
    {},
    ...parts.flatMap((part, index) =>
      index === 0 ? [part] : [el("wbr"), part],
    ),
  );
}

export function plural(count, noun, nouns = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

/** A bar that shows a number's share of the largest one; the number stands beside it in words. */
export function bar(value, largest) {
  const element = el("span", { class: "bar", "aria-hidden": "true" });
  element.style.setProperty("--share", String(value / Math.max(largest, 1)));
  return element;
}

/** A disclosure whose content is made when it is opened for the first time. */
export function disclosure(properties, summary, makeContent) {
  let made = false;
  const element = el("details", properties, summary);
  element.addEventListener("toggle", () => {
    if (made || !element.open) return;
    made = true;
    element.append(makeContent());
  });
  return element;
}

/** JSON to read, in a box that the keyboard can scroll. */
export function jsonBox(value, label) {
  return el(
    "pre",
    { tabindex: 0, role: "region", "aria-label": label },
    visible(JSON.stringify(value, null, 2)),
  );
}
