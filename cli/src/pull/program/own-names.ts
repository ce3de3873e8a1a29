/** What a program in Pulumi's YAML declares in files of the user's own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { readFields } from "pulumi-analytics-internal/core/data";
import { readExistingProject } from "../../project/existing";
import type { KnownResource } from "./one-file";

/** Pulumi reads the first that is there, and settings from the last. */
const programFiles = ["Main.json", "Main.yaml", "Pulumi.yaml"];

/** The names and resources of a program. */
export interface OwnNames {
  /** Of resources, variables and settings, which share one scope. */
  readonly names: readonly string[];
  /** Resources with the option `import`, which the stack may not have yet. */
  readonly imported: readonly KnownResource[];
}

/** Reads the program in YAML of a folder; nothing where there is none, or where it can't be read. */
export function readOwnNames(folder: string): OwnNames {
  if (readExistingProject(folder).language !== "yaml") return { names: [], imported: [] };
  const files = programFiles.map((path) => readFields(readYaml(join(folder, path))));
  const resources = files.flatMap((file) => Object.entries(readFields(file.resources)));
  const others = files.flatMap(({ config, configuration, variables }) =>
    [config, configuration, variables].flatMap((block) => Object.keys(readFields(block))),
  );
  return {
    names: [...resources.map(([name]) => name), ...others, "pulumi"],
    imported: resources.flatMap(([name, value]) => {
      const { type, options } = readFields(value);
      const { import: id } = readFields(options);
      const [, kind] = /^analytics:(?:index:)?(\w+)$/.exec(String(type)) ?? [];
      return kind === undefined || typeof id !== "string" ? [] : [{ kind, id, name }];
    }),
  };
}

function readYaml(path: string): unknown {
  try {
    return load(readFileSync(path, "utf8"));
  } catch {
    // Pulumi says what is wrong with it.
    return undefined;
  }
}
