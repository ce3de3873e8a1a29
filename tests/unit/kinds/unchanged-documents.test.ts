import { dataModel } from "../../../provider/src/kinds/data-model";
import { workbook } from "../../../provider/src/kinds/workbook";

test.each([
  ["spec", dataModel],
  ["contents", workbook],
] as const)("compares equal texts in %s without parsing them", (field, kind) => {
  const inputs = { name: "Orders", folderId: "f", [field]: "not JSON" };
  expect(kind.shape.findChanged(inputs, { ...inputs }, {})).toEqual([]);
  expect(() => kind.shape.findChanged(inputs, { ...inputs, [field]: "not JSON, either" }, {})).toThrow(/JSON/);
});
