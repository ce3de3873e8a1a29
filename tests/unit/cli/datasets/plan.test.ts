import { buildPlan, type Examined, type Plan } from "../../../../cli/src/datasets/plan";
import type { Dataset, DatasetMigration } from "../../../../provider/src/core/api";
import fc from "../../../fast-check";

/** Datasets that depend on others: `{ b: ["a"] }`. Each dry run tells only what its own dataset depends on. */
function buildTestPlan(standsOn: Record<string, readonly string[]>): Plan {
  return buildPlan(Object.entries(standsOn).map(([id, sources]) => buildExamined(id, sources)));
}

function buildExamined(id: string, sources: readonly string[]): Examined {
  const target = { type: "dataset", datasetId: id };
  const links = sources.map((datasetId) => ({ source: { type: "dataset", datasetId }, target }));
  return {
    dataset: buildDataset(id),
    dryRun: { dataModelId: null, links, linkCount: links.length, referenceCount: 0 },
  };
}

function buildDataset(datasetId: string): Dataset {
  return {
    datasetId,
    name: datasetId,
    path: "Acme",
    url: `https://app.example/${datasetId}`,
    description: "",
    owner: "ada",
    referenceCount: 0,
    migrationStatus: "not-migrated",
    migrationToDataModel: null,
    createdBy: "ada",
    updatedBy: "ada",
    createdAt: "2024-01-01T00:00:00Z",
    updatedAt: "2024-01-01T00:00:00Z",
  };
}

const listOrder = ({ datasets }: Plan) => datasets.map(({ id }) => id);
const listAfter = ({ datasets }: Plan) => Object.fromEntries(datasets.map(({ id, after }) => [id, after]));

test("sources come first, else the names decide", () => {
  const plan = buildTestPlan({ a: ["z"], b: [], z: ["y"], y: [] });
  expect(listOrder(plan)).toEqual(["b", "y", "z", "a"]);
  expect(listAfter(plan)).toEqual({ a: ["z"], b: [], z: ["y"], y: [] });
  expect(plan.circles).toEqual([]);
});

test("what isn't planned is depended on, but not waited for; a dataset never waits for itself", () => {
  const plan = buildTestPlan({ a: ["elsewhere", "a"] });
  expect(plan.datasets).toMatchObject([{ id: "a", standsOn: ["elsewhere"], after: [], usedBy: [] }]);
});

test("what a dry run doesn't say, another one's may", () => {
  const { dryRun } = buildExamined("a", []);
  const links = [
    { source: { type: "dataset", datasetId: "b" }, target: { type: "dataset", datasetId: "a" } },
    { source: { type: "table", tableId: "t" }, target: { type: "dataset", datasetId: "b" } },
    { source: { type: "table", tableId: "t" }, target: { type: "dataset", datasetId: "b" } },
  ];
  const plan = buildPlan([
    { dataset: buildDataset("b"), refusal: "403" },
    { dataset: buildDataset("a"), dryRun: { ...(dryRun as DatasetMigration), links } },
  ]);
  expect(plan.datasets).toMatchObject([
    { id: "b", tables: 1, usedBy: ["a"], refusal: "403" },
    { id: "a", standsOn: ["b"], after: ["b"] },
  ]);
  expect(plan.datasets[0]).not.toHaveProperty("linkCount");
});

test("a circle is broken at its first name, and told the shortest way", () => {
  const plan = buildTestPlan({ a: ["c", "d"], b: ["a"], c: ["b"], d: ["c"], before: [], user: ["c"] });
  expect(listOrder(plan)).toEqual(["before", "a", "b", "c", "d", "user"]);
  expect(plan.circles).toEqual([["a", "c", "b"]]);
  expect(listAfter(plan)).toMatchObject({ a: [], b: ["a"], c: ["b"], user: ["c"] });
});

test("a circle that depends on another circle waits for it", () => {
  const plan = buildTestPlan({ a: ["b"], b: ["a", "y"], x: ["y"], y: ["x"] });
  expect(listOrder(plan)).toEqual(["x", "y", "a", "b"]);
  expect(plan.circles).toEqual([
    ["x", "y"],
    ["a", "b"],
  ]);
});

const graphs = fc
  .uniqueArray(fc.stringMatching(/^[a-e]{1,2}$/), { maxLength: 9 })
  .chain((ids) => fc.record(Object.fromEntries(ids.map((id) => [id, fc.subarray(ids)]))));

test("every dataset has one place, and none comes before what it waits for", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const plan = buildTestPlan(graph);
      const order = listOrder(plan);
      expect(order.toSorted()).toEqual(Object.keys(graph).sort());
      for (const { id, after, standsOn } of plan.datasets) {
        for (const source of after) expect(order.indexOf(source)).toBeLessThan(order.indexOf(id));
        // What it doesn't wait for comes later: only a circle does that.
        const late = standsOn.filter((source) => !after.includes(source));
        for (const source of late) expect(order.indexOf(source)).toBeGreaterThan(order.indexOf(id));
        expect(late.length > 0).toBe(plan.circles.some(([first]) => first === id));
      }
    }),
  );
});

test("each circle told is one, and without circles none is", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { circles } = buildTestPlan(graph);
      for (const circle of circles) {
        for (const [index, id] of circle.entries()) {
          expect(graph[id]).toContain(circle[(index + 1) % circle.length]);
        }
      }
      const downwards = Object.fromEntries(
        Object.entries(graph).map(([id, sources]) => [id, sources.filter((source) => source < id)]),
      );
      expect(buildTestPlan(downwards).circles).toEqual([]);
    }),
  );
});

test("the order of the list makes no difference", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const entries = Object.entries(graph);
      expect(buildTestPlan(Object.fromEntries(entries.toReversed()))).toEqual(buildTestPlan(graph));
    }),
  );
});
