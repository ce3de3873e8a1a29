import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as ts from "typescript";

/**
 * The rooms of the provider's sources: a folder, the files that others import it through, and the rooms it may import. Names are paths below
 * `provider/src`, without `.ts`.
 */
const source = join(__dirname, "../../provider/src");

interface Room {
  /** The files that other rooms import, relative to the room; `*` is any name. Default: `index`. */
  readonly entries?: readonly string[];
  /** Files that other rooms may import types from. */
  readonly typeEntries?: readonly string[];
  /** The rooms it imports. */
  readonly imports: readonly string[];
  /** The rooms it imports types of, and nothing that runs. */
  readonly types?: readonly string[];
}

const core = ["core", "core/api", "core/files", "core/spec", "core/text"];
const kinds = ["kinds", "kinds/declare"];

const rooms: Readonly<Record<string, Room>> = {
  // Modules that depend on nothing but plain JSON and texts. Each is its own entry.
  core: {
    entries: [
      "exact-number",
      "exact-yaml",
      "ignore-changes",
      "json",
      "keyed-mutex",
      "packed",
      "prefix-errors",
      "folder-path",
      "project-file",
      "property-path",
      "provider-text",
      "recurrence",
      "redact",
      "running",
      "tried",
      "values",
      "version",
      "yaml-layout",
    ],
    imports: ["core/spec", "core/text"],
  },
  // `regions` and `probe` are without the client: what a program loads.
  "core/api": { entries: ["index", "regions", "probe"], imports: ["core", "core/text"] },
  "core/files": { imports: ["core", "core/spec", "core/text"] },
  // `json` loads nothing, `text` and `across` neither zod nor the schema. `internal` is for this package, `index` is published.
  "core/spec": { entries: ["index", "internal", "json", "text/index", "across/index"], imports: ["core", "core/text"] },
  "core/text": { imports: [] },
  settings: { imports: core },
  "kinds/declare": { imports: core, types: ["settings"] },
  kinds: {
    entries: ["registry", "api-credential/visible"],
    typeEntries: ["*", "*/index", "*/fields"],
    imports: [...core, "kinds/declare"],
    types: ["settings"],
  },
  "host/stored": { imports: core, types: kinds },
  // `process-hooks` loads nothing.
  "host/create": { entries: ["index", "process-hooks"], imports: [...core, "settings", "host/stored"], types: kinds },
  host: {
    entries: ["dynamic", "lifecycle", "process"],
    imports: [...core, "settings", ...kinds, "host/create", "host/stored"],
  },
  // `resource` is the base class alone, `host-package` needs no SDK.
  program: { entries: ["index", "plugin", "resource", "host-package"], imports: core, types: kinds },
  // `registry` and `question` are the declarations alone.
  lookups: { entries: ["index", "question", "registry"], imports: [...core, "settings", "program"] },
  policy: { imports: [...core, "kinds", "program"], types: kinds },
  // The other door: what the engine calls, on the same lifecycles.
  plugin: { entries: ["main"], imports: [...core, "settings", ...kinds, "host", "host/create", "lookups"] },
  testing: { imports: [...core, ...kinds, "program"] },
  // What the package exports.
  ".": { entries: ["index", "host", "native"], imports: [...core, "host", "kinds", "lookups", "program"] },
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it leaves nothing in the compiled file. */
  readonly isType: boolean;
  /** Whether it is a `require`, which loads when its function runs. */
  readonly isLazy: boolean;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""));

/** The packages that a file loads as soon as it is loaded itself. */
const packages = new Map<string, Set<string>>();

const imports = files.flatMap(importsOf);

