import { ApiError } from "../../../../provider/src/core/api";
import type { Row, Scratch, ScratchPlace } from "../../../../provider/src/core/scratch";

/** A table of a scratch workbook, as it is asked for. */
export interface AskedTable {
  /** Formulas of the keys; one of all rows is `1`. */
  readonly keys: readonly string[];
  readonly source: { readonly dataModelId?: string; readonly elementId?: string };
  readonly formulas: readonly string[];
}

interface Element {
  readonly id: string;
  readonly source: AskedTable["source"] & {
    readonly sources?: readonly { readonly elementId: string }[];
    readonly matches?: readonly {
      readonly outputColumnName: string;
      readonly sourceColumns: readonly (string | null)[];
    }[];
  };
  readonly columns: readonly { readonly id: string; readonly formula: string }[];
  readonly groupings?: readonly { readonly groupBy: readonly string[]; readonly calculations: readonly string[] }[];
}

/** Rows of a table, by the formulas of keys and calculations; an error for what can't be calculated. */
export type Calculate = (table: AskedTable) => readonly Row[] | Error;

/** A platform that joins and unites what a test calculates. `asked` has the exports of each workbook. */
export function createCalculatingPlace(calculate: Calculate): { place: ScratchPlace; asked: string[][] } {
  const asked: string[][] = [];
  const readRows = async ({ contents, exports }: Scratch) => {
    const elements = contents.elements as unknown as Element[];
    asked.push(exports.map(({ elementId }) => elementId));
    const find = (id: string) => elements.find((one) => one.id === id)!;
    const readTable = (exportId: string): readonly Row[] | Error => {
      const { columns, groupings, source } = find(exportId.replace(/r$/, ""));
      const [{ groupBy, calculations } = { groupBy: [], calculations: [] }] = groupings ?? [];
      const write = (id: string): string => {
        const { formula } = columns.find((one) => one.id === id)!;
        return formula.replaceAll(/\[(k\d+)\]/g, (_, key: string) => write(key));
      };
      const formulas = new Map([...groupBy, ...calculations].map((id) => [id, write(id)]));
      const found = calculate({
        source,
        keys: groupBy.map((id) => formulas.get(id)!),
        formulas: calculations.map((id) => formulas.get(id)!),
      });
      if (found instanceof Error) return found;
      return found.map((row) => Object.fromEntries([...formulas].map(([id, formula]) => [id, row[formula] ?? null])));
    };
    const readUnion = ({ sources = [], matches = [] }: Element["source"]): readonly Row[] | Error => {
      const all: Row[] = [];
      for (const [at, { elementId }] of sources.entries()) {
        const rows = readTable(elementId);
        if (rows instanceof Error) return rows;
        const pick = (row: Row) => (column: string | null) => (column === null ? null : row[column.slice(1, -1)]);
        all.push(
          ...rows.map((row) =>
            Object.fromEntries(matches.map((one) => [one.outputColumnName, pick(row)(one.sourceColumns[at]!)])),
          ),
        );
      }
      return all;
    };
    const read = (elementId: string) =>
      elementId.endsWith("u") ? readUnion(find(elementId).source) : readTable(elementId);
    return new Map(exports.map(({ elementId }) => [elementId, read(elementId)]));
  };
  return { place: { readRows } as unknown as ScratchPlace, asked };
}

/** What the platform can't calculate. */
export const createFailure = (detail: string): ApiError =>
  new ApiError({ method: "GET", path: "/x", detail, status: 500, outcome: "notApplied" });
