import type {
  Annotations,
  RequestDescription,
} from "../../templates/project/src/runtime/tool.js";
import type { JsonSchema, ObjectSchema } from "../json.js";
import type { Operation } from "../spec/operation.js";

export type { Annotations, RequestDescription };

/** One MCP tool, decided: what `templates/tool.ts.hbs` writes. */
export interface Tool {
  readonly operation: Operation;
  /** `^[a-z][a-z0-9_]{0,39}$`, unique among the tools. */
  readonly name: string;
  readonly title: string;
  /** At most 1,024 characters. */
  readonly description: string;
  readonly annotations: Annotations;
  /** The full schema, which the server validates. */
  readonly input: ObjectSchema;
  /** The shortened schema that clients see; absent where the full one is within the budget. */
  readonly listed?: ObjectSchema;
  /** Relaxed schema of the structured answer; absent unless the config asks for it. */
  readonly output?: JsonSchema;
  readonly request: RequestDescription;
  /** `^[a-z0-9][a-z0-9-]*$`: folder and name of its group. */
  readonly toolset: string;
  /** A hint that a person should confirm: what is doubtful and what is suggested. */
  readonly doubt?: HintDoubt;
}

export interface HintDoubt {
  readonly reason: string;
  readonly suggestion: Partial<Annotations>;
}
