import { areas } from "../../../provider/src/core/api/areas";
import { allKinds } from "../../../provider/src/kinds/registry";

// What an area doesn't send, no create and no update says a word of.

const kinds = allKinds().flatMap((kind) => (kind.area === undefined ? [] : [{ ...kind, area: kind.area }]));

test.each(kinds.map(({ name, area, fields }) => ({ name, area, fields })))(
  "the area of $name sends all of its fields that the platform keeps",
  ({ area, fields }) => {
    const kept = Object.keys(fields).filter((name) => !fields[name]!.local);
    expect(areas[area].sends).toEqual(expect.arrayContaining(kept));
  },
);

test("each declared area has a kind", () => {
  expect(kinds.map(({ area }) => area).sort()).toEqual(Object.keys(areas).sort());
});
