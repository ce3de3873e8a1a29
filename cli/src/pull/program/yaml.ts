import { programFiles } from "../../project/languages";
import { quote } from "../../text/writers/typescript";
import { escapeDollars, isFunctionKey, writeAccess, writeYaml, writeYamlComment } from "../../text/writers/yaml";
import { Access, Path, type ProgramLanguage, type Resource, type WrittenValue } from "./language";

/** Pulumi's YAML, which has all resources of a program in one file. */
export const yaml: ProgramLanguage = {
  path: "pulled.yaml",
  main: programFiles.yaml,
  use: "Copy these resources into `Pulumi.yaml`: Pulumi reads no other file.",
  isImported: false,
  head: "resources:\n",
  refersByName: true,
  writeComment: writeYamlComment,
  nameVariable: (name) => name,

  findRefusal({ args }: Resource): string | undefined {
    const found = args.flatMap(([field, value]) => listProblems(value).map((problem) => `${field} ${problem}`));
    return found[0] && `${found[0]} Declare it in a program in another language.`;
  },

  writeResource({ kind, name, comments, args, importId }: Resource): string {
    const properties = Object.fromEntries(args.map(([field, value]) => [field, toData(value)]));
    const options = { protect: true, import: importId };
    const text = writeYaml({ [name]: { type: `analytics:${kind}`, properties, options } });
    return [...comments.map(writeYamlComment), ...text.split("\n")].map((line) => line && `  ${line}`).join("\n");
  },

  formatStart: (kind, name) => `${writeYaml({ [name]: 0 }).slice(0, -": 0".length)}:type:analytics:${kind}properties`,
};

/** What the language has no escape for. */
function listProblems(value: WrittenValue): string[] {
  if (value instanceof Access) {
    const isWritten = writeAccess(value.variable, value.output, value.key) !== undefined;
    return isWritten ? [] : [`refers to ${quote(value.key ?? value.variable)}, which ends in a backslash.`];
  }
  if (typeof value !== "object" || value === null || value instanceof Path) return [];
  if (Array.isArray(value)) return value.flatMap(listProblems);
  return Object.entries(value).flatMap(([key, item]) => [
    ...(isFunctionKey(key) ? [`has the key ${quote(key)}, which Pulumi's YAML reads as a function.`] : []),
    ...listProblems(item as WrittenValue),
  ]);
}

/** Data with Pulumi's interpolations and functions; a dollar of a text is doubled, so that it stays one. */
function toData(value: WrittenValue): unknown {
  if (value instanceof Access) return writeAccess(value.variable, value.output, value.key);
  if (value instanceof Path)
    return { [value.isFolder ? "fn::fileArchive" : "fn::fileAsset"]: escapeDollars(value.path) };
  if (typeof value === "string") return escapeDollars(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toData);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [escapeDollars(key), toData(item)]));
}
