/** How the server is bundled, for scripts/build.mjs and scripts/test.mjs. @type {import("esbuild").BuildOptions} */
export const bundle = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Smaller files start faster; names stay readable in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
};
