/**
 * A failure whose message is written for the model: it says what happened and what to change, and holds no credential.
 * Throw it from a handler or a hook to give the model that message as the result of the call.
 */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

/** The API answered with a status that is not a success. */
export class ApiError extends ToolError {
  override readonly name = "ApiError";
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
