import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllKinds } from "../../../provider/src/kinds/registry";

test("the guide lists every output that a preview of an update knows through the plugin", () => {
  const text = readFileSync(join(__dirname, "../../../docs/guides/previews.md"), "utf8");
  const [, table = ""] = text.split("| kind | known through the plugin |\n|---|---|\n");
  const [rows = ""] = table.split("\n\n");
  const listNames = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const listed = rows.split("\n").flatMap((row) => {
    const [kinds = "", outputs = ""] = row.split(" | ");
    return listNames(kinds).map((kind) => [kind, listNames(outputs)] as const);
  });
  const staying = loadAllKinds().flatMap(({ name, outputs }) => {
    const known = Object.entries(outputs).filter(([, { changesWith, internal }]) => changesWith && !internal);
    return known.length > 0 ? [[name, known] as const] : [];
  });
  expect(listed.map(([kind]) => kind).sort()).toEqual(staying.map(([kind]) => kind).sort());
  for (const [kind, known] of staying) {
    const [, names] = listed.find(([name]) => name === kind)!;
    // `refs` belong to the representation.
    const expected = known.flatMap(([output, { changesWith = [] }]) => [output, ...changesWith]);
    expect(names).toEqual(expect.arrayContaining(expected.filter((name) => name !== "refs")));
  }
});
