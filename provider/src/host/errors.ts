import type { Properties } from "../core/engine";

/** An error without a stack: the host would print it beside the message, which has all that a user needs. */
export class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = "";
  }
}

/**
 * The error for a partially created object: the engine keeps the object in the state, and the next `up` calls `update`.
 */
export class PartiallyCreatedError extends PlainError {
  readonly reasons: string[];
  constructor(
    message: string,
    readonly id: string,
    public properties: Properties,
  ) {
    super(message);
    this.reasons = [message];
  }
}
