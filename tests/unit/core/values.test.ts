import { unknownValue } from "../../../provider/src/core/spec/json";
import { structureOf } from "../../../provider/src/core/values";

test("an output kept as text is a structure again; one of an older release, or not known yet, stays as it is", () => {
  const ids = { pages: { main: "srv" } };
  expect(structureOf(JSON.stringify(ids))).toEqual(ids);
  expect(structureOf(ids)).toBe(ids);
  expect(structureOf(unknownValue)).toBe(unknownValue);
  expect(structureOf(undefined)).toBeUndefined();
});
