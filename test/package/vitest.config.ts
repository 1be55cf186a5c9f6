import { defineConfig } from "vitest/config";

/** The package as others get it: minutes, and the network. Run by `npm run test:package`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: ["test/package/*.package.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
