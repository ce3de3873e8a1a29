import { validateSpec } from "../../../../provider/src/core/spec";
import { mostSuggestions } from "../../../../provider/src/core/text";
import { assignLocal } from "./spec";

// Each suggestion compares an unknown name with all names: thousands of them would take a time that grows with the
// square of the model.
test("of many unknown names and ids all are found, and the first get a suggestion", () => {
  const count = 1_000;
  const columns = Array.from({ length: count }, (_, index) => ({
    id: `column_${index}`,
    name: `Column ${index}`,
    formula: `[Columm ${index}x]`,
  }));
  const source = { kind: "warehouse-table", connectionId: "c", path: ["A", "B", "ORDERS"] };
  const order = columns.map(({ id }) => `${id}x`);
  const table = { id: "t", kind: "table", name: "T", source, columns, order };
  const findings = validateSpec(assignLocal({ pages: [{ id: "p", name: "P", elements: [table] }] }));
  expect(findings.length).toBeGreaterThanOrEqual(2 * count);
  const suggested = findings.filter(({ hint }) => hint?.startsWith("Did you mean"));
  expect(suggested.length).toBeGreaterThan(0);
  expect(suggested.length).toBeLessThanOrEqual(2 * mostSuggestions);
});
