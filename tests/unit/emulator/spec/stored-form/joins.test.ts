import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain } from "../models";

const running = setUpEmulator(plain);

async function buildJoined(joinType?: string, columns: Loose[] = []): Promise<Loose> {
  const buildSide = (name: string) => buildWarehouseTable(running, "x", name, []).source;
  const joins = [{ left: buildSide("ORDERS"), right: buildSide("CUSTOMERS"), columns, joinType }];
  const table = { kind: "table", id: "t", source: { kind: "join", joins }, columns: [] };
  return (await create(running, buildPages(table))).pages[0].elements[0].source;
}

test("a lookup is stored as the left outer join that it is", async () => {
  running.emulator.configure({ lookupJoins: "left-outer" });
  expect((await buildJoined("lookup")).joins[0].joinType).toBe("left-outer");
  expect((await buildJoined("inner")).joins[0].joinType).toBe("inner");
});

test("the type and the primary source are written out", async () => {
  running.emulator.configure({ joinDefaults: "written" });
  const { joins, primarySource } = await buildJoined();
  expect(joins[0].joinType).toBe("left-outer");
  expect(primarySource).toEqual(joins[0].left);
  expect((await buildJoined("inner")).joins[0].joinType).toBe("inner");
});

test("an operator has one name, and a side may be an expression", async () => {
  const { joins } = await buildJoined("inner", [{ left: "[Customer Id]", right: "Coalesce([Id], 0)", op: "<!=>" }]);
  expect(joins[0].columns).toEqual([{ left: "[Customer Id]", right: "Coalesce([Id], 0)", op: "is-distinct-from" }]);
});
