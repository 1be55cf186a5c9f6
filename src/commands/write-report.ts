import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { diagnostic, UserError } from "../diagnostics.js";
import { isReport } from "./report-page.js";

/**
 * Writes a report. An earlier report is replaced, and nothing else ever is.
 *
 * @throws UserError when the file is something else, or cannot be written
 */
export function writeReport(file: string, page: string): void {
  try {
    if (existsSync(file) && !isReport(readFileSync(file, "utf8"))) {
      throw refusal(file, "a file that is no report stands there");
    }
    writeFileSync(file, page);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refusal(file, (error as Error).message);
  }
}

function refusal(file: string, why: string): UserError {
  return new UserError(
    diagnostic("report-unwritable", `${file} was not written: ${why}`),
  );
}
