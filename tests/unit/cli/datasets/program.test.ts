import type { PlannedDataset } from "../../../../cli/src/datasets/plan";
import { formatProgram } from "../../../../cli/src/datasets/program";

const buildPlan = (id: string, more: Partial<PlannedDataset> = {}): PlannedDataset => ({
  id,
  name: id,
  path: "Acme",
  url: "",
  standsOn: [],
  tables: 0,
  usedBy: [],
  after: [],
  ...more,
});

test("what all resources have in common stands in one place", () => {
  const settings = { shouldUpdateReferences: false, destFolderId: 'f"1', profile: "partner" };
  expect(formatProgram({ datasets: [buildPlan("a")], circles: [] }, settings)).toContain(
    'const settings = { shouldUpdateReferences: false, destFolderId: "f\\"1", profile: "partner" };',
  );
});

test("what depends on what is left out is left out too, however far away", () => {
  const datasets = [
    buildPlan("a", { refusal: "403\n// evil" }),
    buildPlan("b", { after: ["a"] }),
    buildPlan("c", { after: ["b"] }),
    buildPlan("d"),
  ];
  const program = formatProgram({ datasets, circles: [] }, { shouldUpdateReferences: true });
  expect(program.match(/new analytics/g)).toHaveLength(1);
  expect(program).toContain(`// "Acme/a"
// Left out: the platform refused the dry run: 403 // evil

// "Acme/b"
// Left out: it depends on a, which is not in this program.

// "Acme/c"
// Left out: it depends on b, which is not in this program.

// "Acme/d"
const d = `);
  expect(program).toMatch(/dataModels = \{\n {2}"d": d\.dataModelId,\n\};/);
});
