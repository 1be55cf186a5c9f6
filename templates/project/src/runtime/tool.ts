import type { Api } from "./api.js";

/** A JSON Schema 2020-12 object. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a host may rely on when it decides whether to ask a person first. https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export type ParameterLocation =
  "path" | "query" | "header" | "cookie" | "querystring";

/** https://spec.openapis.org/oas/v3.2.0.html#style-values; `tabDelimited` is Swagger 2.0's `collectionFormat: tsv`. */
export type Style =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "cookie";

/** Where a value of the request comes from: an argument of the tool, a constant, or an environment variable that the model never sees. */
export type ValueSource =
  | { readonly argument: string; readonly value?: never; readonly env?: never }
  | { readonly value: unknown; readonly argument?: never; readonly env?: never }
  | { readonly env: string; readonly argument?: never; readonly value?: never };

/**
 * One parameter of the HTTP request. Left out: `style` is the location's default (path and header `simple`, query and
 * cookie `form`), `explode` is true for `form`, `cookie` and `deepObject` and false otherwise.
 */
export type RequestParameter = ValueSource & {
  /** The name on the wire. */
  readonly name: string;
  readonly in: ParameterLocation;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Swagger 2.0: the style of lists that are items of the list. */
  readonly itemsStyle?: Style;
  /** The value is serialised as this media type (a parameter with `content`). */
  readonly contentType?: string;
  /** It is a credential: where a call has none, the server sends its own by this security scheme. */
  readonly scheme?: string;
};

/** One field of a flattened body. Serialisation keys apply to form bodies only. https://spec.openapis.org/oas/v3.2.0.html#encoding-object */
export type RequestField = ValueSource & {
  readonly name: string;
  /** The value is a file, or a list of files: see {@link FileInput}. */
  readonly file?: true;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly itemsStyle?: Style;
  readonly contentType?: string;
  /** Headers of the part of a multipart body. */
  readonly headers?: readonly (ValueSource & { readonly name: string })[];
};

/** The body of the HTTP request: either one argument that is the whole body, or fields that make up an object. */
export interface RequestBody {
  /** The media type that is sent, as the document declares it. */
  readonly contentType: string;
  /** Left out: the body is required, and sent as `{}` when no field is given. */
  readonly required?: false;
  /** The argument that is the whole body. */
  readonly argument?: string;
  /** The whole body is a file: see {@link FileInput}. */
  readonly file?: true;
  readonly fields?: readonly RequestField[];
}

export interface Server {
  /** May hold `{variables}`. */
  readonly url: string;
  readonly variables?: {
    readonly [name: string]: {
      readonly default: string;
      readonly enum?: readonly string[];
      readonly env: string;
    };
  };
}

/** How arguments become an HTTP request, and what is known of the answer. */
export interface RequestDescription {
  readonly method: string;
  /** Path template: `/pets/{petId}`. */
  readonly path: string;
  readonly parameters?: readonly RequestParameter[];
  readonly body?: RequestBody;
  /** Only where they differ from the API's. */
  readonly servers?: readonly Server[];
  /** Alternatives, each naming the schemes that are all needed. Only where it differs from the API's; empty: public. */
  readonly security?: readonly {
    readonly [scheme: string]: readonly string[];
  }[];
  /** Sent as `Accept` in place of the default that prefers JSON. */
  readonly accept?: string;
  /** The argument that lists the fields of the answer to keep. */
  readonly fieldsArgument?: string;
  /** The page size that is sent when the caller names none. */
  readonly pageSize?: { readonly argument: string; readonly value: number };
  /** The header in which the API takes an idempotency key: then a POST may be tried again. */
  readonly idempotencyHeader?: string;
}

/** A file as an argument: exactly one of `path`, `base64` and `text`. */
export interface FileInput {
  readonly path?: string;
  readonly base64?: string;
  readonly text?: string;
  readonly filename?: string;
  readonly contentType?: string;
}

/** What a tool answers: a CallToolResult. https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: { readonly [key: string]: unknown };
}
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image" | "audio";
      readonly data: string;
      readonly mimeType: string;
    }
  | {
      readonly type: "resource";
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string;
        readonly blob: string;
      };
    }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
      readonly size?: number;
    };

export interface Tool<Input = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  /** The schema that arguments are checked against. */
  readonly input: JsonSchema;
  /** The shortened schema that clients are shown, where the full one is too large for a model's context. */
  readonly listed?: JsonSchema;
  /** The relaxed schema of `structuredContent`, where answers are described. */
  readonly output?: JsonSchema;
  readonly request: RequestDescription;
  readonly handler: (input: Input, api: Api) => Promise<ToolResult>;
}

/** Whatever its input type: what lists, exposure and the server work with. */
export type AnyTool = Tool<never>;

/** States a tool. Gives back what it was given, with its types checked. */
export function defineTool<Input>(tool: Tool<Input>): Tool<Input> {
  return tool;
}
