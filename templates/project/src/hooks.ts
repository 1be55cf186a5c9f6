// Yours: written once, never touched again. What is to happen before each request, after each answer and on each failure:
// for every tool, or under `tools` for one by its name. The example signs every request with a key of one's own; it needs
// `import { createHmac } from "node:crypto";`.
import { defineHooks } from "./runtime/hooks.js";

export const hooks = defineHooks({
  // beforeRequest: (request, { env }) => {
  //   const signature = createHmac("sha256", env.SIGNING_KEY ?? "")
  //     .update(request.body ?? "")
  //     .digest("hex");
  //   return { ...request, headers: { ...request.headers, "x-signature": signature } };
  // },
  //
  // tools: {
  //   get_report: {
  //     onError: () => "Reports are made at night. Try: ask again tomorrow.",
  //   },
  // },
});
