import type { Path, SourceText } from "pulumi-analytics-internal/core/model";
import { Places } from "pulumi-analytics-internal/core/model/text";
import { cut, escapeLine } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import type { LeftUse, NameChange, NamedDocument, RenameConflict, RenamePlan } from "./plan";
import type { FoundTarget } from "./target";

/** Where something stands in the user's files. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** A change, with the place of the text in the files as they are. */
export interface PlacedChange extends FilePlace, NameChange {}

type Located = Pick<NamedDocument, "key"> & { readonly source: SourceText };

/** Finds the places of paths in documents. */
export class FilePlaces {
  readonly #places: ReadonlyMap<string, Places>;

  constructor(documents: readonly Located[]) {
    this.#places = new Map(documents.map(({ key, source }) => [key, new Places(source)]));
  }

  /** @param name the name that is meant in the text there, with its brackets. */
  locate(document: string, path: Path, name?: string): FilePlace {
    const span = name === undefined ? undefined : { text: name, nth: 0 };
    const { file = document, line } = this.#places.get(document)!.locate(path, span);
    return { file, line };
  }

  placeChange(change: NameChange): PlacedChange {
    const { document, path, before, after } = change;
    const name = before === undefined ? undefined : findChangedName(before, after);
    return { ...change, ...this.locate(document, before === undefined ? path.slice(0, -1) : path, name) };
  }

  placeUse({ document, path, text, why }: LeftUse) {
    return { ...this.locate(document, path, `[${text}]`), text, why };
  }
}

/** The first name in which two texts differ, as the first has it. */
function findChangedName(before: string, after: string): string | undefined {
  const from = countCommon(before, after);
  const start = before.lastIndexOf("[", from);
  const end = before.indexOf("]", from);
  return start < 0 || end < 0 ? undefined : before.slice(start, end + 1);
}

function countCommon(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Characters of a text that are shown around what changes. */
const around = 40;

/** A text before and after, without what is far from the change. */
export function formatChange({ before, after, kind }: Pick<NameChange, "before" | "after" | "kind">): string {
  if (kind === "kept id") return `id: ${after} (as before: it came from the name)`;
  if (kind === "kept name") return `name: ${after} (as before: it came from the name)`;
  if (kind === "name") return `name: ${before === undefined ? "" : `${before} → `}${after}`;
  const [was, is] = [before ?? "", after].map((text) => escapeLine(text)) as [string, string];
  const from = Math.max(0, countCommon(was, is) - around);
  const behind = countCommon([...was].reverse().join(""), [...is].reverse().join(""));
  const show = (text: string) => {
    const end = Math.min(text.length, text.length - behind + around);
    return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
  };
  return `${cut(show(was), 200)} → ${cut(show(is), 200)}`;
}

/** Lines with their places, aligned. */
export function formatPlaced(lines: readonly (FilePlace & { readonly text: string })[]): string[] {
  const places = lines.map(({ file, line }) => `${file}:${line}`);
  const width = Math.max(0, ...places.map(({ length }) => length));
  return lines.map(({ text }, index) => `${places[index]!.padEnd(width)}  ${text}`);
}

/** @throws UsageError where the new name can't be given, with the places that are in its way. */
export function refuseConflicts(
  { conflicts }: RenamePlan,
  { label, name }: FoundTarget<NamedDocument>,
  describe: (conflict: RenameConflict) => string,
): void {
  if (conflicts.length === 0) return;
  const lines = conflicts.map((conflict) => `  ${describe(conflict)}`);
  throw new UsageError(`${label} can't be called "${name}":`, ...lines, "Nothing was changed.");
}
