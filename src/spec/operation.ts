import type { Json, JsonObject } from "../json.js";

/** A raw Schema Object as it stands in the document (any OpenAPI version), its `$ref`s made absolute by the loader. */
export type RawSchema = Json;

export type ParameterLocation =
  "path" | "query" | "header" | "cookie" | "querystring";

/** https://spec.openapis.org/oas/v3.2.0.html#style-values, and `tabDelimited` for Swagger 2.0's `collectionFormat: tsv`. */
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

/** https://spec.openapis.org/oas/v3.2.0.html#parameter-object, with the defaults of style and explode filled in. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly schema: RawSchema;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Swagger 2.0: the style of lists that are items of the list. */
  readonly itemsStyle?: Style;
  /** Set when the parameter has `content` in place of `schema`: the media type its value is serialised as. */
  readonly contentType?: string;
  readonly example?: Json;
  readonly extensions: JsonObject;
  /** JSON pointer to the parameter. */
  readonly at: string;
}

/** https://spec.openapis.org/oas/v3.2.0.html#encoding-object */
export interface Encoding {
  readonly contentType?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly itemsStyle?: Style;
  readonly headers?: JsonObject;
}

/** https://spec.openapis.org/oas/v3.2.0.html#media-type-object */
export interface MediaType {
  /** As declared, for example `application/vnd.api+json; charset=utf-8`. */
  readonly mediaType: string;
  /** Absent when the document gives none. */
  readonly schema?: RawSchema;
  /** OpenAPI 3.2: the schema of each item of a sequential media type. */
  readonly itemSchema?: RawSchema;
  readonly encoding: { readonly [property: string]: Encoding };
  readonly example?: Json;
  readonly at: string;
}

/** https://spec.openapis.org/oas/v3.2.0.html#request-body-object; Swagger 2.0 body and formData parameters become one. */
export interface Body {
  readonly required: boolean;
  readonly description?: string;
  /** At least one, in document order. */
  readonly content: readonly MediaType[];
  readonly at: string;
}

export interface Response {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly string[];
  readonly at: string;
}

/** https://spec.openapis.org/oas/v3.2.0.html#server-object; the URL may be relative or hold `{variables}`. */
export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables: { readonly [name: string]: ServerVariable };
}
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** One alternative: every named scheme is needed, with these scopes. https://spec.openapis.org/oas/v3.2.0.html#security-requirement-object */
export type SecurityRequirement = {
  readonly [scheme: string]: readonly string[];
};

/** One method on one path, whatever the version of the document it comes from. */
export interface Operation {
  /** Method and path with the parameter names blanked: `GET /pets/{}`. Unique in a document; what the lock and the config call it. */
  readonly key: string;
  /** In capitals; OpenAPI 3.2's `additionalOperations` keep theirs. */
  readonly method: string;
  /** As the document writes it (OData, `:verb` and `#fragment` forms included). */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Path-level ones merged in, each (name, in) once; never `Accept`, `Content-Type` or `Authorization` headers. */
  readonly parameters: readonly Parameter[];
  /** The `Accept` and `Authorization` headers that the document describes as parameters: the server sends them by itself. */
  readonly clientHeaders: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Those of the operation or path, when it names its own; else undefined: the document's serve it. */
  readonly servers?: readonly Server[];
  /** Those of the operation; undefined: the document's apply. Empty: public. */
  readonly security?: readonly SecurityRequirement[];
  /** `x-` keys of the operation, with those of the path below them. */
  readonly extensions: JsonObject;
  /** JSON pointer to the operation. */
  readonly at: string;
}
