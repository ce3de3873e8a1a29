import { isNativeError } from "node:util/types";

/** What went wrong, without the stack and in one line. */
export function joinLines(error: unknown): string {
  const message = isNativeError(error) ? error.message : String(error);
  return message.trim().replace(/\s*\n\s*/g, "; ");
}

/** The code of an error of the operating system or of Node.js, such as `EEXIST`. */
export function getCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
