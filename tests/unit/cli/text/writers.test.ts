import { spawnSync } from "node:child_process";
import { load } from "js-yaml";
import ts from "typescript";
import { mergeExposures } from "../../../../cli/src/generate/exposures/exposures";
import { OneFile, programLanguages } from "../../../../cli/src/pull/program";
import { formatModel, insertComment, writeModel } from "../../../../cli/src/text";
import { writeAnnotation } from "../../../../cli/src/text/writers/annotation";
import { escapeJinja } from "../../../../cli/src/text/writers/jinja";
import { formatMarkdownCode, formatMarkdownLink } from "../../../../cli/src/text/writers/markdown";
import { quote } from "../../../../cli/src/text/writers/typescript";
import {
  embedJson,
  escapeDot,
  escapeMermaid,
  escapeXml,
  quoteMermaidTitle,
} from "../../../../diagram/src/graph/writers";
import { parseSpec } from "../../../../provider/src/core/model";
import {
  escapeCommands,
  escapeControls,
  escapeLine,
  escapeText,
  quoteArgument,
} from "../../../../provider/src/core/text";
import { loadAllKinds } from "../../../../provider/src/kinds/registry";
import { chooseCases } from "../../../cases";
import { hostileNames } from "../../../hostile-names";
import { type Declared, declareAll, isHalf, resourceNames, writeKnown } from "./hostile-programs";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("there are five hundred names, none twice", () => {
  expect(new Set(hostileNames).size).toBe(500);
});

test("what no program can hold is left out, by its name and with the reason", () => {
  const { file, declared } = declareAll("adopt");
  expect(declared).toHaveLength(hostileNames.filter((name) => !isHalf(name)).length);
  const half = file.leftOut.filter(({ kind }) => kind === "Translation");
  expect(half.map(({ title }) => title)).toEqual(hostileNames.filter(isHalf));
  for (const { why } of half) expect(why).toMatch(/contains an unpaired surrogate .* rename it in the product/);
});

test.each(chooseCases(["adopt", "import"] as const))(
  "TypeScript (%s) is what was declared, and runs nothing",
  (form) => {
    const { file, declared } = declareAll(form);
    const text = file.writeText();
    const { outputText, diagnostics } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    expect(diagnostics).toEqual([]);
    const found: Declared[] = [];
    const createRecorder = (kind: string) =>
      class {
        constructor(name: string, args: Declared[2]) {
          found.push([kind, name, args]);
        }
      };
    const packages = new Proxy({}, { get: (_, kind: string) => (kind === "__esModule" ? true : createRecorder(kind)) });
    new Function("require", "exports", "process", "globalThis", outputText)(() => packages, {});
    expect(found).toEqual(declared);
    const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, false);
    const kinds = source.statements.map(({ kind }) => ts.SyntaxKind[kind]);
    expect(new Set(kinds)).toEqual(new Set(["ImportDeclaration", "FirstStatement", "ExpressionStatement"]));
    expect(kinds).toHaveLength(2 + hostileNames.length + declared.length);
    // Directives of compilers and linters stand at the beginning of a comment.
    expect(text.split("\n").filter((line) => /^\/\/ *(@|eslint|\/)/.test(line))).toEqual([]);
  },
);

/** Runs a program in Python without Pulumi: what it declares, and the sorts of its statements. */
const recorder = `
import ast, json, sys, types
source = sys.stdin.buffer.read()
found = []
def declare(kind):
    def create(resource, /, opts=None, **args):
        found.append([kind, resource, args])
        return types.SimpleNamespace(id=resource)
    return create
pulumi, analytics = types.ModuleType("pulumi"), types.ModuleType("pulumi_analytics")
pulumi.ResourceOptions = lambda **options: options
analytics.__getattr__ = declare
sys.modules.update(pulumi=pulumi, pulumi_analytics=analytics)
tree = compile(source, "pulled.py", "exec", ast.PyCF_ONLY_AST)
exec(compile(source, "pulled.py", "exec"), {})
json.dump({"found": found, "nodes": sorted({type(node).__name__ for node in ast.walk(tree)})}, sys.stdout)
`;

function runPython(text: string): { found: Declared[]; nodes: string[] } {
  const ran = spawnSync("python3", ["-I", "-c", recorder], { input: text, encoding: "utf8", maxBuffer: 2 ** 26 });
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
}

const nodesOfPython = [
  ...["Assign", "Attribute", "Call", "Constant", "Dict", "Import", "Load", "Module", "Name", "Store"],
  ...["alias", "keyword"],
].sort();

