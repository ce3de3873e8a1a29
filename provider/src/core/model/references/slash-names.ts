import { normalizeName } from "../../text";
import { readKnownString } from "../json";
import type { FormulaSite } from "./formula-sites";
import type { ModelNames } from "./model-names";
import { findMeaning } from "./resolve";

/** What is wrong with a name that means a column with a slash in its own; undefined: it means none. */
export function describeSlashName(
  names: ModelNames,
  site: FormulaSite,
  { text, segments }: Pick<ReturnType<FormulaSite["listNames"]>[number], "text" | "segments">,
): { readonly message: string; readonly hint: string } | undefined {
  if (segments.length < 2 || text.includes("\\/")) return undefined;
  const { status, targets } = findMeaning(names, site, segments);
  const [target] = targets;
  const isSole = status === "found" && targets.every(({ part }) => part?.item === target?.part?.item);
  const name = isSole && target?.part?.kind === "column" ? readKnownString(target.part.item.name) : undefined;
  if (name === undefined || !name.includes("/")) return undefined;
  if (!normalizeName(segments.join("/")).endsWith(normalizeName(name))) return undefined;
  return {
    message: `the column \`${name}\` has a slash in its name, and formulas read what is before it as an element`,
    hint: "Give the column a name without a slash.",
  };
}
