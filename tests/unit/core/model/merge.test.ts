import { type Canonical, mergeForms } from "../../../../provider/src/core/model";

const createForm = (name: string) => ({ schemaVersion: 1, pages: [], name }) as unknown as Canonical;

/** One field in all forms. @returns what the merge makes of it, and whether that is told as changed by both. */
function merge(written: string | undefined, refreshed: string, there: string, mine: string) {
  const declared = createForm(refreshed);
  const { merged, mineFirst, isBehind } = mergeForms({
    declared,
    stored: declared,
    base: written === undefined ? undefined : createForm(written),
    now: createForm(there),
    mine: createForm(mine),
  });
  return { name: merged.name, isContested: mineFirst.name !== merged.name, isBehind };
}

test.each([
  // Without a refresh in between, and where it changed nothing here.
  [undefined, "old", "old", "mine", { name: "mine", isContested: false, isBehind: false }],
  ["old", "old", "old", "mine", { name: "mine", isContested: false, isBehind: false }],
  ["old", "old", "new", "old", { name: "new", isContested: false, isBehind: true }],
  ["old", "old", "new", "mine", { name: "new", isContested: true, isBehind: true }],
  // A refresh took the change: the file doesn't have it, has it, or was edited.
  ["old", "new", "new", "old", { name: "new", isContested: false, isBehind: true }],
  ["old", "new", "new", "new", { name: "new", isContested: false, isBehind: false }],
  ["old", "new", "new", "mine", { name: "new", isContested: true, isBehind: true }],
  // Another change came after the refresh, or the one before was undone.
  ["old", "new", "newer", "old", { name: "newer", isContested: false, isBehind: true }],
  ["old", "new", "newer", "new", { name: "newer", isContested: false, isBehind: true }],
  ["old", "new", "old", "new", { name: "old", isContested: false, isBehind: true }],
  ["old", "new", "old", "old", { name: "old", isContested: false, isBehind: false }],
])("written %s, refreshed %s, there %s, in the file %s: %j", (written, refreshed, there, mine, expected) => {
  expect(merge(written, refreshed, there, mine)).toEqual(expected);
});
