import { programFiles } from "../../project/languages";
import { quotePython, toPythonName, toSnakeCase, writePythonComment } from "../../text/writers/python";
import { Access, Path, type ProgramLanguage, type Resource, type WrittenValue } from "./language";

/** Python, in a module that the user's program imports. */
export const python: ProgramLanguage = {
  path: "pulled.py",
  main: programFiles.python,
  use: "Add `import pulled` to `__main__.py`.",
  isImported: true,
  head: "import pulumi\nimport pulumi_analytics as analytics\n\n",
  refersByName: false,
  writeComment: writePythonComment,
  nameVariable: toPythonName,
  findRefusal: () => undefined,

  writeResource({ kind, name, variable, comments, args, importId }: Resource): string {
    const fields = args.map(([field, value]) => `    ${toSnakeCase(field)}=${writeValue(value, "    ")},`);
    return [
      ...comments.map(writePythonComment),
      `${variable} = analytics.${kind}(`,
      `    ${quotePython(name)},`,
      ...fields,
      `    opts=pulumi.ResourceOptions(protect=True, import_=${quotePython(importId)}),`,
      ")",
    ].join("\n");
  },

  formatStart: (kind, name) => `analytics.${kind}(${quotePython(name)},`,
};

/** An expression of Python, its lists and dictionaries spread over lines. */
function writeValue(value: WrittenValue, indent: string): string {
  if (value instanceof Access) {
    const key = value.key === undefined ? "" : `[${quotePython(value.key)}]`;
    return `${value.variable}.${toSnakeCase(value.output)}${key}`;
  }
  if (value instanceof Path)
    return `pulumi.${value.isFolder ? "FileArchive" : "FileAsset"}(${quotePython(value.path)})`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quotePython(value);
  if (typeof value === "number") return String(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => writeValue(item, inner))
    : Object.entries(value).map(([key, item]) => `${quotePython(key)}: ${writeValue(item, inner)}`);
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}
