/** The project's setting by which previews know who reads what they remove, which the policy pack asks for. */
import type { FileWriter } from "../command/files";
import { writtenSetting } from "./files";
import type { WrittenFile } from "./write";

const key = "analytics:impact";

/**
 * Adds the setting to a `Pulumi.yaml` that doesn't have it, for all stacks of the project.
 *
 * @returns undefined: it is there, or has no place in what is there, such as a `config: {…}` of one line.
 */
export function addImpactSetting(folder: FileWriter): WrittenFile | undefined {
  const before = folder.read("Pulumi.yaml");
  if (before === undefined || before.includes(key)) return undefined;
  const text = insertSetting(before);
  return text === undefined ? undefined : folder.write("Pulumi.yaml", text);
}

/** Whether a project has the setting. */
export const hasImpactSetting = (folder: FileWriter) => folder.read("Pulumi.yaml")?.includes(key) ?? false;

function insertSetting(text: string): string | undefined {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const format = (indent: string) => writtenSetting.map((line) => `${indent}${line}${end}`).join("");
  if (!/^config\s*:/m.test(text)) {
    const start = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
    return `${start}config:${end}${format("  ")}`;
  }
  // Comments of the block's own may come first.
  const block = /^config\s*:[ \t]*(?:#.*)?\r?\n(?=(?:[ \t]*(?:#.*)?\r?\n)*([ \t]+)[^\s#])/m.exec(text);
  if (block === null) return undefined;
  const at = block.index + block[0].length;
  return text.slice(0, at) + format(block[1] as string) + text.slice(at);
}
