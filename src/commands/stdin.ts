import { buffer } from "node:stream/consumers";
import { decode } from "../spec/text.js";

/** All of standard input, as text. */
export async function readStandardInput(): Promise<string> {
  return decode(await buffer(process.stdin), "Standard input");
}
