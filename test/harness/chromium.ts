/** A headless Chromium, driven over its debugging pipe. https://chromedevtools.github.io/devtools-protocol/ */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

/** The Chromium on the PATH, if there is one. */
export const chromium: string | undefined = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .flatMap((folder) =>
    ["chromium", "chromium-browser", "google-chrome"].map((name) =>
      path.join(folder, name),
    ),
  )
  .find((file) => existsSync(file));

export interface Page {
  /** The value of a JavaScript expression in the page. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Presses a key as a keyboard does. */
  readonly press: (key: keyof typeof keys) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Opens a page in the same tab. */
  readonly open: (file: string, hash?: string) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly dark: (dark: boolean) => Promise<void>;
  /** A picture of what is in view, as PNG in base64. */
  readonly screenshot: () => Promise<string>;
  /** Every URL that was asked for, and every message of an error so far. */
  readonly requests: string[];
  readonly errors: string[];
  readonly close: () => Promise<void>;
}

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
};

/** What each key says of itself. https://www.w3.org/TR/uievents-key/ */
const keys = {
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  Enter: {
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 13,
    text: "\r",
  },
  ArrowDown: { key: "ArrowDown", code: "ArrowDown", windowsVirtualKeyCode: 40 },
};

/** Starts a Chromium with a fresh profile and one empty tab. */
export async function startChromium(): Promise<Page> {
  const profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
  const child = spawn(
    chromium!,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-extensions",
      "--disable-default-apps",
      "--hide-scrollbars",
      `--user-data-dir=${profile}`,
      "--remote-debugging-pipe",
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => resolve()),
  );
  const input = child.stdio[3] as Writable;
  const output = child.stdio[4] as Readable;
  const waiting = new Map<number, (message: Message) => void>();
  const requests: string[] = [];
  const errors: string[] = [];
  let loaded: () => void = () => undefined;
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop()!;
    for (const text of messages) {
      const message = JSON.parse(text) as Message;
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      const { method, params = {} } = message;
      if (method === "Page.loadEventFired") loaded();
      // A page that asks before it is left is left.
      if (method === "Page.javascriptDialogOpening")
        void call("Page.handleJavaScriptDialog", { accept: true });
      if (method === "Network.requestWillBeSent")
        requests.push((params["request"] as { url: string }).url);
      if (method === "Runtime.exceptionThrown" || method === "Log.entryAdded")
        errors.push(JSON.stringify(params));
    }
  });
  let last = 0;
  const send = async (
    method: string,
    params: object = {},
    sessionId = "",
  ): Promise<Record<string, unknown>> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    input.write(
      `${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`,
    );
    const { result, error } = await answer;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  let sessionId = "";
  const call = (method: string, params?: object) =>
    send(method, params, sessionId);
  const { targetId } = await send("Target.createTarget", {
    url: "about:blank",
  });
  const attached = await send("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  sessionId = attached["sessionId"] as string;
  for (const domain of ["Page", "Runtime", "Network", "Log"])
    await call(`${domain}.enable`);
  return {
    requests,
    errors,
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await call("Runtime.evaluate", {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { value: T }).value;
    },
    async press(key) {
      for (const type of ["keyDown", "keyUp"])
        await call("Input.dispatchKeyEvent", { type, ...keys[key] });
    },
    async type(text) {
      await call("Input.insertText", { text });
    },
    async open(file, hash = "") {
      // From an empty page: a change of nothing but the hash loads nothing.
      for (const url of ["about:blank", pathToFileURL(file).href + hash]) {
        const done = new Promise<void>((resolve) => (loaded = resolve));
        await call("Page.navigate", { url });
        await done;
      }
    },
    async resize(width, height) {
      await call("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    },
    async dark(dark) {
      await call("Emulation.setEmulatedMedia", {
        features: [
          { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        ],
      });
    },
    async screenshot() {
      const { data } = await call("Page.captureScreenshot");
      return data as string;
    },
    async close() {
      await send("Browser.close").catch(() => undefined);
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
