import { validateSpec } from "../../../../provider/src/core/spec";
import { limited } from "../../limited";
import { local } from "./spec";

// Each unknown name that gets a suggestion is compared with all names: 20,000 of them would take minutes.
test("a model of many unknown names and ids is checked in a time that grows with its length", () => {
  const count = 20_000;
  const columns = Array.from({ length: count }, (_, index) => ({
    id: `column_${index}`,
    name: `Column ${index}`,
    formula: `[Columm ${index}x]`,
  }));
  const source = { kind: "warehouse-table", connectionId: "c", path: ["A", "B", "ORDERS"] };
  const order = columns.map(({ id }) => `${id}x`);
  const table = { id: "t", kind: "table", name: "T", source, columns, order };
  const spec = local({ pages: [{ id: "p", name: "P", elements: [table] }] });
  let findings: readonly { hint?: string }[] = [];
  limited(() => {
    findings = validateSpec(spec);
  });
  expect(findings.length).toBeGreaterThanOrEqual(2 * count);
  expect(findings.filter(({ hint }) => hint?.startsWith("Did you mean")).length).toBeLessThanOrEqual(400);
});
