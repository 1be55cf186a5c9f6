import { defineConfig } from "vitest/config";

/** `npm run test:daemons`: real servers from the system's packages, which `npm test` does without. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: ["test/daemons/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
