import { escapeLine } from "./plain";

/** An error of what the user asks for: a message without a stack. Each line stays one, whatever names it holds. */
export class UsageError extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.map(escapeLine).join("\n"));
    this.name = "UsageError";
  }
}
