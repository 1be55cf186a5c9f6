import { dataLiterals } from "./data-literals.mjs";

/**
 * The SDK brings a JSON Schema validator, a third of its size, and starts it for answers to its questions to a person. The
 * server reads those itself (src/server.ts), and checks arguments with its own.
 */
const withoutValidator = {
  name: "without-validator",
  setup(build) {
    build.onResolve(
      { filter: /^@modelcontextprotocol\/server\/_shims$/ },
      ({ path }) => ({ path, namespace: "without-validator" }),
    );
    build.onLoad({ filter: /.*/, namespace: "without-validator" }, () => ({
      contents: `
        export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error("The bundle has no validator of the SDK's: see scripts/bundle.mjs"); }
        }`,
    }));
  },
};

/** How the server is bundled, for scripts/build.mjs and scripts/test.mjs. @type {import("esbuild").BuildOptions} */
export const bundle = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // A smaller file starts faster. False makes stack traces readable.
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  plugins: [dataLiterals, withoutValidator],
};
