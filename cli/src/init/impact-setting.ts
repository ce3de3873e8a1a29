/** The project's setting by which previews know who reads what they remove, which the policy pack asks for. */
import { readdirSync } from "node:fs";
import type { FileWriter } from "../command/files";
import { insertSetting } from "../text";
import { writtenSetting } from "./files";
import type { WrittenFile } from "./write";

const key = "analytics:impact";

/**
 * Adds the setting to a `Pulumi.yaml` that doesn't have it, for all stacks of the project.
 *
 * @returns undefined: it is there, or has no place in what is there, such as a `config` that names a folder.
 */
export function addImpactSetting(folder: FileWriter): WrittenFile | undefined {
  const before = folder.read("Pulumi.yaml");
  if (before === undefined || before.includes(key)) return undefined;
  const text = insertSetting(before, { key, value: "true", lines: writtenSetting });
  return text === undefined ? undefined : folder.write("Pulumi.yaml", text);
}

/** Whether a project or one of its stacks has the setting. */
export const hasImpactSetting = (folder: FileWriter) =>
  readdirSync(folder.folder)
    .filter((file) => /^Pulumi\.(.+\.)?yaml$/.test(file))
    .some((file) => folder.read(file)?.includes(key));
