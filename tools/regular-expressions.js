// Fails for a regular expression of the sources whose time can grow faster than its text: a name, a file or a response
// would keep the provider busy for hours.
//
//   node tools/regular-expressions.js [folder…]
const { readdirSync, readFileSync } = require("node:fs");
const { check } = require("recheck");
const ts = require("typescript");

const rooms = ["cli", "diagram", "emulator", "generate", "policies", "provider"].map((room) => `${room}/src`);
const folders = process.argv.length > 2 ? process.argv.slice(2) : rooms;
/** These take the patterns of who writes a policy pack, or a test of faults. */
const configured = [
  "policies/src/models/names.ts",
  "policies/src/models/personal-data.ts",
  "emulator/src/faults/rules.ts",
];
/**
 * What one expression may take: what needs more is tried with texts instead of proven, which finds the same. Each run
 * tries the same ones.
 */
const limits = { timeout: 60_000, maxNFASize: 10_000, maxIteration: 3, randomSeed: 1 };

/** The places of each expression, by its literal. */
const places = new Map();
const problems = [];

/** The value of an expression of constants; undefined: it depends on data. */
function evaluate(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf("/"));
  if (ts.isIdentifier(node))
    return constants.has(node.text) ? evaluate(constants.get(node.text), constants) : undefined;
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") return evaluate(node.expression, constants);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw") {
    return evaluateTemplate(node.template, constants, (part) => part.rawText);
  }
  return ts.isTemplateExpression(node) ? evaluateTemplate(node, constants, (part) => part.text) : undefined;
}

function evaluateTemplate(node, constants, read) {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return read(node);
  const parts = node.templateSpans.map(({ expression, literal }) => [evaluate(expression, constants), read(literal)]);
  return parts.some(([value]) => value === undefined) ? undefined : [read(node.head), ...parts.flat()].join("");
}

function collect(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const constants = new Map();
  const add = (node, literal) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    places.set(literal, [...(places.get(literal) ?? []), `${file}:${line + 1}`]);
  };
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer) constants.set(node.name.getText(), node.initializer);
    if (ts.isRegularExpressionLiteral(node)) add(node, node.text);
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === "RegExp" &&
      !configured.includes(file)
    ) {
      const [pattern, flags] = node.arguments.map((argument) => evaluate(argument, constants));
      if (pattern !== undefined) add(node, `/${pattern}/${flags ?? ""}`);
      else problems.push(`${file}: ${node.getText()} is made of data. Compare texts instead, or list their parts.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

async function judge(literal, where) {
  const end = literal.lastIndexOf("/");
  const { status, complexity, attack, error } = await check(literal.slice(1, end), literal.slice(end + 1), limits);
  if (status === "safe") return;
  const what = status === "unknown" ? `can't be checked (${error.kind})` : `${complexity.summary}: ${attack.pattern}`;
  problems.push(`${where.join(", ")}: ${literal}\n  ${what}`);
}

async function run() {
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".ts"));
    for (const file of files) collect(`${folder}/${file.replaceAll("\\", "/")}`);
  }
  // Without a repetition that has no end, there is nothing to go back to.
  const repeating = [...places].filter(([literal]) => /[*+]|\{\d+,\}/.test(literal));
  for (const [literal, where] of repeating) await judge(literal, where);
  for (const problem of problems) console.error(problem);
  console.log(`regular expressions: ${problems.length} of ${places.size} are refused`);
  process.exit(problems.length > 0 ? 1 : 0);
}

void run();
