import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  getValue,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import { listColumnNames } from "pulumi-analytics-internal/core/model/references";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import { type PartKind, refuseBothKinds, splitKind } from "../documents/part-kind";
import { type NamedDocument, NamedDocuments, type RenameRequest } from "./plan";

/** An element, or a column or metric of it. */
interface Thing {
  readonly path: Path;
  readonly id: string | undefined;
  /** Its name, and others that it may have by derivation. */
  readonly names: readonly string[];
}

/** What is to be renamed, as far as the question tells. */
export interface FoundTarget<Document extends NamedDocument> extends RenameRequest {
  readonly document: Document;
  /** The name that it has, or had. */
  readonly oldName: string;
  /** Whether the question has its id in place of its name. */
  readonly isById: boolean;
  /** What it is: `column Region of Orders`. */
  readonly label: string;
  /** Of a column or metric: what its element is called. */
  readonly owner: string | undefined;
}

/** What is asked for. */
export interface Wanted {
  /** As the user wrote it. */
  readonly text: string;
  /** Element, or element with column or metric. */
  readonly part: string;
  /** The new name. */
  readonly name: string;
}

/**
 * Finds what a question means in a document. Where nothing has the name, but something has the new one, it is what was
 * renamed by an earlier run.
 *
 * @throws UsageError when there is no such thing, or more than one.
 */
export function findTarget<Document extends NamedDocument>(
  document: Document,
  { text, part, name }: Wanted,
): FoundTarget<Document> {
  const elements = listElements(document);
  const asElement = findThing(text, part, elements, "elements");
  if (asElement !== undefined) return toTarget(document, asElement, part, name);
  const dots = [...part.matchAll(/\./g)].map(({ index }) => index);
  for (const at of dots) {
    const [element, rest] = [part.slice(0, at), part.slice(at + 1)];
    const owner = findThing(text, element, elements, "elements");
    if (owner === undefined || rest === "") continue;
    const parts = listParts(getValue(document.form, owner.path) as JsonObject, owner.path);
    const found = findPart(text, rest, parts, name);
    if (found !== undefined) {
      const given = listNamed(rest, parts).length > 0 ? rest : splitKind(rest).name;
      return toTarget(document, found, given, name, owner);
    }
    const words = parts.flatMap(({ id = "", names }) => [...names, id]);
    throw new UsageError(`${text}: \`${element}\` has no column or metric \`${rest}\`.${suggestWord(rest, words)}`);
  }
  const renamed = findThing(text, part, elements, "elements", name);
  if (renamed !== undefined) return toTarget(document, renamed, part, name);
  const [first = part] = part.split(".");
  const words = elements.flatMap(({ id = "", names }) => [...names, id]);
  throw new UsageError(`${text}: ${document.name} has no element \`${first}\`.${suggestWord(first, words)}`);
}

function toTarget<Document extends NamedDocument>(
  document: Document,
  thing: Thing,
  given: string,
  name: string,
  element?: Thing,
): FoundTarget<Document> {
  const {
    path,
    id,
    names: [current],
  } = thing;
  const target = { document: document.key, path };
  const isDone = current === name && normalizePlainName(given) !== normalizePlainName(name);
  const oldName = isDone ? given : (current ?? given);
  const owner = element && (element.names[0] ?? element.id);
  const label = element ? `${getKind(thing)} ${oldName} of ${owner}` : `element ${oldName}`;
  return { document, target, name, oldName, label, owner, isById: given === id, former: isDone ? given : undefined };
}

const getKind = ({ path }: Thing): PartKind => (path.at(-2) === "metrics" ? "metric" : "column");

/** A column or metric, of the kind that the text ends with where nothing has all of it for a name. */
function findPart(text: string, wanted: string, parts: readonly Thing[], newName: string): Thing | undefined {
  const { name, kind } = splitKind(wanted);
  if (kind === undefined || listNamed(wanted, parts).length > 0) {
    refuseBothKinds(
      text,
      new Map(listNamed(wanted, parts).map((one) => [getKind(one), one.names[0] ?? one.id ?? "?"])),
    );
    return findThing(text, wanted, parts, "columns and metrics", newName);
  }
  const ofKind = parts.filter((one) => getKind(one) === kind);
  return findThing(text, name, ofKind, `${kind}s`, newName);
}

/** What has the id or exactly the name, else what has it in another spelling. */
function listNamed(wanted: string, things: readonly Thing[]): Thing[] {
  const plain = normalizePlainName(wanted);
  const exact = things.filter(({ id, names }) => id === wanted || names[0] === wanted);
  if (exact.length > 0) return exact;
  return things.filter(({ names, id = "" }) => [...names, id].some((one) => normalizePlainName(one) === plain));
}

/** By name or id; else, where a new name is given, what has that. */
function findThing(
  text: string,
  wanted: string,
  things: readonly Thing[],
  what: string,
  newName?: string,
): Thing | undefined {
  const named = listNamed(wanted, things);
  const found = named.length > 0 ? named : things.filter(({ names: [name] }) => name !== undefined && name === newName);
  if (found.length < 2) return found[0];
  const list = found.map(({ id = "?", names }) => `${names[0] ?? "without a name"} (${id})`).join(", ");
  throw new UsageError(`${text}: ${found.length} ${what} could be meant: ${list}. Write the id, or the exact name.`);
}

function listElements(document: NamedDocument): Thing[] {
  const names = new NamedDocuments([document]);
  return names.listElements(document.key).flatMap(({ element, path }) => {
    if (element.kind === "control") return [];
    const { name } = names.readName(document.key, element);
    return [{ path, id: readKnownString(element.id), names: name === undefined ? [] : [name] }];
  });
}

function listParts(element: JsonObject, path: Path): Thing[] {
  const list = (field: string, listNames: (part: JsonObject) => readonly (string | undefined)[]) =>
    listObjectEntries(element[field]).map(([index, part]): Thing => {
      const names = listNames(part).filter((name) => name !== undefined);
      return { path: [...path, field, index], id: readKnownString(part.id), names };
    });
  return [...list("columns", listColumnNames), ...list("metrics", ({ name }) => [readKnownString(name)])];
}
