import { findRounded } from "../../data";
import type { Json } from "../json";
import { formatPath } from "./findings";

/**
 * Refuses an object of a program with a number whose last digits the program may have changed. Files and texts keep all
 * digits.
 *
 * @throws with the path of the number.
 */
export function refuseRounded(spec: unknown, field: string): void {
  const path = findRounded(spec);
  if (path === undefined) return;
  throw new Error(
    `${field}.${formatPath(spec as Json, path)}: the number is beyond ${Number.MAX_SAFE_INTEGER}, so that the ` +
      "program may have changed its last digits. Write it in quotes if it is an id, or write the document in a " +
      "file or as a text, which keep all digits.",
  );
}
