// The clients of load.ts, in a process of their own: as little as can be between the sockets and the figures, so that they are those
// of the server. Each sends its next request when it has its answer.
import { connect } from "node:net";

const { host, port, clients, kinds, seconds } = JSON.parse(process.argv[2]);

/** By kind: how long each answer took, in ms, and what was no right answer. */
const results = Object.fromEntries(
  Object.keys(kinds).map((kind) => [kind, { times: [], errors: [] }]),
);
const connecting = performance.now();
/** Clients that have had their first answer: from the last one's on, it counts. */
let there = 0;
let running = clients;
let end = Infinity;

const names = Object.keys(kinds);
for (let i = 0; i < clients; i += 1) start(names[i % names.length]);

function start(kind) {
  const { hello, call } = kinds[kind];
  const { times, errors } = results[kind];
  const requests = { hello: toBytes(hello), call: toBytes(call) };
  let answer = "";
  let asked = "hello";
  let sent = 0;
  const socket = connect({ host, port, noDelay: true });
  const send = () => {
    answer = "";
    sent = performance.now();
    socket.write(requests[asked]);
  };
  socket.on("connect", send);
  socket.on("data", (data) => {
    answer += data.toString("latin1");
    if (!isWhole(answer)) return;
    const now = performance.now();
    const right =
      answer.startsWith("HTTP/1.1 200 ") &&
      answer.includes(kinds[kind][asked].expected);
    if (!right) errors.push(answer.slice(0, 500));
    else if (asked === "call" && there === clients) times.push(now - sent);
    if (asked === "hello") {
      asked = "call";
      if (++there === clients) begin(now);
    }
    if (now < end) send();
    else socket.end();
  });
  socket.on("error", (error) => errors.push(String(error)));
  socket.on("close", () => {
    // One that is cut off goes on with another connection, as a client does.
    if (performance.now() < end) {
      errors.push("the connection was closed");
      if (asked === "call") there -= 1;
      return void setTimeout(start, 100, kind);
    }
    running -= 1;
    if (running === 0) process.send({ results }, () => process.exit(0));
  });
}

function begin(now) {
  if (end < Infinity) return;
  end = now + seconds * 1000;
  process.send({ greeted: now - connecting });
}

function toBytes({ headers, body }) {
  const all = { ...headers, "content-length": Buffer.byteLength(body) };
  const lines = Object.entries(all).map((header) => `${header.join(": ")}\r\n`);
  return Buffer.from(
    `POST /mcp HTTP/1.1\r\nhost: ${host}:${port}\r\n${lines.join("")}\r\n${body}`,
  );
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-6.3; the answers are JSON, so that the last chunk cannot be part of one. */
function isWhole(answer) {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1];
  return length === undefined
    ? answer.endsWith("0\r\n\r\n")
    : answer.length - head - 4 >= Number(length);
}
