// Stands in for the file that templates/api.ts.hbs writes, so that the runtime type-checks and can be tested by itself.
import type { ApiDescription } from "./runtime/api-description.js";

export const api: ApiDescription = {
  name: "example",
  title: "Example",
  version: "0.0.0",
  envPrefix: "EXAMPLE",
  servers: [{ url: "http://127.0.0.1:1" }],
  security: [],
  securitySchemes: {},
};
