import { type JsonObject, readKnownString, toList } from "../model/json";
import { formElementKey, formTableKey } from "./keys";

/** The key of the element of a data model, or the table, that a source reads; undefined: it reads neither. */
export function formSourceKey({ kind, dataModelId, elementId, path }: JsonObject): string | undefined {
  if (kind === "warehouse-table") return formTableKey(toList(path).flatMap((one) => readKnownString(one) ?? []));
  const [model, element] = [readKnownString(dataModelId), readKnownString(elementId)];
  return kind !== "data-model" || model === undefined || element === undefined
    ? undefined
    : formElementKey(model, element);
}

const name = /[\w$]+|"[^"]*"|`[^`]*`|\[[^\][]*\]/.source;
const paths = new RegExp(`(?:${name})(?:\\.(?:${name}))*`, "g");
/** Literals and comments, and what is neither. */
const tokens = /'[^']*'|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([^'/-]+|[\s\S])/gy;

/** Names in a statement, with their dots and without quotes, literals and comments; `*` for all columns. */
export function listWords({ kind, statement }: JsonObject): string[] {
  if (kind !== "sql") return [];
  const plain = (readKnownString(statement) ?? "").replace(tokens, (_, other = " ") => other);
  const named = (plain.match(paths) ?? []).map((path) => path.replace(/["`[\]]/g, ""));
  const all = /\bselect\s+(?:\w+\.)?\*|,\s*(?:\w+\.)?\*/i.test(plain) ? ["*"] : [];
  return [...new Set([...named.flatMap((path) => [path, ...path.split(".")]), ...all])];
}
