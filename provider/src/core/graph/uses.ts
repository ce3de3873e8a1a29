import { isObject, type Json, type JsonObject } from "../model/json";
import { createNamedForm, openEnvelope } from "../workbook";
import type { DocumentUses, ReadUsesOptions } from "./document";
import { UseReader } from "./reader";

/** A column as the list of columns has it. */
export interface ListedColumn {
  readonly columnId: string;
  readonly name: string;
  readonly formula?: string | undefined;
  readonly elementId?: string | undefined;
}

/** An element of a data model. */
export interface ListedSource {
  readonly dataModelId: string;
  readonly elementId: string;
}

/**
 * What a workbook, report or data model reads outside of itself: elements, columns and metrics of data models, and
 * tables of warehouses. A chart that reads a column through other elements of the document uses it too.
 *
 * @example readUses(contents).uses.map(({ target }) => target) // ["model/m/facts/column/region", …]
 */
export function readUses(form: Json, options: ReadUsesOptions = {}): DocumentUses {
  const document = openEnvelope(form);
  if (!isObject(document)) return { uses: [], exposed: [] };
  return new UseReader(createNamedForm(document, options.dataModelId === undefined), options).read();
}

/**
 * The same from the list of a document's columns, where its representation can't be read: which element reads which
 * source is told by names alone, and filters, controls and texts aren't known.
 */
export function readListedUses(
  columns: readonly ListedColumn[],
  sources: readonly ListedSource[],
  names: ReadonlyMap<string, string>,
): DocumentUses {
  const source = joinSources(sources);
  const ids = [...new Set(columns.map(({ elementId = "" }) => elementId))];
  const elements = ids.map((id) => ({
    id,
    kind: "element",
    columns: columns
      .filter(({ elementId = "" }) => elementId === id)
      .map(({ columnId, name, formula = "" }) => ({ id: columnId, name, formula })),
    ...(source && { source }),
  }));
  return readUses({ elements }, { names });
}

/** The same with other keys, as {@link DocumentUses} of the platform and of files are of one set of ids. */
export const translateUses = ({ uses, exposed }: DocumentUses, translate: (key: string) => string): DocumentUses => ({
  uses: uses.map((use) => ({ ...use, target: translate(use.target) })),
  exposed: exposed.map((one) => ({
    ...one,
    key: translate(one.key),
    reads: one.reads.map(translate),
    ...(one.idKey !== undefined && { idKey: translate(one.idKey) }),
  })),
});

/** A source that may be any of some. */
function joinSources(sources: readonly ListedSource[]): JsonObject | undefined {
  const [first, ...others] = sources.map((source): JsonObject => ({ kind: "data-model", ...source }));
  if (first === undefined || others.length === 0) return first;
  return { kind: "join", primarySource: first, joins: others.map((right) => ({ left: first, right })) };
}
