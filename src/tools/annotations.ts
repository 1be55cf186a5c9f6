/** The one place that decides what a host is told of a tool's effects. DESIGN 6.4. */
import { own } from "../json.js";
import { isMethodOverride, overridingMethod } from "../spec/method-override.js";
import type { Operation } from "../spec/operation.js";
import { maybeWrites, saysCreate, writingVerb } from "./annotations-text.js";
import { pathAction } from "./names/path.js";
import { isVerb, verbKind } from "./names/verbs.js";
import { isPlural, words } from "./names/tokens.js";
import type { ToolName } from "./names.js";
import type { ToolOverride } from "../spec/override.js";
import type { Annotations, HintDoubt } from "./tool.js";

type Hints = Omit<Annotations, "openWorldHint">;

const reads: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
};
const adds: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
};
const changes: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
};
const settles: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
};

interface Guess {
  readonly hints: Hints;
  readonly doubt?: HintDoubt;
}

/**
 * The four hints of a tool, and what a person should confirm about them. The owner's config wins over the document (its
 * overlays and `x-mcp` included), the document over the table; a document may only make a hint stricter, or confirm that a
 * POST reads.
 */
export function annotate(
  operation: Operation,
  name: ToolName,
  override: { readonly document: ToolOverride; readonly config: ToolOverride },
): { annotations: Annotations; doubt?: HintDoubt } {
  const guess = guessHints(operation, name);
  const document = override.document.annotations ?? {};
  const config = override.config.annotations ?? {};
  const byDocument = fromDocument(guess, document, operation, name.verb);
  const hints = apply(byDocument, config);
  const openWorldHint = config.openWorldHint ?? document.openWorldHint ?? true;
  const settled = [document, config].some(
    (said) =>
      said.readOnlyHint !== undefined || said.destructiveHint !== undefined,
  );
  return {
    annotations: { ...hints, openWorldHint },
    ...(guess.doubt !== undefined && !settled && { doubt: guess.doubt }),
  };
}

/** The table. */
function guessHints(operation: Operation, name: ToolName): Guess {
  const override = operation.parameters.find(
    (one) => isMethodOverride(one) || /^_method$/i.test(one.name),
  );
  const method =
    override === undefined ? operation.method : overridingMethod(override);
  if (method === undefined) {
    return {
      hints: changes,
      doubt: {
        reason: "A parameter can turn it into another method.",
        suggestion: { readOnlyHint: false, destructiveHint: true },
      },
    };
  }
  switch (method) {
    case "GET":
    case "HEAD":
    case "OPTIONS":
    case "QUERY":
    case "TRACE":
      return guessGet(operation, name.verb);
    case "PUT":
    case "DELETE":
      return { hints: settles };
    case "PATCH":
      return { hints: changes };
    case "POST":
      return guessPost(operation, name.verb);
    default:
      return {
        hints: changes,
        doubt: {
          reason: `What the method ${operation.method} does is not known.`,
          suggestion: { readOnlyHint: false, destructiveHint: true },
        },
      };
  }
}

function guessGet(operation: Operation, verb: string): Guess {
  const said = writingVerb(operation, verb);
  if (said === undefined) return { hints: reads };
  return {
    hints: changes,
    doubt: {
      reason: `A ${operation.method} that seems to write ("${said}").`,
      suggestion: { readOnlyHint: false, destructiveHint: true },
    },
  };
}

function guessPost(operation: Operation, verb: string): Guess {
  const kind = verbKind(verb);
  switch (kind) {
    case "create":
      if (verb === "create" && !saysCreate(operation))
        return { hints: changes };
      // `POST /notifications/all/read`, whatever it is called, changes what is there.
      return {
        hints: /^(?:un)?(?:read|seen)$/.test(pathAction(operation.path))
          ? changes
          : adds,
      };
    case "change":
      return {
        hints: joins.has(verb) && onCollection(operation) ? adds : changes,
      };
    case "remove":
      return { hints: changes };
    case "read":
      if (maybeWrites(operation))
        return {
          hints: changes,
          doubt: {
            reason: `A POST that may only read ("${verb}"), but its text says more.`,
            suggestion: { readOnlyHint: false, destructiveHint: true },
          },
        };
      return {
        hints: changes,
        doubt: {
          reason: `A POST that seems only to read ("${verb}").`,
          suggestion: reads,
        },
      };
    default:
      // `report an abuse` to /abuses, `ping` to /pings: one more of them.
      if (kind === "other" && onCollection(operation)) return { hints: adds };
      return {
        hints: changes,
        doubt: {
          reason: `What "${verb}" does to what is there is not known.`,
          suggestion: { readOnlyHint: false, destructiveHint: true },
        },
      };
  }
}

/** Verbs that add one thing to another where they are posted to a collection: `POST /apps/{id}/grants`. */
const joins = new Set([
  "grant",
  "assign",
  "associate",
  "link",
  "join",
  "bind",
  "connect",
  "tag",
  "label",
  "vote",
  "rate",
  "pin",
  "map",
  "allow",
  "claim",
]);

function onCollection(operation: Operation): boolean {
  const leaf = words(pathAction(operation.path));
  return isPlural(leaf.at(-1) ?? "") && !isVerb(leaf[0]!);
}

function fromDocument(
  guess: Guess,
  said: Partial<Annotations>,
  operation: Operation,
  verb: string,
): Hints {
  let hints = guess.hints;
  const kind = verbKind(verb);
  const free =
    operation.method === "POST" && kind !== "change" && kind !== "remove";
  hints = apply(hints, free ? said : stricter(hints, said));
  // https://platform.openai.com/docs/actions/production: a person is asked each time.
  const consequential =
    own(operation.extensions, "x-openai-isConsequential") === true;
  return consequential && hints.readOnlyHint ? changes : hints;
}

/** Of what is said, what makes a hint stricter. */
function stricter(
  hints: Hints,
  said: Partial<Annotations>,
): Partial<Annotations> {
  return {
    ...(said.readOnlyHint === false && { readOnlyHint: false }),
    ...(said.destructiveHint !== undefined &&
      (said.destructiveHint ||
        (hints.readOnlyHint && said.readOnlyHint === false)) && {
        destructiveHint: said.destructiveHint,
      }),
    ...(said.idempotentHint === false && { idempotentHint: false }),
  };
}

/** Hints with some of them stated; what follows from those follows: what only reads destroys nothing and can be repeated. */
function apply(hints: Hints, said: Partial<Annotations>): Hints {
  const readOnlyHint =
    said.readOnlyHint ??
    (said.destructiveHint === true ? false : hints.readOnlyHint);
  if (readOnlyHint)
    return {
      ...reads,
      ...(said.idempotentHint !== undefined && {
        idempotentHint: said.idempotentHint,
      }),
    };
  const base = hints.readOnlyHint ? changes : hints;
  return {
    readOnlyHint,
    destructiveHint: said.destructiveHint ?? base.destructiveHint,
    idempotentHint: said.idempotentHint ?? base.idempotentHint,
  };
}
