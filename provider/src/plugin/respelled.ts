import type { Json, Path } from "../core/model/json";
import { formatPath } from "../core/model/text";
import { DocumentProblems } from "./document-input";
import type { ProgramFiles, RespelledNumber } from "./program-files";
import { readMarked } from "./values";

/**
 * Refuses numbers that a program in YAML writes otherwise than Pulumi reads them, such as \`02134\`, which arrives as
 * 1116: the text or number that was meant can't be told from it.
 *
 * @throws DocumentProblems with the place in the program.
 */
export function refuseRespelled(document: unknown, input: string, { respelled: written }: ProgramFiles): void {
  if (written.length === 0) return;
  const problems: string[] = [];
  const visit = (value: unknown, path: Path, field: string): void => {
    if (typeof value === "number") {
      const found = written.find((one) => one.number === value && one.field === field);
      if (found !== undefined)
        problems.push(describeRespelled(`${input}: ${formatPath(document as Json, path)}`, found));
    } else if (value !== null && typeof value === "object" && readMarked(value) === undefined) {
      for (const [key, item] of Object.entries(value)) {
        const isItem = Array.isArray(value);
        visit(item, [...path, isItem ? Number(key) : key], isItem ? field : key);
      }
    }
  };
  visit(document, [], "");
  if (problems.length > 0) throw new DocumentProblems(problems);
}

function describeRespelled(path: string, { source, number, place }: RespelledNumber): string {
  return (
    `${path}: Pulumi reads \`${source}\` without quotes as the number ${number} (${place}). ` +
    `Write "${source}" for the text, or ${number} for the number.`
  );
}
