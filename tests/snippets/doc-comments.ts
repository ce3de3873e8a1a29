import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import ts from "typescript";
import { type Block, repository } from "./blocks";

const folders = ["provider/src", "cli/src"];

/** The sources whose doc comments have examples. Classes of `program/generated` have those of the reference's pages. */
const sources = execFileSync("git", ["ls-files", "-z", ...folders], { cwd: repository, encoding: "utf8" })
  .split("\0")
  .filter((path) => /[.]m?ts$/.test(path) && !path.includes("/generated/"));

/** What an example may name without importing it, beside what its file imports and exports. */
const wellKnown: Readonly<Record<string, string>> = {
  analytics: 'import * as analytics from "pulumi-analytics";',
  client: declareValue("client", "core/api/client", "AnalyticsClient"),
  config: 'declare const config: import("@pulumi/pulumi").Config;',
  model: declareValue("model", "policy/data-model", "PolicyDataModel"),
  models: declareValue("models", "program/data-model-directory", "DataModelDirectory"),
  orders: declareValue("orders", "program/data-model", "DataModel"),
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  report: declareValue("report", "policy/data-model", "DataModelReport"),
};

function declareValue(name: string, file: string, type: string): string {
  return `declare const ${name}: import("${join(repository, "provider/src", file)}").${type};`;
}

/** The examples of all doc comments as blocks, each with what it takes as given. */
export const listDocExamples = (): Block[] =>
  sources.flatMap((path) => readDocExamples(path, readFileSync(join(repository, path), "utf8")));

/** The examples in the doc comments of a file: fenced blocks, and what follows `@example` without a fence. */
export function readDocExamples(path: string, text: string): Block[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap(({ 0: comment, index }) => {
    const first = text.slice(0, index).split("\n").length;
    const inner = comment.replaceAll(/^\/\*\*|\*\/$/g, "").replaceAll(/^ *\* ?/gm, "");
    const found = [
      ...inner.matchAll(/^ *```(?<fence>\w*)\n(?<fenced>.*?)^ *```|^ *@example\s+(?!```)(?<bare>(?:(?!^@).)*)/gms),
    ];
    return found.flatMap(({ 0: whole, index, groups: { fence, fenced, bare } = {} }) => {
      const code = fenced ?? bare!.replaceAll(/^`(.*)`\s*$/gs, "$1");
      if (!/^(?:ts)?$/.test(fence ?? "")) return [];
      const line = first + `${inner.slice(0, index)}${whole.slice(0, whole.indexOf(code))}`.split("\n").length - 1;
      return [{ page: path, line, language: extname(path).slice(1), code, marks: { given: declareGiven(file, code) } }];
    });
  });
}

/** The names that a file exports by a declaration. */
function listExports(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement) || !ts.getModifiers(statement)?.some(isExport)) return [];
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return declared.flatMap((one) => {
      const { name } = one as ts.NamedDeclaration;
      return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
    });
  });
}

const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;

/** What an example takes as given: the names of its file, unless it has imports, and values of the reader's own. */
function declareGiven(file: ts.SourceFile, code: string): string {
  const example = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  const { passed, needed } = listFreeNames(example);
  const exported = [...new Set(listExports(file))];
  const imports = file.statements.filter(ts.isImportDeclaration);
  const isWhole = example.statements.some(ts.isImportDeclaration);
  const known = new Set(["undefined", ...(isWhole ? [] : [...exported, ...imports.flatMap(listDeclared)])]);
  const names = [...needed].flatMap((name) => (known.has(name) ? [] : (wellKnown[name] ?? [])));
  const values = [...passed].filter((name) => !known.has(name)).map((name) => `declare const ${name}: any;`);
  if (isWhole) return values.join(" ");
  const module = resolve(repository, file.fileName.replace(/[.]ts$/, ""));
  const own = `import { ${exported.join(", ")} } from "${module}";`;
  return [own, ...imports.map((one) => writeImport(file, one)), ...names, ...values].join(" ");
}

/** An import of a file, as it is written elsewhere, whose names are also values. */
function writeImport(file: ts.SourceFile, one: ts.ImportDeclaration): string {
  const { text: from } = one.moduleSpecifier as ts.StringLiteral;
  const path = from.startsWith(".") ? resolve(repository, dirname(file.fileName), from) : from;
  const text = one.getText(file).replace(/^import type /, "import ");
  return text.replace(one.moduleSpecifier.getText(file), JSON.stringify(path));
}

function listNodes(node: ts.Node): ts.Node[] {
  const inner: ts.Node[] = [];
  node.forEachChild((child) => void inner.push(...listNodes(child)));
  return [node, ...inner];
}

/** The names that code declares or imports. */
const listDeclared = (code: ts.Node): string[] =>
  listNodes(code).flatMap((node) => {
    const { name } = node as ts.NamedDeclaration;
    const isOwn =
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isNamespaceImport(node) ||
      ts.isImportClause(node);
    return isOwn && name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });

/**
 * The names that an example uses and doesn't declare. What it only passes on is the reader's: ids, texts, documents.
 * What it calls, or whose member it reads, has to exist.
 */
function listFreeNames(example: ts.SourceFile): { passed: Set<string>; needed: Set<string> } {
  const declared = new Set(listDeclared(example));
  const free = listNodes(example)
    .filter(ts.isIdentifier)
    .filter(({ text }) => !declared.has(text));
  const needed = new Set(free.filter(isNeeded).map(({ text }) => text));
  const passed = free.filter((node) => isPassed(node) && !needed.has(node.text)).map(({ text }) => text);
  return { passed: new Set(passed), needed };
}

/** Whether code calls a name, constructs it or reads a member of it. */
const isNeeded = (node: ts.Identifier) =>
  (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent) || ts.isPropertyAccessExpression(node.parent)) &&
  node.parent.expression === node;

/** Whether a name stands for a value as a whole. */
const isPassed = (node: ts.Identifier) => {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isTemplateSpan(parent)
  );
};
