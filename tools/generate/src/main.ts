import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type AnyKind, commonFields, type InputFields } from "../../../provider/src/kinds/declare";
import { type Source, writeClass, writeCommonArgs, writeHeader } from "./classes";
import { type LookupSource, writeLookupFile } from "./lookups";
import { buildSchema, type Manifest } from "./schema";
import { readConverted } from "./schema/examples/converted";
import type { PackageSpec } from "./schema/spec";

/**
 * Writes what follows from the declarations of kinds. With `--check` nothing is written, and what would change is
 * listed.
 *
 * @returns the exit code.
 */
export function runMain(repository: string, options: readonly string[]): number {
  const source = join(repository, "provider/src");
  const sources = findKinds(source);
  const files = new Map(sources.map(({ kind }) => [kind.name, `./${toKebab(kind.name)}`]));
  for (const { kind } of sources.filter(({ isExtended }) => isExtended))
    files.set(kind.name, `../${toKebab(kind.name)}`);

  const texts = new Map<string, string>();
  const folder = "provider/src/program/generated";
  texts.set(`${folder}/common.ts`, writeCommonArgs(commonFields));
  for (const one of sources) texts.set(`${folder}/${toKebab(one.kind.name)}.ts`, writeClass(one, files));
  texts.set(`${folder}/index.ts`, writeClassIndex(sources));
  texts.set(`${folder}/native-classes.ts`, writePluginClasses(sources, files));
  texts.set("provider/src/native.ts", writeNativeIndex(sources));
  const lookups = findLookups();
  const lookupFolder = "provider/src/lookups/generated";
  for (const one of lookups) texts.set(`${lookupFolder}/${one.file}.ts`, writeLookupFile(one));
  texts.set(`${lookupFolder}/index.ts`, writeLookupIndex(lookups));
  texts.set("provider/src/lookups/registry.ts", writeLookupRegistry(lookups));
  texts.set("provider/src/kinds/registry.ts", writeRegistry(sources));
  texts.set("provider/src/policy/generated.ts", writeValidators(sources, join(source, "policy")));
  const manifest = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as Manifest;
  const schemaFile = "provider/plugin/schema.json";
  const former = JSON.parse(readFileSync(join(repository, schemaFile), "utf8")) as PackageSpec;
  const schema = buildSchema(
    manifest,
    sources.map(({ kind }) => kind),
    lookups.map(({ module }) => module),
    readConverted(former),
  );
  texts.set(schemaFile, `${JSON.stringify(schema, null, 2)}\n`);

  const isCheck = options.includes("--check");
  const stale: string[] = [];
  for (const [path, text] of formatFiles(repository, texts)) {
    const file = join(repository, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const there = [folder, lookupFolder].flatMap((one) =>
    readdirSync(join(repository, one)).map((name) => `${one}/${name}`),
  );
  for (const path of there.filter((one) => !texts.has(one))) {
    stale.push(path);
    if (!isCheck) rmSync(join(repository, path));
  }
  if (isCheck && stale.length > 0) {
    console.error(`Not up to date; run \`npm run generate\`:\n${stale.join("\n")}`);
    return 1;
  }
  console.log(`${texts.size} files, ${stale.length} changed.`);
  return 0;
}

/** Every kind: each file or folder of `kinds` exports one, called like itself. */
function findKinds(source: string): Source[] {
  const folder = join(source, "kinds");
  const files = readdirSync(folder)
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((name) => !["dbt", "declare", "document", "document-tag", "export-schedule", "registry"].includes(name))
    .sort();
  // The bundle holds every kind: see `run.js`.
  const modules = require("kinds:all") as Record<string, Record<string, AnyKind>>;
  return files.map((file) => {
    const kind = modules[file]?.[toCamel(file)];
    if (kind === undefined)
      throw new Error(`${relative(process.cwd(), join(folder, file))} exports no kind called ${toCamel(file)}.`);
    return { kind, file, isExtended: existsSync(join(source, `program/${file}.ts`)) };
  });
}

/** Every file of `lookups` that declares some; the constant is called like the file. */
function findLookups(): LookupSource[] {
  const modules = require("lookups:all") as Record<string, Record<string, LookupSource["module"]>>;
  return Object.entries(modules).flatMap(([file, exported]) => {
    const module = exported[toCamel(file)];
    return module?.lookups === undefined ? [] : [{ module, file, constant: toCamel(file) }];
  });
}

function writeLookupIndex(lookups: readonly LookupSource[]): string {
  return `${writeHeader("lookups")}\n${lookups.map(({ file }) => `export * from "./${file}";\n`).join("")}`;
}

function writeLookupRegistry(lookups: readonly LookupSource[]): string {
  return `${writeHeader("the files of this folder")}
${lookups.map(({ file, constant }) => `import { ${constant} } from "./${file}";\n`).join("")}\
import type { LookupModule } from "./declare";

/** Every file of lookups. */
export const lookupModules: readonly LookupModule[] = [${lookups.map(({ constant }) => constant).join(", ")}];
`;
}

function writeClassIndex(sources: readonly Source[]): string {
  const writeLine = ({ kind: { name }, isExtended }: Source) =>
    isExtended ? "" : `export * from "./${toKebab(name)}";\n`;
  return `${writeHeader("kinds")}\n${sources.map(writeLine).join("")}`;
}

/** The classes whose resources the plugin serves: the same ones, of another type. */
function writePluginClasses(sources: readonly Source[], files: ReadonlyMap<string, string>): string {
  const imports = sources.map(
    ({ kind: { name } }) => `import { ${name} as Dynamic${name} } from "${files.get(name)}";`,
  );
  const classes = sources.map(
    ({ kind: { name } }) => `/** A {@link Dynamic${name}} that the plugin serves. */
export class ${name} extends Dynamic${name} {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("${name}");
}
`,
  );
  return (
    `${writeHeader("kinds")}\nimport { formPluginToken } from ` +
    `"../resource";\n${imports.join("\n")}\n\n${classes.join("\n")}`
  );
}

/** What `pulumi-analytics/native` exports. */
function writeNativeIndex(sources: readonly Source[]): string {
  const names = [
    ...sources.map(({ kind }) => kind.name),
    "DataModelDirectory",
    "Release",
    "Provider",
    "type ProviderArgs",
    "type ProfileSettings",
  ];
  return `${writeHeader("kinds")}
export * from "./index";
export { ${names.join(", ")} } from "./program/native";
`;
}

function writeRegistry(sources: readonly Source[]): string {
  const writeLine = ({ kind, file }: Source) =>
    `  ${kind.name}: () => (require("./${file}") as typeof import("./${file}")).${toCamel(file)},\n`;
  return `${writeHeader("the files of this folder")}
import type { AnyKind } from "./declare";

/**
 * Every kind of resource, by name. Each is loaded when it is asked for: the host of a stack without data models does
 * without all that is needed for them.
 */
export const registry: Readonly<Record<string, () => AnyKind>> = {
${sources.map(writeLine).join("")}};

/** All of them. */
export function loadAllKinds(): AnyKind[] {
  return Object.values(registry).map((load) => load());
}
`;
}

/** The field that the example of a policy asks for: one that a declaration may leave out, where there is one. */
function chooseExampleField(fields: InputFields): string {
  const names = Object.keys(fields).filter((name) => name !== "allowDelete");
  return names.find((name) => fields[name]!.type.safeParse(undefined).success) ?? names[0]!;
}

/** The policy helpers of the kinds that have none of their own. */
function writeValidators(sources: readonly Source[], folder: string): string {
  const plain = sources.filter(({ kind }) => !existsSync(join(folder, `${toKebab(kind.name)}.ts`)));
  const writeLine = ({ kind: { name, fields }, file }: Source) => `
/**
 * Validates every \`${name}\` in a policy.
 *
 * @example
 * validate${name}((inputs, _context, report) => {
 *   if (inputs.${chooseExampleField(fields)} === undefined) report("declare ${chooseExampleField(fields)}");
 * });
 */
export const validate${name} = createValidator<InputsOf<typeof import("../kinds/${file}").${toCamel(file)}>>("${name}");
`;
  return `${writeHeader("kinds")}
import type { InputsOf } from "../kinds/declare";
import { createValidator } from "./validator";
${plain.map(writeLine).join("")}`;
}

/** Texts by their paths as Biome writes them, in one run of it. */
function formatFiles(repository: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  const biome = require.resolve("@biomejs/biome/bin/biome", { paths: [repository] });
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    for (const file of ["biome.json", "tools/text-writers.grit"]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(repository, file), join(folder, file));
    }
    for (const [path, text] of texts) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync(process.execPath, [biome, "check", "--write", "--vcs-enabled=false"], { cwd: folder, stdio: "pipe" });
    return new Map([...texts.keys()].map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `DataModelTag` as a file: `data-model-tag`. */
const toKebab = (name: string) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** `data-model-tag` as a constant: `dataModelTag`. */
const toCamel = (file: string) => file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
