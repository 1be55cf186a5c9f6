// What all tools share: where the API is and how it is authenticated. Edit anything: see README.md, "Editing generated code".
import type { ApiDescription } from "./runtime/api-description.js";

export const api: ApiDescription = {
  name: "marina",
  title: "Marina API",
  version: "0.1.0",
  envPrefix: "MARINA",
  servers: [
    {
      url: "https://{region}.marina.example/v1",
      variables: { region: { default: "north", enum: ["north", "south"], env: "MARINA_SERVER_REGION" } },
    },
  ],
  security: [{ apiKey: [] }],
  securitySchemes: {
    apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", env: "MARINA_API_KEY" },
    oauth: {
      type: "oauth2",
      env: "MARINA_OAUTH",
      flow: "clientCredentials",
      tokenUrl: "https://login.marina.example/oauth/token",
      scopes: ["berths.admin"],
    },
  },
};