const testPython = hasPython ? test : test.skip;

testPython("Python is what was declared, and runs nothing", () => {
  const { file, declared } = declareAll("import");
  const { found, nodes } = runPython(new OneFile(programLanguages.python, [file], [], "").writeText());
  expect(found).toEqual(declared);
  expect(nodes).toEqual(nodesOfPython);
});

testPython("a resource of Python has a variable of its own, whatever it is called", () => {
  const { found } = runPython(writeKnown("python").writeText());
  expect(found).toHaveLength(2 * resourceNames.length);
  const parents = found.filter(([, , args]) => args.name === "A").map(([, name]) => name);
  expect(parents).toEqual(resourceNames);
  expect(found.filter(([, , args]) => args.name === "B").map(([, , args]) => args.parent_id)).toEqual(resourceNames);
});

/** What Pulumi makes of a text in YAML, without what it refers to. */
const evaluate = (value: unknown): unknown => {
  if (typeof value === "string") {
    expect(value.replaceAll("$$", "")).not.toContain("${");
    return value.replaceAll("$$", "$");
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      expect(key).not.toMatch(/^fn::/i);
      return [evaluate(key), evaluate(item)];
    }),
  );
};

// The engine's `languages` gives this program to Pulumi itself.
test("YAML is what was declared, and has no function or expression; what it can't hold is left out", () => {
  const { file, declared } = declareAll("import");
  const written = new OneFile(programLanguages.yaml, [file], [], "");
  const text = written.writeText();
  const { resources } = load(text) as { resources: Record<string, { type: string; properties: Declared[2] }> };
  const isFunction = ([, , { translations }]: Declared) => /^fn::/i.test(Object.keys(translations as object)[0]!);
  expect(Object.entries(resources).map(([name, { type, properties }]) => [type, name, evaluate(properties)])).toEqual(
    declared.filter((one) => !isFunction(one)).map(([kind, name, args]) => [`analytics:${kind}`, name, args]),
  );
  const left = written.leftOut.filter(({ why }) => why.includes("reads as a function"));
  expect(left).toHaveLength(declared.filter(isFunction).length);
  expect(left[0]!.why).toMatch(
    /^translations has the key "fn::.*", which Pulumi's YAML reads as a function\. Declare it/,
  );
});

test("a resource of YAML is found by its name, whatever it is", () => {
  const text = writeKnown("yaml");
  const { resources } = load(text.writeText()) as { resources: Record<string, { properties: Declared[2] }> };
  const inner = Object.values(resources).filter(({ properties }) => properties.name === "B");
  const open = resourceNames.filter((name) => name.endsWith("\\"));
  expect(
    text.leftOut.map(({ why }) => why.replace(/^parentId refers to (.*), which ends in a backslash.*$/s, "$1")),
  ).toEqual(open.map(quote));
  expect(inner.map(({ properties }) => readRoot(properties.parentId as string))).toEqual(
    resourceNames.filter((name) => !name.endsWith("\\")),
  );
});

