/** The parts of documents by name: what an agent asks for before it edits a file. */
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  getValue,
  isObject,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import { getColumnName } from "pulumi-analytics-internal/core/model/references";
import { Places } from "pulumi-analytics-internal/core/model/text";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { createNamedForm, listNamedElements } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { formatAddress, parseAddress } from "../documents/address";
import type { OwnFile } from "../documents/read-files";
import { type DocumentSet, findPart } from "../documents/set";

/** An element of a document, its table in a warehouse, or a column or metric of it. */
interface Part {
  readonly is: "element" | "table" | "column" | "metric";
  readonly name: string;
  /** What it is called in an address, by its id last: `Orders.Amount`, `fact_orders.amount`. */
  readonly called: readonly string[];
  readonly path: Path;
  readonly value: JsonObject;
}

/** Documents and their parts that have all words of a text: in their kind, names, ids, descriptions and formulas. */
export async function search(documents: DocumentSet, text: string, isLive: boolean) {
  const words = text.split(/\s+/).map(normalizePlainName);
  const { files, unread } = documents.readProject();
  const found = [...files.flatMap(describeFile), ...(isLive ? await listLive(documents) : [])].filter((one) => {
    const searched = normalizePlainName(Object.values(one).join(" "));
    return words.every((word) => searched.includes(word));
  });
  return { found, unread };
}

async function listLive(documents: DocumentSet) {
  const listed = await documents.list({ from: "platform", by: "path", value: "" });
  const all = await documents.addAddresses(listed.documents);
  return all.map(({ type: is, name, address: document }) => ({ is, name, document }));
}

function describeFile({ type, name, file, form, source }: OwnFile) {
  const places = new Places(source);
  const formDocument = (part?: string) => formatAddress({ from: "files", by: "path", value: file, part });
  const parts = listParts(form as JsonObject, type === "data model").map(({ is, name: own, called, path, value }) => {
    const { file: inner = file, line } = places.locate(path);
    const [description, formula] = [value.description, value.formula].map(readKnownString);
    return { is, name: own, document: formDocument(called.at(-1)), description, formula, file: inner, line };
  });
  return [{ is: type, name, document: formDocument(), file }, ...parts];
}

/** A document, or the part of it that its address names, with its place where a file has it. */
export async function readPart(documents: DocumentSet, text: string) {
  const address = parseAddress(text);
  const { type, name, file, stored, contents } = await documents.readOne(address);
  const wanted = findPart(address);
  const part = wanted === undefined ? undefined : findOne(listParts(contents, type === "data model"), wanted);
  const place = file && part && new Places(file.source).locate(part.path);
  return {
    type,
    name,
    file: place?.file ?? file?.file,
    line: place?.line,
    url: stored?.url,
    documentVersion: stored?.documentVersion,
    path: part?.path,
    // As it stands in the document: ids that were added to find it are none of it.
    contents: part === undefined ? contents : getValue(contents, part.path),
  };
}

/** @throws UsageError when no part, or several, have the name. */
function findOne(parts: readonly Part[], wanted: string): Part {
  const plain = normalizePlainName(wanted);
  const [only, ...others] = parts.filter(
    ({ is, called }) => is !== "table" && called.some((one) => normalizePlainName(one) === plain),
  );
  const names = (others.length > 0 ? [only!, ...others] : parts).map(({ called }) => called.at(-1)!);
  if (only === undefined) {
    throw new UsageError(`${wanted}: the document has no such element, column or metric.${suggestWord(wanted, names)}`);
  }
  if (others.length === 0) return only;
  throw new UsageError(`${wanted}: ${names.length} parts could be meant. Name one: ${names.join(", ")}.`);
}

function listParts(contents: JsonObject, isModel: boolean): Part[] {
  return listNamedElements(createNamedForm(contents, !isModel)).flatMap(({ element, path }): Part[] => {
    const { id, name, source } = element;
    const table = isObject(source) && Array.isArray(source.path) ? source.path : [];
    const owners = [readKnownString(name) ?? table.at(-1), id].map(readKnownString).filter((one) => one !== undefined);
    const own: Part = { is: "element", name: owners[0] ?? "?", called: owners, path, value: element };
    const listInside = (is: "column" | "metric") =>
      listObjectEntries(element[`${is}s`]).map(([index, value]): Part => {
        const names = [getColumnName(value), readKnownString(value.id)].filter((one) => one !== undefined);
        const called = owners.flatMap((owner) => names.map((one) => `${owner}.${one}`));
        return { is, name: names[0] ?? "?", called, path: [...path, `${is}s`, index], value };
      });
    const tables = table.length === 0 ? [] : [{ ...own, is: "table" as const, name: table.join(".") }];
    return [own, ...tables, ...listInside("column"), ...listInside("metric")];
  });
}
