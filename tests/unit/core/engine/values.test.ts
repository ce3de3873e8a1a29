import { readStructure } from "../../../../provider/src/core/engine";
import { unknownValue } from "../../../../provider/src/core/model/json";

test("an output kept as text is a structure again; one of an older release, or not known yet, stays as it is", () => {
  const ids = { pages: { main: "srv" } };
  expect(readStructure(JSON.stringify(ids))).toEqual(ids);
  expect(readStructure(ids)).toBe(ids);
  expect(readStructure(unknownValue)).toBe(unknownValue);
  expect(readStructure(undefined)).toBeUndefined();
});