/** Everything a file imports of the provider: by `import`, `export … from`, `require` and the type `import(…)`. */
function importsOf(from: string): Import[] {
  const file = join(source, `${from}.ts`);
  const found: Import[] = [];
  packages.set(from, new Set());
  const add = (specifier: ts.Node | undefined, isType: boolean, isLazy = false) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    if (!specifier.text.startsWith(".")) {
      if (!isType && !isLazy) packages.get(from)?.add(specifier.text);
      return;
    }
    const target = relative(source, join(dirname(file), specifier.text));
    const to = [target, join(target, "index")].find((path) => existsSync(join(source, `${path}.ts`)));
    // The manifest lies outside.
    if (to !== undefined) found.push({ from, to, isType, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeClause(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.getText() === "require") add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  return found;
}

function isTypeClause(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.every((one) => one.isTypeOnly);
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  return (
    exportClause !== undefined &&
    ts.isNamedExports(exportClause) &&
    exportClause.elements.every((one) => one.isTypeOnly)
  );
}

/** The innermost room that a file is in. */
function roomOf(file: string): string {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) if (rooms[folder]) return folder;
  return ".";
}

const matches = (pattern: string, name: string) => new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(name);

const crossing = imports
  .map((one) => ({ ...one, fromRoom: roomOf(one.from), toRoom: roomOf(one.to) }))
  .filter(({ fromRoom, toRoom }) => fromRoom !== toRoom);

test("every folder belongs to a room", () => {
  const unlisted = files.filter((file) => roomOf(file) === "." && !rooms["."]?.entries?.includes(file));
  expect(unlisted).toEqual([]);
});

test("a room is imported through its entries", () => {
  const wrong = crossing.filter(({ to, toRoom, isType }) => {
    const { entries = ["index"], typeEntries = [] } = rooms[toRoom] as Room;
    const allowed = isType ? [...entries, ...typeEntries] : entries;
    return !allowed.some((entry) => matches(entry, relative(toRoom, to)));
  });
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("rooms import only the rooms below them", () => {
  const wrong = crossing.filter(({ fromRoom, toRoom, isType }) => {
    const { imports = [], types = [] } = rooms[fromRoom] as Room;
    const allowed = isType ? [...imports, ...types] : imports;
    return !allowed.some((room) => matches(room, toRoom));
  });
  expect(wrong.map(({ from, to, isType }) => `${from} imports ${isType ? "types of " : ""}${to}`)).toEqual([]);
});

test("of a data model, what reviews imports nothing that reads or writes, and what reads nothing that writes", () => {
  const folder = "kinds/data-model";
  const below: Readonly<Record<string, readonly string[]>> = { review: ["read", "stored", "write"], read: ["write"] };
  const partOf = (file: string) => relative(folder, file).split("/")[0] as string;
  const own = imports.filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`));
  expect(own.map(({ from }) => partOf(from))).toEqual(expect.arrayContaining(["read", "review", "write"]));
  const wrong = own.filter(({ from, to }) => (below[partOf(from)] ?? []).includes(partOf(to)));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("a program loads neither the API client, nor the schema of data models and zod", () => {
  const loaded = new Set(["index"]);
  for (const file of loaded) {
    for (const { from, to, isType, isLazy } of imports) if (from === file && !isType && !isLazy) loaded.add(to);
  }
  expect(loaded).toContain("core/spec/text/parse");
  expect(
    [...loaded].filter((file) => /^(core\/((api|spec)\/index|spec\/schema\/)|settings\/|kinds\/)/.test(file)),
  ).toEqual([]);
  const loadedPackages = [...loaded].flatMap((file) => [...(packages.get(file) ?? [])]);
  expect(loadedPackages).toContain("js-yaml");
  expect(loadedPackages.filter((name) => /^(axios|zod)(\/|$)/.test(name))).toEqual([]);
});

test("only what the command writes or edits goes through yaml; what is read goes through js-yaml", () => {
  expect(files.filter((file) => packages.get(file)?.has("yaml"))).toEqual([]);
  const command = join(source, "../../cli/src");
  const editing = readdirSync(command, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && readFileSync(join(command, file), "utf8").includes('from "yaml"'),
  );
  expect(editing).toContain("text/yaml.ts");
  expect(editing.filter((file) => !/^(text\/|init\/files\.ts$)/.test(file))).toEqual([]);
});

test("the client of the network is loaded with the first request", () => {
  expect(files.filter((file) => packages.get(file)?.has("axios"))).toEqual([]);
});

test("no file imports itself through others", () => {
  const targets = new Map(files.map((file) => [file, [] as string[]]));
  for (const { from, to } of imports) targets.get(from)?.push(to);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (path.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
