import type { ApiDescription } from "./api-description.js";
import { encode, encodeForm } from "./encode.js";
import { variablesOf, type Wallet } from "./security.js";

/** Shorter values are no secrets, and would be found in half of all words. */
const shortest = 4;

/** Makes a function that takes every credential of the API out of a text. */
export function createRedactor(
  description: ApiDescription,
  { env, own }: Wallet,
  tokens: () => readonly string[] = () => [],
): (text: string) => string {
  const fixed = new Set<string>(Object.values(own ?? {}));
  for (const scheme of Object.values(description.securitySchemes)) {
    for (const variable of variablesOf(scheme)) fixed.add(env[variable] ?? "");
    if (scheme.type === "basic" && env[`${scheme.env}_PASSWORD`]) {
      const pair = `${env[`${scheme.env}_USERNAME`] ?? ""}:${env[`${scheme.env}_PASSWORD`]}`;
      fixed.add(Buffer.from(pair, "utf8").toString("base64"));
    }
  }
  return (text) => {
    const secrets = [...fixed, ...tokens()]
      .flatMap((secret) => [secret, encode(secret), encodeForm(secret)])
      .filter((secret) => secret.length >= shortest)
      // A secret may be part of another.
      .sort((a, b) => b.length - a.length);
    let clean = text;
    for (const secret of secrets)
      clean = clean.replaceAll(secret, "[redacted]");
    return clean;
  };
}
