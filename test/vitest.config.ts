import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    // Needs daemons of the system: npm run test:daemons.
    exclude: ["test/daemons/**"],
    testTimeout: 60_000,
  },
});
