import { replaceWords } from "../../../../cli/src/text/words";

const folded = '>-\n    Sum([Orders/A])\n    + [B]\n    & "[B]"\n';

test("a text over several lines keeps its line breaks where words change", () => {
  expect(replaceWords(folded, 'Sum([Orders/A]) + [B] & "[B]"', 'Sum([Orders/All of it]) + [B] & "[B]"')).toBe(
    folded.replace("Orders/A", "Orders/All of it"),
  );
  expect(replaceWords(folded, 'Sum([Orders/A]) + [B] & "[B]"', 'Sum([Orders/A]) + [C] & "[B]"')).toBe(
    folded.replace("+ [B]", "+ [C]"),
  );
  expect(replaceWords('"Sum([A])\n  + [\\u0042]"', "Sum([A]) + [B]", "Sum([C]) + [B]")).toBe(
    '"Sum([C])\n  + [\\u0042]"',
  );
});

test.each([
  ["Sum([A])", "Sum([A])", "Sum([B])"],
  [folded, 1, "x"],
  [folded, 'Sum([Orders/A]) + [B] & "[B]"', 'Sum([Orders/A]) + 1 + [B] & "[B]"'],
  ['"Sum([A])\n  + [\\u0042]"', "Sum([A]) + [B]", "Sum([A]) + [C]"],
  ["Sum([A])\n  + [B]", "Sum([A]) + [B]", "Sum([A: #x]) + [B]"],
])("%j: what can't be changed word by word is written anew", (written, before, after) => {
  expect(replaceWords(written, before, after)).toBe(undefined);
});
