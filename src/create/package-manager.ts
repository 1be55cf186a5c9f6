/** A package manager, and how it is told what to do in a folder. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /**
   * Commands that install, of which one has to succeed. What was fetched before is taken first as it is, which saves a question
   * to the registry for each package; it may be too old, and then the registry is asked.
   */
  readonly install: readonly (readonly string[])[];
  readonly build: readonly string[];
  /** Files that the folder needs before, unless it has them. */
  readonly files?: { readonly [name: string]: string };
  readonly env?: { readonly [name: string]: string };
}

const npmInstall = ["install", "--no-audit", "--no-fund", "--loglevel=error"];

const managers: { readonly [name in PackageManager["name"]]: PackageManager } =
  {
    npm: {
      name: "npm",
      install: [[...npmInstall, "--prefer-offline"], npmInstall],
      build: ["run", "build", "--silent"],
    },
    pnpm: {
      name: "pnpm",
      install: [["install", "--prefer-offline"], ["install"]],
      build: ["run", "build"],
      files: {
        // esbuild's install script only saves a little time, and since version 11 pnpm refuses one that nobody spoke of.
        // https://pnpm.io/settings#allowbuilds, and what it was called before
        "pnpm-workspace.yaml":
          "allowBuilds:\n  esbuild: false\nignoredBuiltDependencies:\n  - esbuild\n",
      },
    },
    yarn: { name: "yarn", install: [["install"]], build: ["run", "build"] },
    bun: { name: "bun", install: [["install"]], build: ["run", "build"] },
  };

/** Yarn since 2, which the compiler cannot follow without a node_modules folder. https://yarnpkg.com/features/linkers */
const modernYarn: PackageManager = {
  ...managers.yarn,
  files: {
    ".yarnrc.yml": "nodeLinker: node-modules\n",
    // Otherwise the folder is taken for a part of a project around it.
    "yarn.lock": "",
  },
  // A first install has no lock file to keep to, in CI neither.
  env: { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" },
};

/**
 * The package manager that ran this program: each says so in `npm_config_user_agent`, as in `pnpm/10.4.1 npm/? node/v22.14.0`.
 * npm where none did.
 */
export function packageManager(userAgent: string | undefined): PackageManager {
  const [, name = "", version = ""] =
    /^([\w-]+)\/(\d+)/.exec(userAgent ?? "") ?? [];
  if (name === "yarn" && Number(version) > 1) return modernYarn;
  return Object.hasOwn(managers, name)
    ? managers[name as PackageManager["name"]]
    : managers.npm;
}
