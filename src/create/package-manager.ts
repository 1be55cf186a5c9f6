/** A package manager, and how it is told what to do in a folder. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /**
   * Commands that install, of which one has to succeed. What was fetched before is taken first as it is, which saves a question
   * to the registry for each package; it may be too old, and then the registry is asked.
   */
  readonly install: readonly (readonly string[])[];
  readonly build: readonly string[];
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
    },
    yarn: { name: "yarn", install: [["install"]], build: ["run", "build"] },
    bun: { name: "bun", install: [["install"]], build: ["run", "build"] },
  };

/**
 * The package manager that ran this program: each says so in `npm_config_user_agent`, as in `pnpm/10.4.1 npm/? node/v22.14.0`.
 * npm where none did.
 */
export function packageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split("/", 1)[0] ?? "";
  return Object.hasOwn(managers, name)
    ? managers[name as PackageManager["name"]]
    : managers.npm;
}
