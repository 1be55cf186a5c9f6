// npm run picture: runs the commands that README.md begins with, for real, and draws what a terminal showed: .github/terminal.svg
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "picture-"));
const document = path.join(folder, "openapi.yaml");
const lines = [];
/** The width of the terminal, in characters. */
const columns = 112;

try {
  execFileSync("npm", ["run", "build", "--silent"], {
    cwd: root,
    stdio: "inherit",
  });
  copyFileSync(path.join(root, "samples/marina.yaml"), document);
  // npm create runs this program of the published package.
  show(
    "npm create toolwright@latest my-server -- --spec openapi.yaml",
    folder,
    process.execPath,
    path.join(root, "dist/create.js"),
    "my-server",
    "--spec",
    "openapi.yaml",
  );
  comment("# An edit of your own, and an API that moves on.");
  change("my-server/src/tools/berths/list_berths.ts", [
    "handler: (input, api) => api.send(input),",
    'handler: (input, api) => api.send({ pontoon: "A", ...input }),',
  ]);
  change("openapi.yaml", [
    "        - name: minLength\n",
    "        - name: sheltered\n          in: query\n          schema: { type: boolean }\n        - name: minLength\n",
  ]);
  show(
    "npm run generate",
    path.join(folder, "my-server"),
    process.execPath,
    "scripts/generate.mjs",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
mkdirSync(path.join(root, ".github"), { recursive: true });
writeFileSync(path.join(root, ".github/terminal.svg"), svg(lines));

function change(file, [from, to]) {
  const target = path.join(folder, file);
  const before = readFileSync(target, "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${from}`);
  writeFileSync(target, after);
}

function comment(text) {
  lines.push([], [{ text, colour: "grey" }]);
}

/** Runs a command and takes down what it printed, both streams in the order in which they came. */
function show(prompt, cwd, ...command) {
  lines.push([
    { text: "$ ", colour: "green" },
    { text: prompt, colour: "bold" },
  ]);
  const quoted = command.map((word) => `'${word}'`).join(" ");
  const { stdout, status } = spawnSync("sh", ["-c", `${quoted} 2>&1`], {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      FORCE_COLOR: "1",
      NO_COLOR: "",
      TOOLWRIGHT: path.join(root, "dist/cli.js"),
      npm_config_user_agent: "npm/10",
    },
  });
  if (status !== 0)
    throw new Error(`${prompt} ended with ${status}:\n${stdout}`);
  const text = stdout.replaceAll(folder, "~").trimEnd();
  for (const line of text.split("\n")) lines.push(spansOf(line));
}

/** The coloured parts of a line. https://en.wikipedia.org/wiki/ANSI_escape_code#Select_Graphic_Rendition_parameters */
function spansOf(line) {
  const names = {
    1: "bold",
    31: "red",
    32: "green",
    33: "yellow",
    36: "cyan",
    90: "grey",
  };
  const spans = [];
  let colour;
  for (const part of line.split(/(\u001b\[\d*m)/)) {
    const code = /^\u001b\[(\d*)m$/.exec(part);
    if (code) colour = names[code[1]];
    else if (part !== "") spans.push({ text: part, colour });
  }
  return spans;
}

/** A line that is too long goes on in the next, as in a terminal. */
function wrapped(spans) {
  const [{ text, colour } = { text: "" }, ...more] = spans;
  if (more.length > 0 || text.length <= columns) return [spans];
  return [
    [{ text: text.slice(0, columns), colour }],
    ...wrapped([{ text: text.slice(columns), colour }]),
  ];
}

function svg(all) {
  const [cell, row, margin, bar] = [7.8, 18, 18, 30];
  const width = Math.ceil(columns * cell + 2 * margin);
  const colours = {
    bold: "#ffffff",
    red: "#ff7b72",
    green: "#7ee787",
    yellow: "#e3b341",
    cyan: "#79c0ff",
    grey: "#8b949e",
  };
  const rows = all.flatMap(wrapped).map((spans, index) => {
    const y = bar + margin + (index + 0.75) * row;
    const parts = spans.map(({ text, colour }) => {
      const fill = colour === undefined ? "" : ` fill="${colours[colour]}"`;
      return `<tspan${fill}>${escape(text)}</tspan>`;
    });
    return `<text x="${margin}" y="${y}">${parts.join("")}</text>`;
  });
  const height = rows.length * row + 2 * margin + bar;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal session">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="20" cy="17" r="6" fill="#ff5f57"/><circle cx="40" cy="17" r="6" fill="#febc2e"/><circle cx="60" cy="17" r="6" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#c9d1d9">
${rows.join("\n")}
</g>
</svg>
`;
}

/** Spaces that no viewer joins. */
function escape(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", " ": "\u00a0" };
  return text.replace(/[&<> ]/g, (sign) => signs[sign]);
}
