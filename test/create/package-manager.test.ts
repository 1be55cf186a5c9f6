import { expect, it } from "vitest";
import { packageManager } from "../../src/create/package-manager.js";

it.each([
  ["npm/10.8.2 node/v20.19.0 linux x64 workspaces/false", "npm"],
  ["pnpm/10.4.1 npm/? node/v22.14.0 linux x64", "pnpm"],
  ["yarn/4.6.0 npm/? node/v22.14.0 darwin arm64", "yarn"],
  ["yarn/1.22.22 npm/? node/v20.19.0 win32 x64", "yarn"],
  ["bun/1.2.5 npm/? node/v22.6.0 linux x64", "bun"],
  ["cnpm/9.4.0", "npm"],
  ["constructor/1.0.0", "npm"],
  ["", "npm"],
  [undefined, "npm"],
])("%s is %s", (agent, name) => {
  expect(packageManager(agent).name).toBe(name);
});

it("tells Yarn since 2 to install a node_modules folder", () => {
  expect(packageManager("yarn/4.6.0 npm/? node/v22.14.0").files).toMatchObject({
    ".yarnrc.yml": "nodeLinker: node-modules\n",
  });
  expect(
    packageManager("yarn/1.22.22 npm/? node/v20.19.0").files,
  ).toBeUndefined();
});
