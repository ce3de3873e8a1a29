import { diffLines } from "../../../../cli/src/text/line-diff";
import fc from "../../../fast-check";

test("what differs, with a little around it", () => {
  const before = `${[..."abcdefghijklmnop"].join("\n")}\n`;
  expect(diffLines(before, before)).toEqual([]);
  expect(diffLines(before, before.replace("h", "H").replace("\nm", ""))).toEqual([
    "@@ -5,12 +5,11 @@",
    ...[" e", " f", " g", "-h", "+H", " i", " j", " k", " l", "-m", " n", " o", " p"],
  ]);
  expect(diffLines(before, before.replace("a\n", "").replace("\np", "\np\nq"))).toEqual([
    "@@ -1,4 +1,3 @@",
    ...["-a", " b", " c", " d"],
    "@@ -14,3 +13,4 @@",
    ...[" n", " o", " p", "+q"],
  ]);
});

test("a patch made of it leads from one text to the other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 20 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before.map((line) => `${line}\n`).join(""), after.map((line) => `${line}\n`).join(""));
      expect(applyDiff(before, lines)).toEqual(after);
    }),
  );
});

function applyDiff(before: readonly string[], diff: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const line of diff) {
    const hunk = /^@@ -(\d+),(\d+) /.exec(line);
    if (hunk) {
      // What lies before a hunk stays; of a hunk without old lines the line before it is told.
      const start = Number(hunk[1]) - 1;
      while (at < start) result.push(before[at++]!);
    } else if (line.startsWith("+")) result.push(line.slice(1));
    else {
      expect(before[at]).toBe(line.slice(1));
      if (line.startsWith(" ")) result.push(before[at]!);
      at++;
    }
  }
  return [...result, ...before.slice(at)];
}
