/** The project's setting by which previews know who reads what they remove, which the policy pack asks for. */
import { readdirSync } from "node:fs";
import { isMap, isScalar, parseDocument, type Scalar } from "yaml";
import type { FileWriter } from "../command/files";
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
  const text = insertSetting(before);
  return text === undefined ? undefined : folder.write("Pulumi.yaml", text);
}

/** Whether a project or one of its stacks has the setting. */
export const hasImpactSetting = (folder: FileWriter) =>
  readdirSync(folder.folder)
    .filter((file) => /^Pulumi\.(.+\.)?yaml$/.test(file))
    .some((file) => folder.read(file)?.includes(key));

function insertSetting(text: string): string | undefined {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const format = (indent: string) => writtenSetting.map((line) => `${indent}${line}${end}`).join("");
  const config = contents?.items.find((pair) => isScalar(pair.key) && pair.key.value === "config");
  if (config === undefined) {
    if (contents?.flow) return undefined;
    const start = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
    return `${start}config:${end}${format("  ")}`;
  }
  const { value } = config;
  const insert = (at: number, added: string) => text.slice(0, at) + added + text.slice(at);
  const [keyStart] = (config.key as Scalar).range!;
  // Comments of a block's own come after it.
  const insertBlock = (indent: string) => {
    const lineEnd = text.indexOf("\n", keyStart);
    return lineEnd < 0 ? `${text}${end}${format(indent)}` : insert(lineEnd + 1, format(indent));
  };
  if (isScalar(value) && value.value === null && value.source === "") return insertBlock("  ");
  if (!isMap(value) || value.range == null) return undefined;
  const [start] = value.range;
  if (!value.flow) return insertBlock(" ".repeat(start - text.lastIndexOf("\n", start) - 1));
  const isSpaced = /\s/.test(text.charAt(start + 1));
  return insert(start + 1, `${isSpaced ? " " : ""}"${key}": true${value.items.length > 0 ? "," : ""}`);
}
