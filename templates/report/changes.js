/** `templates/config.schema.json` asks for the same. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
export const longestDescription = 1024;

/**
 * What the reviewer changes, by operation: an entry holds what `tools` in toolwright.config.json would.
 *
 * @param tools the tools as they are: `operation` and `name`
 */
export function createChanges(tools) {
  const entries = new Map();
  const listeners = [];
  const nameOf = ({ operation, name }) => entries.get(operation)?.name ?? name;
  const isIn = ({ operation }) => entries.get(operation)?.enabled !== false;
  const tell = (key) => listeners.forEach((listener) => listener(key));
  return {
    onChange: (listener) => listeners.push(listener),
    of: (key) => entries.get(key) ?? {},
    keys: () => [...entries.keys()],
    /** Sets a key of an operation's entry; undefined takes it away. */
    set(key, field, value) {
      const { [field]: _, ...rest } = entries.get(key) ?? {};
      const entry = value === undefined ? rest : { ...rest, [field]: value };
      if (Object.keys(entry).length > 0) entries.set(key, entry);
      else entries.delete(key);
      tell(key);
    },
    /** Sets hints of an operation; undefined takes one away. */
    setHints(key, hints) {
      const merged = Object.entries({
        ...entries.get(key)?.annotations,
        ...hints,
      }).filter(([, value]) => value !== undefined);
      this.set(
        key,
        "annotations",
        merged.length > 0 ? Object.fromEntries(merged) : undefined,
      );
    },
    undo(key) {
      entries.delete(key);
      tell(key);
    },
    /** Why a tool cannot have a name; undefined: it can. */
    nameProblem(tool, name) {
      if (!namePattern.test(name))
        return "A name has 1 to 64 letters, digits, underscores and hyphens.";
      const other = tools.find(
        (one) => one !== tool && isIn(one) && nameOf(one) === name,
      );
      return other && `${other.operation} has this name already.`;
    },
    /** Names that two tools would have. */
    clashes() {
      const seen = new Set();
      const twice = new Set();
      for (const name of tools.filter(isIn).map(nameOf)) {
        if (seen.has(name)) twice.add(name);
        seen.add(name);
      }
      return [...twice];
    },
    /** The part of toolwright.config.json that makes the changes. */
    fragment: () => ({ tools: Object.fromEntries(entries) }),
  };
}
