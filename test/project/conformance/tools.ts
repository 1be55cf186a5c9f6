// The tools that the conformance scenarios call, as a table of the template.
// https://github.com/modelcontextprotocol/conformance: each scenario says what its tool answers.
import {
  defineTool,
  type AnyTool,
  type ContentBlock,
  type JsonSchema,
  type ToolResult,
} from "../../../templates/project/src/runtime/tool.js";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

const none: JsonSchema = {
  type: "object",
  properties: {},
  required: [],
  additionalProperties: false,
};

function tool(
  name: string,
  answer: readonly ContentBlock[] | ((api: unknown) => Promise<ToolResult>),
  input = none,
): AnyTool {
  return defineTool<never>({
    name,
    title: name,
    description: `Answers as the scenario of ${name} says.`,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    input,
    request: { method: "GET", path: `/${name}` },
    handler: (_input, api) =>
      typeof answer === "function"
        ? answer(api)
        : Promise.resolve({ content: answer }),
  });
}

const text = (value: string): ContentBlock => ({ type: "text", text: value });
const resource = (
  uri: string,
  mimeType: string,
  content: string,
): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType, blob: btoa(content) },
});
const image: ContentBlock = { type: "image", data: png, mimeType: "image/png" };

export const tools: readonly AnyTool[] = [
  tool("test_simple_text", [
    text("This is a simple text response for testing."),
  ]),
  tool("test_image_content", [image]),
  tool("test_audio_content", [
    { type: "audio", data: wav, mimeType: "audio/wav" },
  ]),
  tool("test_embedded_resource", [
    resource(
      "test://embedded-resource",
      "text/plain",
      "This is an embedded resource content.",
    ),
  ]),
  tool("test_multiple_content_types", [
    text("Multiple content types test:"),
    image,
    resource(
      "test://mixed-content-resource",
      "application/json",
      '{"test":"data","value":123}',
    ),
  ]),
  tool("test_error_handling", () =>
    Promise.reject(
      new Error("This tool intentionally returns an error for testing"),
    ),
  ),
  tool("test_tool_with_progress", async (api) => {
    const { progress } = api as {
      progress?: (progress: number, total: number) => void;
    };
    for (const done of [0, 50, 100]) {
      progress?.(done, 100);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { content: [text("done")] };
  }),
  tool("json_schema_2020_12_tool", [text("ok")], {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: {
      properties: { contactMethod: { const: "phone" } },
      required: ["contactMethod"],
    },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
  tool("test_streaming_elicitation", [text("nothing to ask")]),
  tool("test_logging_tool", [text("logged on standard error")]),
  tool("test_trigger_tool_change", [text("lists do not change")]),
];
