import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repository } from "../repository";

/** Words that a function's name begins with. A new one comes here once none of these says the same. */
const verbs = new Set(
  `accept activate add admit adopt advance advise aggregate agree align allow analyze answer append apply archive
  are arrange ask asks assemble assert assign attach attempt audit begin block bound bring build calculate call can
  canonicalize capitalize cast catch center change check choose clamp classify clean clear close collect color
  combine compact compare compile complete compose compute configure confirm connect construct contain contains
  contend convert copy correct corrupt count create cross cut deactivate decide declare decode define delete
  deliver derive describe diff digest dispose divide double download draw dress drop edit embed encode encrypt end
  ensure enter equal escape estimate evaluate examine exchange expand expect explain export extract fail fill
  filter find finish fit flatten flush focus fold follow for forbid forget form format forward furnish generate get give
  go grant group grow guard hand handle has hash hide hint identify ignore import indent index infer init
  initialize inline insert inspect install interpret interrupt intersect invalidate invoke is isolate issue join
  judge keep key kill label lay lead learn leave lift light limit link list listen load localize locate lock log
  look lose lower make map mark mask match matches may measure memoize mention merge migrate mix mock move name
  narrow navigate needs negate nest normalize note number observe offer omit open order overlap overlay pack pad
  paint pair parse pass patch pause perform permit pick place plan pop post prefer prefix prepare present preserve
  preview print probe profile prune publish pull push put query quote rank reach read recall record recover redact
  refer refine refresh refuse register reject release remediate remember remind remove rename render renew repeat
  replace reply report request require reserve reset resize resolve respell restore rethrow retry reveal reverse
  review revoke reword rewrite round route run save say scale schedule scrub seal search see seed select send sends
  serve set settle share shift shorten show shrink shuffle sign simplify simulate sketch skip slice sort span spend
  split spoil spread squeeze stabilize stack stamp start step stop store straighten stretch strike stringify strip
  style subtract suggest sum summarize suspend swap sweep sync tag take tally tell throw tidy time to touch trace
  translate trigger trim truncate trust try turn unescape unify unlink unpack untag unwrap update upgrade upload
  use uses validate veil verify visit wait walk wants warn watch weigh work wrap write zip zoom`.split(/\s+/),
);

/** Nouns that are verbs as well: alone, they name a thing. */
const nouns = new Set(["index", "key", "label", "name", "number", "order", "place", "record", "step", "time"]);

/** Names that users write, or that read as a type does: those of schemas and declarations. */
const others: Record<string, readonly string[]> = {
  "cli/src/doctor/finding.ts": ["ok"],
  "emulator/src/control/control.ts": ["coverage", "faults", "requests", "snapshot"],
  "emulator/src/control/user-interface.ts": ["queries"],
  "emulator/src/resources/api-credentials.ts": ["fingerprint"],
  "emulator/src/spec/identity.ts": ["index"],
  "emulator/src/state/store.ts": ["snapshot"],
  "emulator/src/view/html.ts": ["html"],
  "policies/src/index.ts": ["starterPolicies"],
  "policies/src/policy.ts": ["policy"],
  "provider/src/core/api/common.ts": ["optional"],
  "provider/src/core/api/errors.ts": ["withHint"],
  "provider/src/core/api/transport/path.ts": ["path"],
  "provider/src/core/model/across/model-set.ts": ["index"],
  "provider/src/core/model/schema/schema.ts": [
    ...["choice", "dateRange", "formula", "ids", "isoDate", "name", "off", "optionalFlag", "optionalName"],
    ...["optionalNumber", "optionalText", "serverOwned", "setOf", "text", "topN"],
  ],
  "provider/src/core/model/text/spec-text.ts": ["specText"],
  "provider/src/core/workbook/schema/charts.ts": ["axis", "channel", "shown", "textLook"],
  "provider/src/core/workbook/schema/document.ts": ["pixels", "switched"],
  "provider/src/core/workbook/schema/elements.ts": ["formulaText", "hiddenPart"],
  "provider/src/core/workbook/schema/fields.ts": [
    ...["figure", "flag", "idOf", "idsOf", "need", "needIdOf", "oneOf", "part", "scheme", "text", "texts", "word"],
  ],
  "provider/src/kinds/api-credential/credential.ts": ["secret"],
  "provider/src/kinds/declare/export-schedule/fields.ts": ["optionalFlag"],
  "provider/src/kinds/declare/fields.ts": ["field", "output", "reference"],
  "provider/src/kinds/registry.ts": ["allKinds"],
  "provider/src/policy/missing-names.ts": ["missingNames"],
  "provider/src/program/data-model-directory.ts": ["model"],
  "provider/src/program/data-model.ts": ["columnId", "elementId"],
  "provider/src/program/model-reference.ts": ["referencedModel"],
  "provider/src/program/spec-input.ts": ["specFile", "workbookFile"],
  "provider/src/testing/index.ts": ["mocks"],
  "tools/jest-closing-line.js": ["onRunComplete"],
  "tools/quickstart/src/narrator.ts": ["step"],
};

const patterns = ["*/src/**.ts", "tools/*/src/**.ts", "tests/*.ts", "tests/**/*.ts", "*.js", "*.cjs"];
const sources = execFileSync("git", ["ls-files", ...patterns], { cwd: repository, encoding: "utf8" })
  .split("\n")
  .filter((path) => /[.](ts|c?js)$/.test(path) && !/(^|\/)(generated|fixtures|examples)\//.test(path));

const isFunction = (node: ts.Node | undefined) =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The name that a node gives to a function: a declaration, a method of a class, or a constant. */
function findName(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name;
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) return node.name;
  return ts.isVariableDeclaration(node) && isFunction(node.initializer) ? node.name : undefined;
}

function listNames(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = findName(node);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      names.push(name.text.replace("#", ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function isVerbal(name: string): boolean {
  const first = /^[a-z]+/.exec(name)?.[0] ?? "";
  return verbs.has(first) && !nouns.has(name) && !/[a-z]Of$/.test(name);
}

const findOthers = (path: string, text: string) => listNames(path, text).filter((name) => !isVerbal(name));

test("a function's name begins with a verb, but for the words of users and of declarations", () => {
  const found = sources.flatMap((path) => {
    const names = new Set(findOthers(path, readFileSync(join(repository, path), "utf8")));
    return names.size === 0 ? [] : [[path, [...names].sort()] as const];
  });
  expect(sources.length).toBeGreaterThan(900);
  expect(Object.fromEntries(found)).toEqual(others);
});

test("a noun, a participle and a name that ends in a preposition are found", () => {
  const text = `
    function columns() {}
    const stored = () => 1;
    class Table { readNameOf() {} #name() {} getName() {} }
    const list = { rows: () => 1 };
    function listRows() { const order = () => 1; }
  `;
  expect(findOthers("a.ts", text)).toEqual(["columns", "stored", "readNameOf", "name", "order"]);
});
