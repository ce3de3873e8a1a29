import { withEmulator } from "../../support";
import { create, type Loose, onePage, plain, warehouseTable } from "../models";

const running = withEmulator(plain);

async function joined(joinType?: string, columns: Loose[] = []): Promise<Loose> {
  const side = (name: string) => warehouseTable(running, "x", name, []).source;
  const joins = [{ left: side("ORDERS"), right: side("CUSTOMERS"), columns, joinType }];
  const table = { kind: "table", id: "t", source: { kind: "join", joins }, columns: [] };
  return (await create(running, onePage(table))).pages[0].elements[0].source;
}

test("a lookup is stored as the left outer join that it is", async () => {
  running.emulator.configure({ lookupJoins: "left-outer" });
  expect((await joined("lookup")).joins[0].joinType).toBe("left-outer");
  expect((await joined("inner")).joins[0].joinType).toBe("inner");
});

test("the type and the primary source are written out", async () => {
  running.emulator.configure({ joinDefaults: "written" });
  const { joins, primarySource } = await joined();
  expect(joins[0].joinType).toBe("left-outer");
  expect(primarySource).toEqual(joins[0].left);
  expect((await joined("inner")).joins[0].joinType).toBe("inner");
});

test("an operator has one name, and a side may be an expression", async () => {
  const { joins } = await joined("inner", [{ left: "[Customer Id]", right: "Coalesce([Id], 0)", op: "<!=>" }]);
  expect(joins[0].columns).toEqual([{ left: "[Customer Id]", right: "Coalesce([Id], 0)", op: "is-distinct-from" }]);
});
