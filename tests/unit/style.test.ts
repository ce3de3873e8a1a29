import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repository } from "../repository";

// What the linter can't say: it sees one file at a time, no pages, and no lines of comments and texts.

/** Every file that isn't ignored, new ones too. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\0")
  .filter(Boolean);

const readFile = (path: string): string => readFileSync(join(repository, path), "utf8");
const parseSource = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

const isSource = (path: string) => /\/src\/.*[.]ts$/.test(path) && !path.includes("/generated/");

const isFunction = (node: ts.Node | undefined): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** A tag of templates is named like what the template is. */
const isTag = ({ parameters: [first] }: ts.SignatureDeclaration) => first?.type?.getText() === "TemplateStringsArray";

/** The name that a node gives to a function: a declaration, a method of a class, or a constant. */
function findName(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node)) return isTag(node) ? undefined : node.name;
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    // What is overridden has the name that its library gave it.
    return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword) ? undefined : node.name;
  }
  return ts.isVariableDeclaration(node) && isFunction(node.initializer) ? node.name : undefined;
}

/** The names of functions that end in a preposition. */
function findPrepositions(path: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = findName(node);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      names.push(name.text.replace("#", ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(parseSource(path, text));
  return names.filter((name) => /[a-z]Of$/.test(name));
}

/** Modules in which fields are declared: a function is named like the field that it makes. */
const isVocabulary = (path: string) => /\/schema\/|\/fields[.]ts$/.test(path);

test("no function's name ends in a preposition", () => {
  const named = files.filter(
    (path) => /[.](?:ts|c?js)$/.test(path) && !/(?:^|\/)(?:generated|fixtures|examples)\//.test(path),
  );
  expect(named.length).toBeGreaterThan(900);
  const found = named
    .filter((path) => !isVocabulary(path))
    .flatMap((path) => findPrepositions(path, readFile(path)).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test("a name that ends in a preposition is found", () => {
  const text = `
    function columnsOf() {}
    class Table { readNameOf() {} #nameOf() {} getName() {} }
    const list = { rows: () => 1 };
    function listRows() { const orderOf = () => 1; }
    function htmlOf(texts: TemplateStringsArray) {}
  `;
  expect(findPrepositions("a.ts", text)).toEqual(["columnsOf", "readNameOf", "nameOf", "orderOf"]);
});

type Phrases = readonly (readonly [wrong: RegExp, right: string])[];

/** A phrase that a reader may have to read twice, and what to write instead. */
const phrases: Phrases = [
  [/never overwritten unseen/i, "never silently overwritten"],
  [/keeps? (it|the provider) from working/i, "diagnoses setup problems and says how to fix them"],
  [/way out|wayOut/i, "hint"],
  [/half-made/i, "partially created"],
  [/each after those/i, "in dependency order"],
  [/asked for wrongly/i, "usage error"],
  [/the list lacks/i, "missing from the list counts as deleted"],
  [/nobody takes connections/i, "connection refused"],
  [/instead of an answer/i, "received HTML instead of JSON"],
  [/then has no such object/i, "was saved, but reading it back returned 404"],
  [/nobody is here/i, "not a terminal: cannot prompt"],
  [/nobody reads/i, "unknown setting, ignored"],
  [/nobody says/i, "undocumented"],
  [/\b(takes?|taken|took|taking) (it |everything )?over\b/i, "adopt"],
  [/\bmad?es? anew\b/i, "recreate"],
  [/takes? its place/i, "replace"],
  [
    /\b(dis)?(organis(e|ation|ing)|recognis|normalis|serialis|initialis|summaris|colour|neighbour|behaviour|catalogue|licence)/i,
    "American spelling",
  ],
];

/** More of the same, refused in pages and in the texts of the command; comments may still have them. */
const phrasesInProse: Phrases = [
  [/\b(is|are|was|were) told\b/i, "the actor, and shows, reports or passes"],
  [/\bis said\b/i, "reports"],
  // Before another word: `nobody: true` is also a setting.
  [/\b(nobody|somebody)\b(?=['’]?\s*[a-z])/i, "the actor, someone, or undocumented"],
  [/\b(nothing|requests) .{0,60}\bby (itself|themselves)\b/i, "the condition, or leave it out"],
  [/\bends with [0-9]/i, "exit code, or exits with"],
  [/\b(goes|go|going) on (with|using|where|from|when|until|without)\b/i, "continue"],
  [/\b(is|are) left alone\b/i, "ignore, or does not change"],
  [/\bmay be given again\b/i, "can be repeated"],
  [/\ba further\b/i, "another"],
  [/\banew\b/i, "again"],
  [/\b(is|are) called (so|that|like)\b/i, "has this name"],
  [/\bmade (from|of) (their|its|the) names?\b/i, "derived from"],
  [/\bcomes? to (lie|their end|its end)\b/i, "the folder for, or finish"],
  [/\bwhat became of\b/i, "result"],
  [/\b(stands?|lies?) (there|here|in its place)\b/i, "is"],
  [/\basks nobody\b/i, "sends no request"],
  [/\bmust(n't| not) be taken for\b/i, "must not be treated as"],
];

/** What users and contributors read. */
const rooms = [
  "docs",
  "cli",
  "diagram",
  "generate",
  "provider",
  "policies",
  "emulator",
  "examples",
  "pipelines",
  "tools",
  "bench",
];
const isRead = (path: string) =>
  (rooms.includes(path.split("/")[0]!) || /^[A-Z]+[.]md$/.test(path)) && /[.](?:ts|js|md|json|ya?ml)$/.test(path);

/** Pages for users: guides, the reference of resources, and what stands beside a package. That of lookups follows code. */
const isPage = (path: string) =>
  /^docs\/(?:guides|handbook|resources|performance)/.test(path) ||
  /(?:^|\/)(?:README|CHANGELOG|SECURITY)[.]md$/.test(path);

const removeComments = (text: string) => text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
const removeCode = (text: string) =>
  text.replaceAll(/^```.*?^```/gms, (code) => code.replaceAll(/[^\n]/g, "")).replaceAll(/`[^`\n]*`/g, "");

/** Where a phrase is, with what to write instead. */
function findPhrases(path: string, text: string, refused: Phrases): string[] {
  return text.split("\n").flatMap((line, index) =>
    refused.flatMap(([wrong, right]) => {
      const [words] = wrong.exec(line) ?? [];
      return words === undefined ? [] : [`${path}:${index + 1}: "${words}": ${right}`];
    }),
  );
}

test("docs, messages and comments are in plain American English", () => {
  expect(files.filter(isRead).flatMap((path) => findPhrases(path, readFile(path), phrases))).toEqual([]);
  expect(findPhrases("a.ts", "// fine\n// its colour", phrases)).toEqual(['a.ts:2: "colour": American spelling']);
});

test("pages, and the texts of the command, name the actor and the effect", () => {
  const inPages = files
    .filter((path) => isRead(path) && isPage(path))
    .flatMap((path) => findPhrases(path, removeCode(readFile(path)), phrasesInProse));
  const inTexts = files
    .filter((path) => /^(cli|generate)[/]src[/].*[.]ts$/.test(path))
    .flatMap((path) => findPhrases(path, removeComments(readFile(path)), phrasesInProse));
  expect([...inPages, ...inTexts]).toEqual([]);
  expect(findPhrases("a.md", removeCode("`is said`\nit is said"), phrasesInProse)).toEqual([
    'a.md:2: "is said": reports',
  ]);
});

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

test("the README has at most 700 words, and CONTRIBUTING at most 900", () => {
  expect(countWords(readFile("README.md"))).toBeLessThanOrEqual(700);
  expect(countWords(readFile("CONTRIBUTING.md"))).toBeLessThanOrEqual(900);
});

const width = 120;

/** Code, scripts and configuration that people write: Markdown and JSON have no way to break a line. */
const isBreakable = (path: string) => /[.](?:m?ts|[cm]?js|py|sh|yml)$|PulumiPolicy[.]yaml$/.test(path);

/** A regular expression can't be broken. */
const isPattern = (line: string) => /^\s*\/.+\/[a-z]*[,;)]*$/.test(line);

/** Inline snapshots hold what a command prints. */
const omitSnapshots = (text: string) =>
  text.replace(/toMatchInlineSnapshot\(`(?:\\.|[^`\\])*`\)/g, (snapshot) => snapshot.replace(/.+/g, ""));

function findLongLines(path: string, text: string): string[] {
  if (/^(\/\/|\/\*) Generated/.test(text)) return [];
  return omitSnapshots(text)
    .split("\n")
    .flatMap((line, at) => (line.length > width && !isPattern(line) ? [`${path}:${at + 1}: ${line.length}`] : []));
}

test("no line is longer than the formatter's width, in comments and texts either", () => {
  expect(files.filter(isBreakable).flatMap((path) => findLongLines(path, readFile(path)))).toEqual([]);
});

test("a long line is found by its place; a regular expression and a snapshot aren't", () => {
  const long = "x".repeat(width + 1);
  expect(findLongLines("a.ts", `const a = 1;\n// ${long}\n`)).toEqual([`a.ts:2: ${width + 4}`]);
  expect(findLongLines("a.ts", `  /${long}/u,\n`)).toEqual([]);
  expect(findLongLines("a.ts", `expect(a).toMatchInlineSnapshot(\`\n${long}\n\`);\n`)).toEqual([]);
});

/** A shorter body says so little that another function may say the same by chance. */
const shortest = 60;

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
  const file = parseSource(path, text);
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
  const sources = files.filter(isSource);
  expect(sources.length).toBeGreaterThan(500);
  expect(listRepeated(sources.map((path) => [path, readFile(path)]))).toEqual([]);
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

/** What holds what becomes known. */
const holders = /^(?:(?:Weak)?(?:Map|Set)|KeyedMutex|AsyncLocalStorage)$/;

/** Names of variables of a module that change, or hold what does: a run of the program would know what another did. */
function findState(file: ts.SourceFile): string[] {
  const lists = file.statements.filter(ts.isVariableStatement).map(({ declarationList }) => declarationList);
  return lists.flatMap(({ flags, declarations }) => {
    const isConstant = (flags & ts.NodeFlags.Const) !== 0;
    const found = isConstant
      ? declarations.filter(({ initializer, type }) => isHolder(initializer, type))
      : declarations;
    return found.map(({ name }) => name.getText());
  });
}

/** Whether it is made empty, and its type doesn't say that it stays so. */
function isHolder(made: ts.Expression | undefined, type: ts.TypeNode | undefined): boolean {
  if (made === undefined || /^readonly/i.test(type?.getText() ?? "")) return false;
  if (ts.isArrayLiteralExpression(made)) return made.elements.length === 0;
  return ts.isNewExpression(made) && holders.test(made.expression.getText()) && (made.arguments ?? []).length === 0;
}

test("no variable of a module holds what a run knows: that is in the Run that its door made", () => {
  const rooms = files.filter((path) => /^provider\/src\/(?:host|kinds|plugin)\/.*[.]ts$/.test(path));
  expect(rooms.length).toBeGreaterThan(100);
  const found = rooms.flatMap((path) => findState(parseSource(path, readFile(path))).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test("a variable that changes is found, and a list of words isn't", () => {
  const text = `
    let last = 1;
    const told = new Set<string>();
    const known: ReadonlyMap<string, string> = new Map();
    const words = new Set(["a", "b"]);
    const turns = new KeyedMutex(), seen: string[] = [];
    const create = () => new Map<string, string>();
  `;
  expect(findState(parseSource("any.ts", text))).toEqual(["last", "told", "turns", "seen"]);
});
