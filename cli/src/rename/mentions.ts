import { findNames, normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { readProgramFiles } from "../project/program-files";

/** A line of a program that names the thing: it is the user's to change. */
export interface Mention {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What is looked for: the thing, and what stands before the slash; undefined: it is an element itself. */
export interface Wanted {
  readonly name: string;
  readonly element: string | undefined;
}

/** Lines of programs with formulas that name the thing: specs in a program can't be changed by this command. */
export function findMentions(cwd: string, wanted: Wanted): Mention[] {
  return readProgramFiles(cwd).flatMap(({ file, text: whole }) =>
    whole
      .split("\n")
      .flatMap((text, index) => (hasName(text, wanted) ? [{ file, line: index + 1, text: text.trim() }] : [])),
  );
}

/** Whether a line has the name as a formula in quotes has it: `"[Orders/Region]"`, `"Sum([Amount])"`. */
function hasName(line: string, { name, element }: Wanted): boolean {
  if (!line.includes("[")) return false;
  const isIt = (text: string | undefined, other: string | undefined) =>
    text !== undefined && other !== undefined && normalizePlainName(text) === normalizePlainName(other);
  return [...line.matchAll(/"[^"]*"|'[^']*'|`[^`]*`|formula:\s*(?<plain>[^"'\s][\s\S]*)$/g)].some(
    (text) =>
      text[0].includes("[") &&
      findNames(text.groups?.plain ?? text[0].slice(1, -1)).some(({ segments }) => {
        const [first, ...rest] = segments;
        if (element === undefined) return rest.length > 0 && isIt(first, name);
        if (rest.length === 0) return isIt(first, name);
        return (isIt(first, element) || isIt(first, "Metrics")) && isIt(rest.join("/"), name);
      }),
  );
}
