import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import type { SourceCheck, SourceTable } from "./table";

/** The checks file of a model: what the source tests of its tables. Undefined: nothing. */
export function buildChecks(tables: readonly SourceTable[]): JsonObject | undefined {
  const checks = tables.flatMap((table) => {
    const names = new Set(table.links.filter(({ isGuess }) => !isGuess).map(({ name }) => name));
    const own = (table.checks ?? []).filter(({ kind, of }) => kind !== "relationships" || names.has(of[0]!));
    return own.length === 0 ? [] : [buildTable(table, own)];
  });
  return checks.length === 0 ? undefined : { checks };
}

function buildTable({ id }: SourceTable, checks: readonly SourceCheck[]): JsonObject {
  const filter = (kind: SourceCheck["kind"]) => checks.filter((check) => check.kind === kind);
  const lists: Record<string, Json[]> = {
    unique: filter("unique").map((check) =>
      check.of.length === 1
        ? writeCheck(check, { columns: [...check.of] })
        : { columns: [...check.of], ...warn(check) },
    ),
    not_null: filter("not_null").map((check) => writeCheck(check, { column: check.of[0]! })),
    relationships: filter("relationships").map((check) => writeCheck(check, { relationship: check.of[0]! })),
  };
  const accepted = filter("accepted_values").map(({ of, values = [], isWarning }): [string, Json] => [
    of[0]!,
    isWarning ? { values: [...values], severity: "warn" } : [...values],
  ]);
  return {
    table: id,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(accepted.length > 0 && { accepted_values: Object.fromEntries(accepted) }),
  };
}

/** The short form, unless it fails nothing. */
const writeCheck = ({ of, isWarning }: SourceCheck, long: JsonObject): Json =>
  isWarning ? { ...long, severity: "warn" } : of[0]!;

const warn = ({ isWarning }: SourceCheck): JsonObject => (isWarning ? { severity: "warn" } : {});
