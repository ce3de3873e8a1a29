import { updateModel } from "../../../../../cli/src/text";
import type { JsonObject } from "../../../../../provider/src/core/model";
import { countCases } from "../../../../cases";
import fc from "../../../../fast-check";
import { buildColumn, buildModel, listColumns, MergeBench } from "./bench";

type Columns = Record<string, JsonObject>;

/** An edit of one side: a column, and what happens to it. */
const edit = fc.record({
  column: fc.integer({ min: 0, max: 7 }),
  action: fc.constantFrom("set", "set", "unset", "remove", "add", "move"),
  field: fc.constantFrom("description", "hidden", "name"),
  value: fc.integer({ min: 0, max: 3 }),
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const base = Array.from({ length: 8 }, (_, nth) => buildColumn(`c${nth}`, { description: `Column ${nth}.` }));

/** Columns after some edits; `side` tells the additions of both sides apart, but for a few. */
function applyEdits(columns: readonly JsonObject[], edits: readonly Edit[], side: string): JsonObject[] {
  return edits.reduce<JsonObject[]>(
    (list, { column, action, field, value }) => {
      const at = list.length === 0 ? 0 : column % list.length;
      const target = list[at];
      if (action === "add") {
        const id = value === 0 ? "shared" : `${side}${column}${value}`;
        if (list.some((other) => other.id === id)) return list;
        return list.toSpliced(at, 0, buildColumn(id, { description: `By ${side} ${column} ${value}.` }));
      }
      if (target === undefined) return list;
      if (action === "remove") return list.toSpliced(at, 1);
      if (action === "move") return [...list.toSpliced(at, 1), target];
      const { [field]: _, ...rest } = target;
      const set =
        field === "hidden" ? value % 2 === 0 : field === "name" ? `Name ${value} of ${target.id}` : `Text ${value}.`;
      return list.with(at, action === "unset" && field !== "name" ? rest : { ...rest, [field]: set });
    },
    [...columns],
  );
}

const indexParts = (columns: readonly JsonObject[]): Columns =>
  Object.fromEntries(columns.map((column) => [String(column.id), column]));

test("no edit of a person is lost, what the source changed beside is taken, and a third run is empty", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }), (byPerson, bySource) => {
      const bench = new MergeBench();
      try {
        bench.run([buildModel(base)]);
        const mine = applyEdits(base, byPerson, "mine");
        const next = applyEdits(base, bySource, "next");
        if (mine.length === 0 || next.length === 0) return;
        const comment = "# A person's.\n";
        bench.write("orders.yaml", comment + updateModel(bench.read("orders.yaml"), buildModel(mine).spec));
        const ids = indexParts(base);
        const removed = Object.keys(ids).map((id) => `orders.${id}`);
        bench.run([buildModel(next)], { removed });
        const merged = listColumns(bench.readForm("orders.yaml"));
        expect(bench.read("orders.yaml").startsWith(comment)).toBe(true);
        const [own, there] = [indexParts(mine), indexParts(next)];
        for (const [id, column] of Object.entries(own)) {
          const before = ids[id];
          for (const field of new Set([...Object.keys(column), ...Object.keys(before ?? {})])) {
            if (before === undefined || JSON.stringify(column[field]) !== JSON.stringify(before[field])) {
              expect([id, field, merged[id]?.[field]]).toEqual([id, field, column[field]]);
            } else if (there[id] !== undefined) {
              expect([id, field, merged[id]?.[field]]).toEqual([id, field, there[id][field]]);
            }
          }
        }
        for (const id of Object.keys(ids)) if (!(id in own)) expect(Object.keys(merged)).not.toContain(id);
        for (const id of Object.keys(there)) if (!(id in ids)) expect(Object.keys(merged)).toContain(id);
        const after = bench.readAll();
        bench.run([buildModel(next)], { removed });
        expect(bench.readAll()).toEqual(after);
      } finally {
        bench.dispose();
      }
    }),
    { numRuns: countCases(200) },
  );
});
