import { isObject, own, type Json } from "../json.js";
import { methods, withSiblings, type RawOperation } from "./path-items.js";
import { below } from "./pointer.js";
import type { Spec } from "./spec.js";

/** One webhook or callback request: described, but sent by the API, so no tool can make it. */
export interface NotCallable {
  readonly at: string;
  readonly kind: "webhook" | "callback";
  readonly name: string;
}

/** The operations of the document's webhooks. https://spec.openapis.org/oas/v3.2.0.html#oas-webhooks */
export function listWebhooks(spec: Spec): NotCallable[] {
  return ["webhooks", "x-webhooks"].flatMap((field) => {
    const webhooks = withSiblings(spec, own(spec.root, field), `#/${field}`);
    if (webhooks === undefined || !isObject(webhooks.value)) return [];
    return Object.entries(webhooks.value).flatMap(([name, item]) =>
      requestsOf(spec, item, below(webhooks.at, name)).map((at) => ({
        at,
        kind: "webhook" as const,
        name,
      })),
    );
  });
}

/** The requests that an operation's callbacks describe. https://spec.openapis.org/oas/v3.2.0.html#callback-object */
export function listCallbacks(
  spec: Spec,
  { raw, at }: RawOperation,
): NotCallable[] {
  const callbacks = own(raw, "callbacks");
  if (!isObject(callbacks)) return [];
  return Object.entries(callbacks).flatMap(([name, value]) => {
    const callback = withSiblings(spec, value, below(at, "callbacks", name));
    if (callback === undefined || !isObject(callback.value)) return [];
    return Object.entries(callback.value)
      .filter(([expression]) => !expression.startsWith("x-"))
      .flatMap(([expression, item]) =>
        requestsOf(spec, item, below(callback.at, expression)),
      )
      .map((at) => ({ at, kind: "callback" as const, name }));
  });
}

function requestsOf(spec: Spec, item: Json, at: string): string[] {
  const target = withSiblings(spec, item, at);
  if (target === undefined || !isObject(target.value)) return [];
  return Object.keys(target.value)
    .filter((field) => methods.has(field.toLowerCase()))
    .map((field) => below(target.at, field));
}
