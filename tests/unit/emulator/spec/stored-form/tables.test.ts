import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain } from "../models";

const running = setUpEmulator(plain);

async function readStored(fields: object): Promise<Loose> {
  const table = { ...buildWarehouseTable(running, "t", "ORDERS", ["ID"]), ...fields };
  return (await create(running, buildPages(table))).pages[0].elements[0];
}

test("a sort says where nulls go", async () => {
  running.emulator.configure({ sortNulls: "written" });
  const sort = [
    { columnId: "id", direction: "ascending" },
    { columnId: "id", direction: "ascending", nulls: "last" },
  ];
  expect((await readStored({ sort })).sort.map(({ nulls }: Loose) => nulls)).toEqual(["connection-default", "last"]);
});

test.each([
  ["omitted", [undefined, undefined, false]],
  ["written", [true, true, false]],
] as const)("visibility as a source, %s", async (visibleAsSource, expected) => {
  running.emulator.configure({ visibleAsSource });
  const sent = [{}, { visibleAsSource: true }, { visibleAsSource: false }];
  const kept = await Promise.all(sent.map(async (fields) => (await readStored(fields)).visibleAsSource));
  expect(kept).toEqual(expected);
});