/** The resource of an expression, as Pulumi's YAML reads it. */
function readRoot(expression: string): string | undefined {
  const [, subscript, name] = /^\$\{(?:\["((?:\\"|[^"])+)"\]|([^.[}]+))\.id\}$/s.exec(expression) ?? [];
  return subscript?.replaceAll('\\"', '"') ?? name;
}

test("a model keeps its texts and keys, whatever is written as comments beside them", () => {
  // The others' writers take all names in a second.
  for (const name of chooseCases(hostileNames, 150)) {
    const form = { schemaVersion: 1, pages: [{ id: "p", name, elements: [], more: { [`${name}=`]: name } }] };
    const text = writeModel(form, [
      { path: [], text: name },
      { path: ["pages", 0, "name"], text: name },
    ]);
    const commented = insertComment(insertComment(text, [], name), ["pages"], name);
    for (const one of [text, commented, formatModel(commented, "yaml")]) expect(parseSpec(one)).toEqual(form);
  }
});

/** What can move, hide or turn what a terminal shows. */
const controlling =
  /(?![\t\n])\p{Cc}|[\u2028\u2029\ufeff]|\p{Default_Ignorable_Code_Point}|\p{Cs}|\p{Noncharacter_Code_Point}/u;

/** What the host of a pipeline takes for a command. */
const command = /^\s*::|##\w*\[/m;

test("a line of a terminal or a log is one, and no command", () => {
  for (const name of hostileNames) {
    expect(escapeLine(name)).not.toMatch(controlling);
    expect(escapeLine(name)).not.toContain("\n");
    expect(escapeText(`Refused:\n${name}`)).not.toMatch(command);
    expect(escapeText(name).replaceAll("\n", "")).not.toMatch(controlling);
    const shown = escapeCommands(escapeControls(name));
    expect(shown).not.toMatch(command);
    expect(JSON.parse(escapeCommands(escapeControls(JSON.stringify({ name }))))).toEqual({ name });
  }
});

test("what messages call an object is one line, of each kind", () => {
  const name = "a\u001b[2J\r\n::error::pwned\u2028b";
  const inputs = new Proxy({}, { get: () => name });
  for (const kind of loadAllKinds()) expect(kind.describe(inputs)).not.toMatch(/\p{Cc}|\u2028/u);
});

test("an annotation is one command, of one file", () => {
  for (const name of hostileNames) {
    const text = writeAnnotation("error", { file: name, line: 3, title: undefined }, name);
    expect(text).toMatch(/^::error file=[^:,\n\r]*,line=3::[^\n\r]*$/);
    expect(text).not.toMatch(/\p{Cc}/u);
  }
});

test("Markdown shows a name as code, which ends no span and no link", () => {
  for (const name of hostileNames) {
    const code = formatMarkdownCode(name);
    const [, ticks = "", inner = ""] = /^(`+)(.*)\1$/s.exec(code) ?? [];
    expect(ticks.length).toBeGreaterThan(0);
    expect(inner.match(/`+/g) ?? []).not.toContain(ticks);
    expect(code).not.toMatch(controlling);
    expect(formatMarkdownLink("a", name)).toBe("`a`");
    expect(formatMarkdownLink("a", `https://x.y/${name}`)).toMatch(/^\[`a`\]\(https:\/\/x\.y\/[^\s()<>|[\]]*\)$/);
  }
});

test("HTML, SVG, Mermaid and DOT show a name as a text of one line", () => {
  for (const name of hostileNames) {
    expect(escapeXml(name)).toMatch(/^(?:[^<>&"'\p{Cc}]|&#\d+;)*$/u);
    expect(escapeMermaid(name)).toMatch(/^(?!:)(?:#\d+;|[^"#<>&`*\\;[\]{}()|%$~@\p{Cc}])*$/u);
    expect(escapeDot(name)).toMatch(/^(?:[^"\\\p{Cc}]|\\["\\])*$/u);
    expect(load(`title: ${quoteMermaidTitle(name)}`)).toEqual({ title: JSON.parse(quoteMermaidTitle(name)) });
    expect(embedJson({ [name]: name })).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(embedJson({ [name]: name }))).toEqual({ [name]: name });
  }
});

test("Jinja evaluates nothing of a name", () => {
  for (const name of hostileNames) {
    const text = escapeJinja(name);
    expect(text.replaceAll('{{ "{" }}', "")).not.toMatch(/\{[{%#]/);
    expect(text.replaceAll('{{ "{" }}', "{")).toBe(name);
  }
  const current = { url: "https://x/{{#161}}", depends_on: ["ref('a')"] };
  const exposure = { name: "a", first: { label: "{{ env_var('TOKEN') }}" }, current };
  expect(mergeExposures({}, [{ ...exposure, analytics: { elements: ["{% raw %}"] } }]).exposures).toEqual([
    {
      name: "a",
      label: `{{ "{" }}{ env_var('TOKEN') }}`,
      url: 'https://x/{{ "{" }}{#161}}'.replace("{#", '{{ "{" }}#'),
      depends_on: ["ref('a')"],
      config: { meta: { analytics: { elements: ['{{ "{" }}% raw %}'] } } },
    },
  ]);
});

const shell = process.platform === "win32" ? undefined : "bash";

(shell ? test : test.skip)("an argument is one word of a shell", () => {
  // No argument of a process holds a NUL, and none half a character.
  const names = resourceNames.filter((name) => !name.includes("\u0000"));
  const script = `printf '%s\\0' ${names.map(quoteArgument).join(" ")}`;
  expect(script.split("\n")).toHaveLength(1);
  const { stdout } = spawnSync(shell!, ["-c", script], { encoding: "utf8", env: { LC_ALL: "C.UTF-8" } });
  expect(stdout.split("\0").slice(0, -1)).toEqual(names);
});
