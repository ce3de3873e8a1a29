import { isMap, isScalar, parseDocument, type Scalar } from "yaml";

/** An entry of `config`. */
interface Setting {
  readonly key: string;
  readonly value: string;
  /** The entry in block style, with its comment. */
  readonly lines: readonly string[];
}

/**
 * A `Pulumi.yaml` with one more entry of its `config`, in any style of YAML.
 *
 * @returns undefined: it has no place there, such as in a `config` that names a folder.
 */
export function insertSetting(text: string, { key, value: written, lines }: Setting): string | undefined {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const format = (indent: string) => lines.map((line) => `${indent}${line}${end}`).join("");
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
  return insert(start + 1, `${isSpaced ? " " : ""}"${key}": ${written}${value.items.length > 0 ? "," : ""}`);
}
