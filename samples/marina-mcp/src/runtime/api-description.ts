import type { Server } from "./tool.js";

/** How the API wants to be authenticated. `env` is the base name of the environment variables that hold the credentials. */
export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly env: string;
    }
  | { readonly type: "basic"; readonly env: string }
  /** `http` schemes other than basic, and openIdConnect: the token goes into `Authorization: <scheme> <token>`. */
  | { readonly type: "bearer"; readonly env: string; readonly scheme?: string }
  | {
      readonly type: "oauth2";
      readonly env: string;
      /** Client credentials and refresh tokens are exchanged here; `PREFIX_<SCHEME>_TOKEN_URL` overrides it. */
      readonly tokenUrl?: string;
      readonly refreshUrl?: string;
      readonly scopes?: readonly string[];
      /** How the token is got when only client id and secret are set. */
      readonly flow?:
        | "clientCredentials"
        | "password"
        | "authorizationCode"
        | "implicit"
        | "deviceAuthorization";
    }
  | { readonly type: "mutualTLS"; readonly env: string };

/** What all tools of the project share: the generated `src/api.ts` states it. */
export interface ApiDescription {
  /** The server's name in MCP: `petstore`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** What the model is told of the server as a whole. */
  readonly instructions?: string;
  /** Every environment variable starts with it: `PETSTORE` makes `PETSTORE_BASE_URL`. */
  readonly envPrefix: string;
  readonly servers: readonly Server[];
  readonly security: readonly {
    readonly [scheme: string]: readonly string[];
  }[];
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
}
