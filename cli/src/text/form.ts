import { isCopied } from "pulumi-analytics-internal/core/workbook";
import { CST, Parser } from "yaml";

/** What the keys at the top of a text say: it is a data model, workbook or report, or has a part of the form of one. */
export type Form = "document" | "part" | "other";

/** What every document has at its top. */
const topKeys = ["schemaVersion", "pages"];

/** What the API has around a document. */
const envelopes = ["contents", "document"];

/**
 * The form of a text by the keys at its top, also of one with mistakes of syntax below them. What a text merely
 * contains says nothing: dbt's manifest has every word. What the product's menu copies is a document too.
 *
 * @example readForm("schemaVersion: 1\npages: [") // "document"
 */
export function readForm(text: string): Form {
  if (isCopied(text)) return "document";
  // Most files of a project have neither word.
  if (!topKeys.some((key) => text.includes(key))) return "other";
  const most = Math.max(...listKeys(text).map((keys) => topKeys.filter((key) => keys.includes(key)).length));
  return most === topKeys.length ? "document" : most > 0 ? "part" : "other";
}

/** The keys at the top of a text, and those in each envelope. */
function listKeys(text: string): (readonly string[])[] {
  const value = parseJsonObject(text);
  if (value !== undefined) return [value, ...envelopes.map((key) => value[key])].map((one) => Object.keys(one ?? {}));
  for (const token of new Parser().parse(text)) {
    if (token.type !== "document") continue;
    const pairs = listPairs(token.value);
    const inside = pairs.filter(({ key }) => envelopes.includes(key)).map((pair) => listPairs(pair.value));
    return [pairs, ...inside].map((all) => all.map(({ key }) => key));
  }
  return [[]];
}

/** Large JSON is parsed faster as such. */
function parseJsonObject(text: string): Readonly<Record<string, object | null>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The pairs of a mapping, with their keys as text; none of anything else. */
function listPairs(mapping: CST.Token | null | undefined) {
  if (mapping?.type !== "block-map" && mapping?.type !== "flow-collection") return [];
  return mapping.items.flatMap(({ key, sep = [], value }) => {
    // A comment of another language in brackets has words and commas, and no colon.
    const isKey = CST.isScalar(key) && sep.some(({ type }) => type === "map-value-ind");
    return isKey ? [{ key: toText(key), value }] : [];
  });
}

const toText = (key: CST.Token) => CST.resolveAsScalar(key as CST.FlowScalar)?.value ?? "";
