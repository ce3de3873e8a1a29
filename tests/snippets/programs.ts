import { join } from "node:path";
import { load } from "js-yaml";
import { type Block, blocks, isProgram, listBlocks, repository } from "./blocks";

/** Programs that another test applies, with more than one `up`. */
export const appliedElsewhere: Readonly<Record<string, string>> = {
  "docs/guides/promotion.md": "tests/engine/promotion.test.ts",
  "docs/guides/programs.md": "tests/engine/guides.test.ts",
};

/** Programs that a fresh emulator can't serve. */
const unavailable: Readonly<Record<string, string>> = {
  "docs/lookups/template.md": "only the product makes templates",
};

/** Guides whose program needs what the reference's programs create, like the lookups. */
const dependents = /^docs\/(?:lookups\/|guides\/organization\.md)/;

/** Why a program isn't applied; undefined: a test applies it. */
export const findExcuse = ({ page, marks }: Block): string | undefined => marks["not applied"] ?? unavailable[page];

/** The whole programs in a language that the engine applies, one after the other. */
export function listPrograms(language: "ts" | "yaml" | "python"): { creating: Block[]; finding: Block[] } {
  const all = listBlocks(language).filter(
    (block) => isProgram(block) && findExcuse(block) === undefined && !(block.page in appliedElsewhere),
  );
  // What the reference creates is what lookups find.
  all.sort((a, b) => Number(b.page.startsWith("docs/resources/")) - Number(a.page.startsWith("docs/resources/")));
  const isDependent = ({ page }: Block) => dependents.test(page);
  return { creating: all.filter((block) => !isDependent(block)), finding: all.filter(isDependent) };
}

/** Programs in groups that can share an organization and a stack: in none does a resource or a name occur twice. */
export function groupPrograms(programs: readonly Block[]): Block[][] {
  const groups: { programs: Block[]; names: Set<string> }[] = [];
  for (const program of programs) {
    const names = listNames(program);
    const group = groups.find((one) => names.every((name) => !one.names.has(name)));
    if (group === undefined) groups.push({ programs: [program], names: new Set(names) });
    else {
      group.programs.push(program);
      for (const name of names) group.names.add(name);
    }
  }
  return groups.map(({ programs }) => programs);
}

/** What a program creates: its resources, and the names that only one object can have. */
function listNames({ language, code }: Block): string[] {
  if (language === "yaml") {
    const { resources = {} } = load(code) as YamlProgram;
    return Object.entries(resources).flatMap(([key, { type, name = key, properties = {} }]) => [
      `${type} ${name}`,
      ...naturalKeys.flatMap((field) => (properties[field] === undefined ? [] : [`${type} ${properties[field]}`])),
    ]);
  }
  const own = code.replaceAll(/^.*(?:Output|\.(?:get|list)_\w+)\(.*$/gm, "");
  const resources = [...own.matchAll(/analytics\.([A-Z]\w+)\(\s*"([^"]+)"/g)];
  const fields = [...own.matchAll(/\b(?:name|email|slug|lng)(?:: |=)"([^"]+)"/g)];
  return [...resources.map(([, type, name]) => `${type} ${name}`), ...fields.map(([, value]) => `${value}`)];
}

const naturalKeys = ["name", "email", "slug", "lng"];

export interface YamlProgram {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly resources?: Readonly<Record<string, YamlResource>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

interface YamlResource {
  readonly type: string;
  readonly name?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Programs in YAML as one: names of the program's own get a prefix, names in the stack stay. */
export function mergeYaml(programs: readonly Block[]): YamlProgram {
  const parts = programs.map(({ code }, at) => prefixNames(load(code) as YamlProgram, `p${at}_`));
  const merge = (key: keyof YamlProgram) => Object.assign({}, ...parts.map((part) => part[key] ?? {}));
  return {
    config: merge("config"),
    variables: merge("variables"),
    resources: merge("resources"),
    outputs: merge("outputs"),
  };
}

function prefixNames(
  { config, variables = {}, resources = {}, outputs = {} }: YamlProgram,
  prefix: string,
): YamlProgram {
  const own = new Set([...Object.keys(variables), ...Object.keys(resources)]);
  const rename = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).map(([key, value]) => [prefix + key, renameReferences(value)]));
  const renameReferences = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/\$\{(\w+)/g, (all, name: string) =>
        own.has(name) ? `\${${prefix}${name}` : all,
      ),
    ) as Value;
  const named = Object.fromEntries(
    Object.entries(resources).map(([key, one]) => [key, { ...one, name: one.name ?? key }]),
  );
  return {
    ...(config && { config }),
    variables: rename(variables),
    resources: rename(named),
    outputs: rename(outputs),
  };
}

/** The model file to which the pages' programs refer: the README shows it. */
export function readModelFile(): string {
  const found = blocks.find(({ page, code }) => page === "README.md" && code.startsWith("# models/orders.yaml"));
  if (found === undefined) throw new Error("The README shows no models/orders.yaml");
  return found.code;
}

/** A file that `DbtArtifacts` takes. */
export const artifacts = join(repository, "tests/fixtures/dbt/target.tar.gz");

/** The name of the module with a program. */
export const nameModule = ({ page, line }: Block) => `${page.replaceAll(/\W/g, "_")}_${line}`;
