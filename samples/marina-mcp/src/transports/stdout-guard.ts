// Imported first: from here on whatever a library prints goes to standard error, because one stray line on standard output
// breaks a client. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#stdio
import { Writable } from "node:stream";

const write = process.stdout.write.bind(process.stdout);

/** The real standard output, for the protocol (and for `--help` and `--version`) alone. */
export const protocolOutput = new Writable({
  decodeStrings: false,
  write: (chunk: string | Uint8Array, encoding, done) => {
    if (typeof chunk === "string") write(chunk, encoding, done);
    else write(chunk, done);
  },
});

// `console.log` and its kin write through this property too.
process.stdout.write = process.stderr.write.bind(
  process.stderr,
) as typeof process.stdout.write;

// A client that went away closes the pipe: the transport ends by itself, and nothing is left to tell anybody.
process.stdout.on("error", (error) => protocolOutput.destroy(error));
