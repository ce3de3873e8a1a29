import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type AnyKind, commonFields } from "../../../provider/src/kinds/declare";
import { classFile, commonArgs, generated, type Source } from "./classes";
import { type LookupSource, lookupFile } from "./lookups";
import { type Manifest, schemaOf } from "./schema";

/**
 * Writes what follows from the declarations of kinds. With `--check` nothing is written, and what would change is listed.
 *
 * @returns the exit code.
 */
export function main(repository: string, options: readonly string[]): number {
  const source = join(repository, "provider/src");
  const sources = findKinds(source);
  const files = new Map(sources.map(({ kind }) => [kind.name, `./${kebab(kind.name)}`]));
  for (const { kind } of sources.filter(({ isExtended }) => isExtended)) files.set(kind.name, `../${kebab(kind.name)}`);

  const texts = new Map<string, string>();
  const folder = "provider/src/program/generated";
  texts.set(`${folder}/common.ts`, commonArgs(commonFields));
  for (const one of sources) texts.set(`${folder}/${kebab(one.kind.name)}.ts`, classFile(one, files));
  texts.set(`${folder}/index.ts`, classIndex(sources));
  texts.set(`${folder}/plugin.ts`, pluginClasses(sources, files));
  texts.set("provider/src/native.ts", nativeIndex(sources));
  const lookups = findLookups();
  const lookupFolder = "provider/src/lookups/generated";
  for (const one of lookups) texts.set(`${lookupFolder}/${one.file}.ts`, lookupFile(one));
  texts.set(`${lookupFolder}/index.ts`, lookupIndex(lookups));
  texts.set("provider/src/lookups/registry.ts", lookupRegistry(lookups));
  texts.set("provider/src/kinds/registry.ts", registry(sources));
  texts.set("provider/src/policy/generated.ts", validators(sources, join(source, "policy")));
  const manifest = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as Manifest;
  const schema = schemaOf(
    manifest,
    sources.map(({ kind }) => kind),
    lookups.map(({ module }) => module),
  );
  texts.set("provider/plugin/schema.json", `${JSON.stringify(schema, null, 2)}\n`);

  const isCheck = options.includes("--check");
  const stale: string[] = [];
  for (const [path, text] of texts) {
    const file = join(repository, path);
    const formatted = path.endsWith(".ts") ? format(repository, path, text) : text;
    if (existsSync(file) && readFileSync(file, "utf8") === formatted) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatted);
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
    .filter((name) => name !== "declare" && name !== "registry")
    .sort();
  // The bundle holds every kind: see `run.js`.
  const modules = require("kinds:all") as Record<string, Record<string, AnyKind>>;
  return files.map((file) => {
    const kind = modules[file]?.[camel(file)];
    if (kind === undefined)
      throw new Error(`${relative(process.cwd(), join(folder, file))} exports no kind called ${camel(file)}.`);
    return { kind, file, isExtended: existsSync(join(source, `program/${file}.ts`)) };
  });
}

/** Every file of `lookups` that declares some; the constant is called like the file. */
function findLookups(): LookupSource[] {
  const modules = require("lookups:all") as Record<string, Record<string, LookupSource["module"]>>;
  return Object.entries(modules).flatMap(([file, exported]) => {
    const module = exported[camel(file)];
    return module?.lookups === undefined ? [] : [{ module, file, constant: camel(file) }];
  });
}

function lookupIndex(lookups: readonly LookupSource[]): string {
  return `${generated("lookups")}\n${lookups.map(({ file }) => `export * from "./${file}";\n`).join("")}`;
}

function lookupRegistry(lookups: readonly LookupSource[]): string {
  return `${generated("the files of this folder")}
${lookups.map(({ file, constant }) => `import { ${constant} } from "./${file}";\n`).join("")}import type { LookupModule } from "./declare";

/** Every file of lookups. */
export const lookupModules: readonly LookupModule[] = [${lookups.map(({ constant }) => constant).join(", ")}];
`;
}

function classIndex(sources: readonly Source[]): string {
  const line = ({ kind: { name }, isExtended }: Source) => (isExtended ? "" : `export * from "./${kebab(name)}";\n`);
  return `${generated("kinds")}\n${sources.map(line).join("")}`;
}

/** The classes whose resources the plugin serves: the same ones, of another type. */
function pluginClasses(sources: readonly Source[], files: ReadonlyMap<string, string>): string {
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
  return `${generated("kinds")}\nimport { formPluginToken } from "../resource";\n${imports.join("\n")}\n\n${classes.join("\n")}`;
}

/** What `pulumi-analytics/native` exports. */
function nativeIndex(sources: readonly Source[]): string {
  const names = [
    ...sources.map(({ kind }) => kind.name),
    "DataModelDirectory",
    "Provider",
    "type ProviderArgs",
    "type ProfileSettings",
  ];
  return `${generated("kinds")}
export * from "./index";
export { ${names.join(", ")} } from "./program/plugin";
`;
}

function registry(sources: readonly Source[]): string {
  const line = ({ kind, file }: Source) =>
    `  ${kind.name}: () => (require("./${file}") as typeof import("./${file}")).${camel(file)},\n`;
  return `${generated("the files of this folder")}
import type { AnyKind } from "./declare";

/**
 * Every kind of resource, by name. Each is loaded when it is asked for: the host of a stack without data models does without all that is needed
 * for them.
 */
export const registry: Readonly<Record<string, () => AnyKind>> = {
${sources.map(line).join("")}};

/** All of them. */
export function allKinds(): AnyKind[] {
  return Object.values(registry).map((load) => load());
}
`;
}

/** The policy helpers of the kinds that have none of their own. */
function validators(sources: readonly Source[], folder: string): string {
  const plain = sources.filter(({ kind }) => !existsSync(join(folder, `${kebab(kind.name)}.ts`)));
  const line = ({ kind: { name }, file }: Source) => `
/**
 * Validates every \`${name}\` in a policy.
 *
 * @example \`validate${name}((inputs, context, report) => { if (…) report("…"); })\`
 */
export const validate${name} = createValidator<InputsOf<typeof import("../kinds/${file}").${camel(file)}>>("${name}");
`;
  return `${generated("kinds")}
import type { InputsOf } from "../kinds/declare";
import { createValidator } from "./validator";
${plain.map(line).join("")}`;
}

function format(repository: string, path: string, text: string): string {
  const biome = require.resolve("@biomejs/biome/bin/biome", { paths: [repository] });
  const options = { cwd: repository, input: text, encoding: "utf8" } as const;
  return execFileSync(process.execPath, [biome, "check", "--write", `--stdin-file-path=${path}`], options);
}

/** `DataModelTag` as a file: `data-model-tag`. */
const kebab = (name: string) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** `data-model-tag` as a constant: `dataModelTag`. */
const camel = (file: string) => file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
