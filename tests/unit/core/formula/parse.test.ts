import {
  findNames,
  getPartEnd,
  getStart,
  isToken,
  type Node,
  parseFormula,
  parseSoleName,
  printFormula,
  walkTree,
} from "../../../../provider/src/core/formula";
import fc from "../../../fast-check";
import { listRecipes } from "../../../recipes";
import { expectLimited } from "../../limited";
import { anyTexts, listRealFormulas, validFormulas } from "./formulas";

/** A tree in one line: operators before what they join. */
function showTree(node: Node): string {
  const showAll = (nodes: readonly Node[]) => nodes.map(showTree).join(" ");
  switch (node.kind) {
    case "call":
      return `${node.name.text}(${node.args.map(showTree).join(", ")})`;
    case "group":
      return node.items.map(showTree).join(", ");
    case "access":
      return `${showTree(node.of)} → ${node.steps.map(({ text }) => text).join(" → ")}`;
    case "prefix":
      return `(${node.operators.map(({ text }) => text).join(" ")} ${showTree(node.operand)})`;
    case "chain":
      return `(${node.operators.map(({ text }) => text).join(" ")} ${showAll(node.operands)})`;
    case "test":
      return `(${node.isNegated ? "not " : ""}${node.word.text} ${showAll([node.left, ...node.operands])})`;
    case "branches": {
      const branches = node.branches.map(([condition, value]) => `${showTree(condition)} → ${showTree(value)}`);
      return `{${[...branches, ...(node.otherwise ? [showTree(node.otherwise)] : [])].join("; ")}}`;
    }
    case "missing":
      return "…";
    case "sequence":
      return `<${showAll(node.items)}>`;
    case "too-deep":
      return "too deep";
    default:
      return node.kind === "word" || node.kind === "stray" ? `?${node.token.text}` : node.token.text;
  }
}

test.each([
  ["[A] + [B] * [C] - 1", "(+ - [A] (* [B] [C]) 1)"],
  ["-[A] ^ 2", "(- (^ [A] 2))"],
  ["[A] ^ -2", "(^ [A] (- 2))"],
  ["([A] + [B]) * 2", "(* (+ [A] [B]) 2)"],
  ["[A] = 1 and not [B] > 2 or [C]", "(or (and (= [A] 1) (not (> [B] 2))) [C])"],
  ['"a" & [B] & 1 + 2 = "ab3"', '(= (& & "a" [B] (+ 1 2)) "ab3")'],
  ["Not([A]) and not [B]", "(and (Not [A]) (not [B]))"],
  ['If([A] = True, "x", Null)', 'If((= [A] True), "x", Null)'],
  ["Sum([Orders/Customer/Net Revenue]) / Count()", "(/ Sum([Orders/Customer/Net Revenue]) Count())"],
  ["Text([Payload].users[0].email)", "Text([Payload] → users → [0] → email)"],
  ['[Payload]["key"].`odd key`', '[Payload] → ["key"] → `odd key`'],
  ["[Orders].[Amount]", "[Orders] → [Amount]"],
  ['"a ""b"" \\" c"', '"a ""b"" \\" c"'],
  ["[A] // the rest\n + 1 /* and */ - 2", "(+ - [A] 1 2)"],
  ["[A] --1", "(- [A] (- 1))"],
  ["[A\\]B]", "[A\\]B]"],
  ["  [A]  ", "[A]"],
  // What no formula has is in the tree as well.
  ["", "…"],
  ["[A] +", "(+ [A] …)"],
  ["* 2", "(* … 2)"],
  ["Sum([A], )", "Sum([A], …)"],
  ["Sum([A]", "Sum([A])"],
  ["[A])", "<[A] ?)>"],
  ["[A] [B]", "<[A] [B]>"],
  ["[A", "<?[ ?A>"],
  ["= Sum([A])", "(= Sum([A]))"],
  ["[A] == 1 && [B] || [C]", "(|| (&& (== [A] 1) [B]) [C])"],
  ["[A] is not null and [B] in (1, 2)", "(and (not is [A] Null) (in [B] 1, 2))".replace("Null", "null")],
  ["[A] not like 'a%'", "(not like [A] 'a%')"],
  ["[A] between 1 and 2 and [B]", "(and (between [A] 1 2) [B])"],
  ["case when [A] then 1 when [B] then 2 else 3 end", "{[A] → 1; [B] → 2; 3}"],
  ["case [A] when 1 then 2 end + 1", "(+ {1 → 2} 1)"],
  ["if [A] > 1 then 2 elseif [B] then 3 else 4 end", "{(> [A] 1) → 2; [B] → 3; 4}"],
  ["if ([A]) then 2 end", "{[A] → 2}"],
  ["[A] ? 1 : [B] ? 2 : 3", "{[A] → 1; [B] → 2; 3}"],
  ["orders.amount", "?orders → amount"],
  ["If([A]; 1; 2)", "If(<[A] ?; 1 ?; 2>)"],
  ["“x”", "“x”"],
])("%s is read as %s", (formula, tree) => {
  const read = parseFormula(formula);
  expect(showTree(read.root)).toBe(tree);
  expect(printFormula(read)).toBe(formula);
});

test("every formula of this repository's files is written back as it was", () => {
  const formulas = [...listRealFormulas(), ...listRecipes().map(({ formula }) => formula)];
  expect(formulas.length).toBeGreaterThan(100);
  expect(formulas.filter((formula) => printFormula(parseFormula(formula)) !== formula)).toEqual([]);
});

test("any text is read, written back as it was, and its parts stand where the tree says", () => {
  fc.assert(
    fc.property(fc.oneof(anyTexts, validFormulas), (text) => {
      const formula = parseFormula(text);
      expect(printFormula(formula)).toBe(text);
      let last = 0;
      const tokens = formula.tokens.slice(0, -1);
      for (const { start, text: own } of tokens) {
        expect(text.slice(start, start + own.length)).toBe(own);
        expect(start).toBeGreaterThanOrEqual(last);
        last = start + own.length;
      }
      const inTree: unknown[] = [];
      walkTree(formula.root, (node) => {
        inTree.push(...node.parts.filter(isToken));
        expect(getStart(node)).toBeLessThanOrEqual(getPartEnd(node));
      });
      expect(new Set(inTree)).toEqual(new Set(tokens));
    }),
    { numRuns: 500 },
  );
});

test("a formula that can be read has nothing in its tree that can't", () => {
  fc.assert(
    fc.property(validFormulas, (text) => {
      const kinds = new Set<string>();
      walkTree(parseFormula(text).root, ({ kind }) => kinds.add(kind));
      for (const wrong of ["missing", "stray", "sequence", "word", "too-deep", "test", "branches"])
        expect([text, ...kinds]).not.toContain(wrong);
    }),
    { numRuns: 500 },
  );
});

test.each([
  "[",
  "(",
  "[(",
  "Sum(",
  "-(",
  "not ",
  "- ",
  '"',
  "'",
  "'\\",
  '"\\',
  "[\\",
  "/*",
  "/",
  "a.",
  "[A].b",
  "[A][0]",
  "1 is ",
  "1 in (",
  "case when ",
  "if 1 then ",
  "1 ? ",
  "1 ? 2 : ",
  "1+",
  "1^",
  "1 and ",
  "[A] ",
  "“",
  "`",
  ",",
  ")",
  "]",
  "a ",
])("time grows with the length: %j", (part) => {
  const text = part.repeat(100_000 / part.length);
  expectLimited(() => {
    const formula = parseFormula(text);
    if (printFormula(formula) !== text) throw new Error("not the same");
    findNames(text);
    parseSoleName(text);
  });
});
