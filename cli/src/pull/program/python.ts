import { Access, Path, type ProgramLanguage, type Resource, type Written } from "./language";

/** Python, in a module that the user's program imports. */
export const python: ProgramLanguage = {
  path: "pulled.py",
  main: "__main__.py",
  use: "Add `import pulled` to `__main__.py`.",
  isImported: true,
  head: "import pulumi\nimport pulumi_analytics as analytics\n\n",
  refersByName: false,

  writeResource({ kind, name, comments, args, importId }: Resource): string {
    const fields = args.map(([field, value]) => `    ${toSnakeCase(field)}=${writeValue(value, "    ")},`);
    return [
      ...comments.map((comment) => `# ${comment}`),
      `${toVariable(name)} = analytics.${kind}(`,
      `    ${quotePython(name)},`,
      ...fields,
      `    opts=pulumi.ResourceOptions(protect=True, import_=${quotePython(importId)}),`,
      ")",
    ].join("\n");
  },

  formatStart: (kind, name) => `analytics.${kind}(${quotePython(name)},`,
};

/** An expression of Python, its lists and dictionaries spread over lines. */
function writeValue(value: Written, indent: string): string {
  if (value instanceof Access) {
    const key = value.key === undefined ? "" : `[${quotePython(value.key)}]`;
    return `${toVariable(value.name)}.${toSnakeCase(value.output)}${key}`;
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

/** A text as a literal in which everything can be seen, as `quote` writes it for TypeScript. */
function quotePython(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** The name of an argument in the SDK: `folder_id`. */
const toSnakeCase = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a resource is called in the module; names of resources have letters, digits and hyphens. */
function toVariable(name: string): string {
  const joined = name.replaceAll("-", "_");
  return /^\p{ID_Start}/u.test(joined) && !taken.has(joined) ? joined : `_${joined}`;
}

/** The words of the language, and what the module imports. */
const taken = new Set(
  (
    "and as assert async await break case class continue def del elif else except finally for from global if import " +
    "in is lambda match nonlocal not or pass raise return try type while with yield analytics pulumi"
  ).split(" "),
);
