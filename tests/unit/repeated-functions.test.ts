import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repository } from "../repository";

/** A shorter body says so little that another function may say the same by chance. */
const shortest = 60;

const sources = execFileSync("git", ["ls-files", "*/src/**.ts"], { cwd: repository, encoding: "utf8" })
  .split("\n")
  .filter((path) => path.endsWith(".ts") && !path.includes("/generated/"));

/** The functions that a statement declares, each with the node of its body. */
function listDeclared(statement: ts.Statement): { name?: ts.Node; body?: ts.Node }[] {
  if (ts.isFunctionDeclaration(statement)) return [{ name: statement.name, body: statement.body }];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name, initializer }) => ({
    name,
    body: initializer && ts.isArrowFunction(initializer) ? initializer.body : undefined,
  }));
}

/** The functions at the top of a file, each with its body in one line. */
function listFunctions(path: string, text: string): { name: string; body: string }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap(listDeclared).flatMap(({ name, body }) => {
    if (body === undefined) return [];
    return [{ name: `${path}: ${name?.getText(file)}`, body: body.getText(file).replace(/\s+/g, " ") }];
  });
}

/** The names of functions with equal bodies. */
function listRepeated(files: readonly (readonly [path: string, text: string])[]): string[][] {
  const named = new Map<string, string[]>();
  for (const { name, body } of files.flatMap(([path, text]) => listFunctions(path, text))) {
    if (body.length >= shortest) named.set(body, [...(named.get(body) ?? []), name]);
  }
  return [...named.values()].filter((names) => names.length > 1);
}

test("no function is written twice, whatever its name", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(listRepeated(sources.map((path) => [path, readFileSync(join(repository, path), "utf8")]))).toEqual([]);
});

test("a copy with another name or other blanks is found", () => {
  const body = "{ if (typeof text !== 'string') return undefined; return text.trim().toLowerCase(); }";
  const copies = [
    ["a.ts", `function a(text: unknown) ${body}`],
    ["b.ts", `const b = (text: unknown) => ${body.replaceAll("; ", ";\n  ")};`],
    ["c.ts", "function c() { return 1; }"],
  ] as const;
  expect(listRepeated(copies)).toEqual([["a.ts: a", "b.ts: b"]]);
});
