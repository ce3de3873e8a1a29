import { stringify } from "yaml";
import { Access, Path, type ProgramLanguage, type Resource, type Written } from "./language";

/** Pulumi's YAML, which has all resources of a program in one file. */
export const yaml: ProgramLanguage = {
  path: "pulled.yaml",
  main: "Pulumi.yaml",
  use: "Copy these resources into `Pulumi.yaml`: Pulumi reads no other file.",
  isImported: false,
  head: "resources:\n",
  refersByName: true,

  writeResource({ kind, name, comments, args, importId }: Resource): string {
    const properties = Object.fromEntries(args.map(([field, value]) => [field, toData(value)]));
    const options = { protect: true, import: importId };
    const resource = { [name]: { type: `analytics:${kind}`, properties, options } };
    // Pulumi reads YAML 1.1, in which more texts than in 1.2 are numbers and the like.
    const text = stringify(resource, { version: "1.1", lineWidth: 0 }).trimEnd();
    return [...comments.map((comment) => `# ${comment}`), ...text.split("\n")].map((line) => `  ${line}`).join("\n");
  },

  formatStart: (kind, name) => `${stringify(name, { version: "1.1" }).trimEnd()}:type:analytics:${kind}properties`,
};

/** Data with Pulumi's interpolations and functions; a dollar of a text is doubled, so that it stays one. */
function toData(value: Written): unknown {
  if (value instanceof Access) {
    const key = value.key === undefined ? "" : `[${JSON.stringify(value.key)}]`;
    return `\${${value.name}.${value.output}${key}}`;
  }
  if (value instanceof Path)
    return { [value.isFolder ? "fn::fileArchive" : "fn::fileAsset"]: escapeDollars(value.path) };
  if (typeof value === "string") return escapeDollars(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toData);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [escapeDollars(key), toData(item)]));
}

const escapeDollars = (text: string) => text.replaceAll("$", "$$$$");
