import { existsSync } from "node:fs";
import path from "node:path";

/** Where descriptions of APIs usually lie, likeliest first. */
const places = ["", "docs", "api", "spec", "openapi"];
const names = ["openapi", "swagger", "api"];
const endings = [".yaml", ".yml", ".json"];

/** The document that a folder seems to have, relative to it with `/`, or undefined. */
export function likelyDocument(folder: string): string | undefined {
  return places
    .flatMap((place) =>
      names.flatMap((name) =>
        endings.map((ending) => path.posix.join(place, name + ending)),
      ),
    )
    .find((file) => existsSync(path.join(folder, file)));
}
