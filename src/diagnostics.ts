/**
 * Every problem that Toolwright can meet in a document, a config or a project: one catalogue, so that a code always has
 * the same severity, cause and fix, whoever reports it.
 */
export type Severity = "error" | "warning" | "info";

interface CatalogueEntry {
  readonly severity: Severity;
  /** What is wrong, as a heading. */
  readonly title: string;
  /** Why it happens or why it matters. */
  readonly cause: string;
  /** What the reader can do. */
  readonly fix: string;
}

export const catalogue = {
  "document-unreadable": {
    severity: "error",
    title: "The document cannot be read",
    cause:
      "The file, URL or standard input could not be read, or its text is neither JSON nor YAML.",
    fix: "Check the path or URL. Files, http and https URLs, and standard input (-) can be read.",
  },
  "document-syntax": {
    severity: "error",
    title: "The text is neither JSON nor YAML",
    cause: "The file has a syntax error at the place shown.",
    fix: "Correct the line shown. The other problems of the document are reported once it can be read.",
  },
  "document-too-large": {
    severity: "error",
    title: "The document is larger than the limits",
    cause:
      "Its size, or what its YAML aliases expand to, is beyond what any real API description needs and would exhaust the memory.",
    fix: "Take examples and generated parts out of it, or split it and generate one server per part.",
  },
  "document-not-openapi": {
    severity: "error",
    title: "This is no OpenAPI document",
    cause: 'Its root has neither `openapi: 3.x` nor `swagger: "2.0"`.',
    fix: "Name the OpenAPI or Swagger 2.0 document itself; convert other formats first.",
  },
  "document-version-unknown": {
    severity: "warning",
    title: "The version of the document is not known",
    cause:
      "It names a version of OpenAPI that this Toolwright does not know; it was read as the nearest one.",
    fix: "Correct the `openapi` field, or update Toolwright.",
  },
  "document-duplicate-key": {
    severity: "warning",
    title: "A key stands twice in one mapping",
    cause:
      "YAML forbids it. The last one counts, as in JSON. Two paths of one name, and two lists of components, are joined, so that no operation is lost; of what both of them have, the last one counts.",
    fix: "Merge the two, or remove one of them.",
  },
  "document-tag-ignored": {
    severity: "warning",
    title: "A YAML tag is not known",
    cause:
      "Tags such as !Ref or !include are for one program, which reads them before the document is one. What stands behind the tag was read as if it were not there.",
    fix: "Run that program first, and use what it writes.",
  },
  "document-several": {
    severity: "warning",
    title: "The file holds several YAML documents",
    cause: "Only the first of them was read.",
    fix: "Put each API description into a file of its own.",
  },
  "document-too-deep": {
    severity: "warning",
    title: "The document is nested too deeply",
    cause:
      "What lies deeper than 400 levels was cut off: no real API nests so far, and recursion of that depth crashes readers.",
    fix: "Describe recursive data with a $ref to a named schema.",
  },
  "document-no-operations": {
    severity: "warning",
    title: "The document has no operations",
    cause: "It has no `paths`, or nothing under them that is an HTTP method.",
    fix: "Add the operations under `paths`. Webhooks and callbacks cannot be called and make no tools.",
  },
  "overlay-invalid": {
    severity: "error",
    title: "The overlay cannot be applied",
    cause:
      "The overlay is no OpenAPI Overlay 1.x document, or one of its actions does not fit what it is applied to.",
    fix: "Correct the action named in the message; https://spec.openapis.org/overlay/v1.1.0.html describes the format.",
  },
  "overlay-no-match": {
    severity: "warning",
    title: "An overlay action changes nothing",
    cause:
      "Its target matches no part of the document: the document has changed, or the expression is misspelt.",
    fix: "Correct the target, or remove the action.",
  },
  "reference-unresolved": {
    severity: "warning",
    title: "A reference names nothing",
    cause:
      "There is nothing at the place that the $ref points to; where it stood counts as not described.",
    fix: "Correct the $ref or add what it names.",
  },
  "reference-loop": {
    severity: "warning",
    title: "References lead in a circle",
    cause:
      "The $ref leads through other references back to itself and never to a description; it counts as not described.",
    fix: "Replace one of the references by the description that was meant.",
  },
  "reference-outside": {
    severity: "warning",
    title: "A reference leaves the document's folder",
    cause:
      "A document is data: it may not make Toolwright read files outside its own folder. The file was not used.",
    fix: "Move the file below the folder of the document, or bundle the document into one file first.",
  },
  "reference-neighbour": {
    severity: "info",
    title: "A description in a neighbouring folder was read",
    cause:
      "A $ref leads to another OpenAPI document in a folder beside the document's own, as split descriptions are often kept.",
    fix: "Nothing to do if you know the file.",
  },
  "reference-remote": {
    severity: "warning",
    title: "A reference to another host was not followed",
    cause:
      "Toolwright fetches nothing that a document names unless its host is allowed, and never from private or local addresses.",
    fix: "Pass --allow-remote HOST if you trust the host, or copy the file beside the document.",
  },
  "reference-unreadable": {
    severity: "warning",
    title: "A referenced file cannot be read",
    cause:
      "The file that the $ref names is missing, too large, or neither JSON nor YAML; where it stood counts as not described.",
    fix: "Correct the path or the file.",
  },
  "spec-invalid": {
    severity: "warning",
    title: "The document breaks a rule of the OpenAPI specification",
    cause: "The validator reports it; Toolwright reads around it.",
    fix: "Correct it at the place shown.",
  },
  "spec-not-validated": {
    severity: "info",
    title: "The document was not validated",
    cause: "The validator could not finish on it.",
    fix: "Nothing to do: the checks that Toolwright itself makes were made.",
  },
  "server-missing": {
    severity: "warning",
    title: "No usable server",
    cause: "The document names no server that a request could be sent to.",
    fix: "Start the generated server with --base-url URL, or set PREFIX_BASE_URL.",
  },
  "server-relative": {
    severity: "warning",
    title: "A server's URL is relative",
    cause:
      "It counts from the place that serves the document, which is not known for a file.",
    fix: "Start the generated server with --base-url URL, set PREFIX_BASE_URL, or write the whole URL into the document.",
  },
  "server-refused": {
    severity: "warning",
    title: "A server's URL was refused",
    cause:
      "It is no clean http or https URL: it has another scheme, credentials in it, or characters that no URL may have.",
    fix: "Correct the URL in the document, or start the generated server with --base-url URL.",
  },
  "server-elsewhere": {
    severity: "warning",
    title: "An operation has a server of another origin",
    cause:
      "The API's credentials belong to its own origin; a document must not send them elsewhere by itself.",
    fix: "If that host may see them, name its origin under trustedOrigins in toolwright.config.json.",
  },
  "server-doubtful": {
    severity: "warning",
    title: "A server's URL should be looked at",
    cause:
      "It is used as it stands, but it is unencrypted, or its host name could be mistaken for another.",
    fix: "Check the URL in the document, or start the generated server with --base-url URL.",
  },
  "server-variable-unset": {
    severity: "warning",
    title: "A server variable has no default",
    cause:
      "The server's URL has a {variable} that the document gives no value for.",
    fix: "Set PREFIX_SERVER_<VARIABLE> before the first call, or give the variable a default in the document.",
  },
  "operation-dropped": {
    severity: "warning",
    title: "An operation was left out",
    cause: "It is described in a way that no request can be made from.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "operation-repaired": {
    severity: "warning",
    title: "An operation was read otherwise than it is written",
    cause:
      "Its path or method breaks a rule of OpenAPI, and what was meant is plain.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "parameter-dropped": {
    severity: "warning",
    title: "A parameter was left out",
    cause: "It is described in a way that it cannot be sent.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "parameter-ignored": {
    severity: "info",
    title: "A header is no argument",
    cause:
      "It frames the message, carries a credential or stands in for the method, so that a caller could make the request another one.",
    fix: "Nothing to do. To send a value of your own, use src/hooks.ts.",
  },
  "parameter-repaired": {
    severity: "warning",
    title: "A parameter was read otherwise than it is written",
    cause:
      "Its description breaks a rule of OpenAPI, and what was meant is plain.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "path-variable-undeclared": {
    severity: "warning",
    title: "A path variable has no parameter",
    cause:
      "The path has a {variable} that no parameter describes; it became a required string.",
    fix: "Add a parameter with `in: path` and the variable's name.",
  },
  "body-dropped": {
    severity: "warning",
    title: "A request body was left out",
    cause: "It is described in a way that it cannot be sent.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "media-type-repaired": {
    severity: "warning",
    title: "A media type was read otherwise than it is written",
    cause:
      "Its name is that of no registered type and plainly means one, or what follows it is no parameter (name=value).",
    fix: "Correct the name, for example multipart/form-data or text/plain; charset=utf-8.",
  },
  "media-type-dropped": {
    severity: "warning",
    title: "A media type was left out",
    cause: "Its name is no media type (type/subtype of plain characters).",
    fix: "Correct the name, for example application/json.",
  },
  "response-dropped": {
    severity: "warning",
    title: "A response was left out",
    cause:
      "Its status is neither a number, a range such as 2XX, nor `default`, or it is described in a way that cannot be read.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "header-dropped": {
    severity: "warning",
    title: "A response header was left out",
    cause: "Its name has characters that no header name may have.",
    fix: "Correct the name.",
  },
  "part-ignored": {
    severity: "warning",
    title: "A part of the document was ignored",
    cause: "It is not of the kind that OpenAPI has in this place.",
    fix: "Correct it in the document, or with an overlay.",
  },
  "extension-unknown-key": {
    severity: "warning",
    title: "An x-mcp key is not known",
    cause:
      "The key is misspelt, or its value is of the wrong kind; it has no effect.",
    fix: "Use enabled, name, title, description, toolset, annotations, arguments or mediaType.",
  },
  "operation-internal": {
    severity: "info",
    title: "An operation that is marked as internal is a tool",
    cause:
      "The document keeps it out of published documentation or SDKs (x-internal and its like), which says nothing of tools.",
    fix: "Exclude extension:x-internal, or set `x-mcp: false` on the operation, if models should not have it.",
  },
  "selector-unmatched": {
    severity: "warning",
    title: "A selector matches nothing",
    cause:
      "No operation of the document fits it: it is misspelt, or the document has changed.",
    fix: "Use tag:, path:, method:, id:, tool: or extension: with a value that toolwright inspect lists.",
  },
  "security-scheme-unknown": {
    severity: "warning",
    title: "A security scheme cannot be served",
    cause:
      "An operation requires a scheme that the document does not describe, or describes in a way that names no known kind.",
    fix: "Correct the scheme under components/securitySchemes; until then a call that needs it says so.",
  },
  "credential-undeclared": {
    severity: "info",
    title: "A credential is described as a parameter alone",
    cause:
      "A key or token that nearly every operation takes as a parameter is no security scheme of the document. The tools do not require it: where a call leaves it out, the server sends its own, from its environment.",
    fix: "Set the variable that is named; or describe the scheme under components/securitySchemes, by an overlay where the document is another's.",
  },
  "config-invalid": {
    severity: "error",
    title: "The config is not valid",
    cause:
      "toolwright.config.json has a key or a value that its schema does not know.",
    fix: "Correct it; .toolwright/config.schema.json lists every key, and editors complete them through $schema.",
  },
  "override-unused": {
    severity: "warning",
    title: "The config describes an operation that is not there",
    cause: "An operation was renamed or removed, or its key is misspelt.",
    fix: "Use the method and the path as toolwright inspect prints them: GET /pets/{petId}.",
  },
  "project-foreign-folder": {
    severity: "error",
    title: "The folder holds something else",
    cause:
      "The folder is not empty and is no Toolwright project: it has no tools.lock.json and no toolwright.config.json.",
    fix: "Name an empty or a new folder, or put a toolwright.config.json into this one to make it a project.",
  },
  "project-lock-unreadable": {
    severity: "error",
    title: "The lock cannot be read",
    cause:
      "tools.lock.json was edited or merged into something that is no lock.",
    fix: "Restore it from version control, or delete it: the names are then read back from the tool files.",
  },
  "project-lock-newer": {
    severity: "error",
    title: "The project was made by a newer Toolwright",
    cause: "Its lock has a version that this Toolwright does not know.",
    fix: "Update Toolwright.",
  },
  "project-name-clash": {
    severity: "error",
    title: "Two branches use one tool name",
    cause:
      "Both sides of a merge added a tool of the same name, for different operations.",
    fix: "Give one of them another name in toolwright.config.json, and take out its block in tools.lock.json.",
  },
  "project-markers": {
    severity: "error",
    title: "A file still has conflict markers",
    cause:
      "An earlier run, or a merge, asked a question in the file that nobody has answered yet.",
    fix: "Choose a side at each marker, remove the marker lines, and run again. Nothing was written.",
  },
  "project-unparsable": {
    severity: "error",
    title: "A file of the project cannot be parsed",
    cause:
      "It was edited and the document changed it too, but it has a syntax error, so the two cannot be merged.",
    fix: "Correct the file at the line named, and run again. Nothing was written.",
  },
  "project-path-outside": {
    severity: "error",
    title: "A path leaves the project",
    cause:
      "A path in the lock or the base, or a symbolic link in the project, leads out of the project's folder.",
    fix: "Remove the link or correct the path. Nothing was written.",
  },
  "project-read-only": {
    severity: "error",
    title: "A file may not be written",
    cause: "A file or folder that has to change is read-only.",
    fix: "Make it writable, and run again. Nothing was written.",
  },
  "project-write-failed": {
    severity: "error",
    title: "Writing failed",
    cause:
      "The system refused a write: the disk is full, a file is held open by another program, or a right is missing.",
    fix: "Remove the cause and run again.",
  },
  "project-busy": {
    severity: "error",
    title: "Another run is at work in this project",
    cause: "Two runs at once could undo each other's work.",
    fix: "Wait for the other run to end. If there is none, delete .toolwright/run.lock.",
  },
  "project-changed": {
    severity: "error",
    title: "The project changed during the run",
    cause:
      "A file was saved, or another run ended, between reading and writing.",
    fix: "Run again. Nothing was written.",
  },
  "project-move-target": {
    severity: "error",
    title: "A tool file cannot be moved",
    cause:
      "The tool was renamed in the config, and another file already stands where its file should go.",
    fix: "Move or delete the file named, and run again. Nothing was written.",
  },
  "document-missing": {
    severity: "error",
    title: "No document is named",
    cause:
      "generate and inspect need a document, or a project whose config names one.",
    fix: "Name it: toolwright generate openapi.yaml my-server; or run inside a project.",
  },
  "no-operations": {
    severity: "error",
    title: "There is nothing to make a tool of",
    cause:
      "The document has no operation under paths, or every operation was left out.",
    fix: "Check that this is the whole document, and the include and exclude selectors.",
  },
  "server-name-invalid": {
    severity: "error",
    title: "The server's name is not one",
    cause:
      "It is part of package names, of environment variables and of what clients call tools.",
    fix: "Use lower-case letters, digits and hyphens, at most 40, a letter first.",
  },
  "create-spec-missing": {
    severity: "error",
    title: "No document is named",
    cause:
      "create-toolwright asks for it only on a terminal, and without --yes.",
    fix: "Name it: npm create toolwright@latest my-server -- --spec openapi.yaml",
  },
  "create-settled": {
    severity: "error",
    title: "The project decides this itself",
    cause:
      "A flag that shapes a new project was given for one that is there already.",
    fix: "Leave the flag out, edit toolwright.config.json, and run again.",
  },
  "create-toolset-unknown": {
    severity: "error",
    title: "There is no such toolset",
    cause:
      "Toolsets are made from the document's tags, and none has this name.",
    fix: "Use names that toolwright inspect lists.",
  },
  "create-install-failed": {
    severity: "error",
    title: "The packages were not installed",
    cause:
      "The package manager failed, for the reason it gives: no network, no such registry, or a full disk.",
    fix: "Remove the cause and run again, or pass --no-install for the sources alone.",
  },
  "create-build-failed": {
    severity: "error",
    title: "The project was not built",
    cause: "Its sources do not compile, or the build could not write.",
    fix: "Pass --no-install for the sources alone, and please report what the build says.",
  },
  "create-server-silent": {
    severity: "error",
    title: "The server does not answer",
    cause:
      "It was started once, to be asked for its tools, and ended or kept silent.",
    fix: "Correct what it says: a variable of the environment or a .env file may be wrong.",
  },
  "schema-ref-unresolved": {
    severity: "error",
    title: "A reference leads nowhere",
    cause:
      "A `$ref` names something that is not in the document, or a chain of references that is a loop; any value is taken there.",
    fix: "Correct the `$ref`, or add what it names.",
  },
  "schema-circular": {
    severity: "warning",
    title: "A schema extends itself",
    cause:
      "A schema is a part of its own `allOf`, so that nothing could ever meet it; that part is left out.",
    fix: "Break the circle: let one of the schemas not extend the other.",
  },
  "schema-clash": {
    severity: "warning",
    title: "Parts of a schema exclude each other",
    cause:
      "No value can meet all parts of an `allOf`; they are kept as they are, and no call may pass.",
    fix: "Give the parts types, values and bounds that agree.",
  },
  "schema-too-deep": {
    severity: "warning",
    title: "Schemas are nested too deep",
    cause:
      "Nobody fills in a value so deep, and validators run out of stack; below the limit any value is taken.",
    fix: "Give the inner schemas names under `components`.",
  },
  "schema-too-large": {
    severity: "info",
    title: "A schema is a whole data model",
    cause:
      "What one call takes refers to hundreds of schemas; the nearest are kept, any value is taken beyond them.",
    fix: "Describe what the call takes with schemas of its own.",
  },
  "schema-type-unknown": {
    severity: "warning",
    title: "An unknown type",
    cause: "The type is none of JSON Schema's; any value is taken.",
    fix: "Use one of string, number, integer, boolean, object, array and null.",
  },
  "schema-enum-misfit": {
    severity: "info",
    title: "A listed value is not of the declared type",
    cause: "The value could never be sent; it is left out of the list.",
    fix: "Quote the values of a string, or correct the type.",
  },
  "schema-bounds": {
    severity: "warning",
    title: "Bounds that exclude every value",
    cause: "The least is more than the most; both are left out.",
    fix: "Exchange or correct the bounds.",
  },
  "schema-untyped-items": {
    severity: "info",
    title: "An array without `items`",
    cause:
      "The document does not say what the array holds; any value is taken.",
    fix: "Add `items` to the array's schema.",
  },
  "schema-keyword-dropped": {
    severity: "info",
    title: "A condition that only the API checks",
    cause:
      "Clients do not show conditions of this kind to a model; the API answers a call that breaks one.",
    fix: "Nothing has to be done; say the condition in the description.",
  },
  "pattern-invalid": {
    severity: "warning",
    title: "A pattern is no JavaScript regular expression",
    cause:
      "JSON Schema patterns are ECMA-262 regular expressions; this one does not compile and is left out.",
    fix: "Write the pattern without features of other dialects, such as `(?i)`.",
  },
  "pattern-slow": {
    severity: "warning",
    title: "A pattern that can take forever",
    cause:
      "Some text would keep a validator busy for seconds or years (nested or adjoining repetitions); the pattern is left out.",
    fix: "Write the pattern so that each text can be read in one way only.",
  },
  "argument-override-unknown": {
    severity: "warning",
    title: "An override names no argument",
    cause: "The operation has no parameter or body field of that name.",
    fix: "Use the name on the wire, with `in:` before it where two share it (`query:version`, `body:id`).",
  },
  "argument-override-impossible": {
    severity: "warning",
    title: "An override cannot be kept",
    cause:
      "The argument cannot be named or hidden so; it stays as the document has it.",
    fix: "Choose a free name of letters, digits and `_`, or give a value for what is required.",
  },
  "argument-value-refused": {
    severity: "warning",
    title: "A fixed value is none that the document allows",
    cause:
      "An override gives an argument a value of another type, or outside of what its schema allows; it is sent as it is.",
    fix: "Give a value that the argument's schema allows, or correct the schema with an overlay.",
  },
  "body-media-type-unknown": {
    severity: "warning",
    title: "The chosen media type is not offered",
    cause:
      "The operation takes no body of the media type that the override names; the usual choice is made.",
    fix: "Use one of the media types of the operation's request body.",
  },
  "name-illegal": {
    severity: "warning",
    title: "A chosen name is not allowed",
    cause:
      "Clients refuse tool names with other characters, or longer ones. A name made by the rules is used.",
    fix: "Choose a name of 1 to 64 letters, digits, underscores and hyphens.",
  },
  "name-taken": {
    severity: "warning",
    title: "Two tools want one name",
    cause: "A name can stand for one tool only.",
    fix: "Choose another name for one of the two in toolwright.config.json.",
  },
  "name-hashed": {
    severity: "warning",
    title: "A name ends in a hash",
    cause:
      "The document says nothing that would tell this operation from another one.",
    fix: "Give the operation a name under `tools` in toolwright.config.json, or an operationId of its own.",
  },
  "name-shortened": {
    severity: "info",
    title: "A name was shortened",
    cause: "Clients put the server's name before it and refuse long names.",
    fix: "Nothing to do, or choose another name under `tools` in toolwright.config.json.",
  },
  "name-made": {
    severity: "info",
    title: "A name was made up",
    cause:
      "The operation has no operationId. The lock keeps the name from now on.",
    fix: "Nothing to do, or choose another name under `tools` in toolwright.config.json.",
  },
  "text-missing": {
    severity: "warning",
    title: "An operation has no description",
    cause:
      "It has neither summary nor description; its tool is described by its method and path alone, and a model chooses by descriptions.",
    fix: "Describe it in the document, in an overlay, or under `tools` in toolwright.config.json.",
  },
  "text-repeated": {
    severity: "info",
    title: "Several operations have the same description",
    cause: "A model cannot tell them apart by it; what differs was added.",
    fix: "Give each its own summary in the document, in an overlay, or under `tools` in toolwright.config.json.",
  },
  "text-instructions": {
    severity: "warning",
    title: "A text reads like instructions to a model",
    cause:
      "What a document says goes into the context of whatever model uses the server. This passage gives orders, asks for secrecy or for files.",
    fix: "Read it. Replace it in an overlay or under `tools` in toolwright.config.json unless you are sure that it is harmless.",
  },
  "text-invisible": {
    severity: "warning",
    title: "Invisible characters were removed",
    cause:
      "Zero-width, bidirectional, tag and control characters hide text from a person that a model reads.",
    fix: "Remove them from the document, and ask how they came there.",
  },
  "tool-unknown": {
    severity: "error",
    title: "There is no such tool",
    cause: "The name is misspelt, or the operation was left out.",
    fix: "toolwright inspect lists every tool.",
  },
  "report-unwritable": {
    severity: "error",
    title: "The report cannot be written",
    cause:
      "Its folder is missing or closed to you, or the file holds something that is no report and was kept.",
    fix: "Name another file, in a folder that exists: --html report.html",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type DiagnosticCode = keyof typeof catalogue;

/** One finding. `at` is a JSON pointer into the document (`#/paths/~1pets/get`), with the file before `#` if it is not the entry document. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: string;
  /** One-based position in the file, where known. */
  readonly line?: number;
  readonly column?: number;
  readonly help: string;
}

/** Makes a diagnostic; its severity and help come from the catalogue. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  where: { at?: string; line?: number; column?: number } = {},
): Diagnostic {
  const { severity, fix } = catalogue[code];
  return { code, severity, message, ...where, help: fix };
}

/** Stops the run with a message for the user. Anything else that is thrown is a defect of Toolwright and shows its stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly diagnostics: readonly Diagnostic[];
  constructor(...diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join("\n"));
    this.diagnostics = diagnostics;
  }
}
