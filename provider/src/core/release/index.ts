/** What a release of documents consists of, for both doors. */
import { suggestWord } from "../text";

/** The types of documents that have version tags, with the field of their tags that has the document's id. */
const idFields = { DataModel: "dataModelId", Workbook: "workbookId", Report: "reportId" } as const;

export type ReleasedType = keyof typeof idFields;

/** A document among the arguments of a release. */
export interface Released {
  /** The name of its class, or another resource's. */
  readonly type: string;
  /** The name of the resource. */
  readonly name: string;
}

/** The tag of a document, as both doors register it. */
export interface PlannedTag<Document extends Released> {
  readonly document: Document;
  readonly type: ReleasedType;
  /** Whether other documents may read it. */
  readonly isModel: boolean;
  readonly idField: (typeof idFields)[ReleasedType];
  /** Names the document in arguments and outputs: its name, with its type where another has the same name. */
  readonly key: string;
  /** The name of the tag's resource. */
  readonly resource: string;
}

const types = Object.keys(idFields) as ReleasedType[];

/**
 * The tags of a release: those of data models first.
 *
 * @param release the name of the release.
 * @param versions pinned versions, by the keys of documents.
 * @throws for what has no tags, is there twice, or is pinned and not there.
 * @example
 * planRelease("production", [{ type: "DataModel", name: "orders" }], {})[0]?.resource // "production-orders"
 */
export function planRelease<Document extends Released>(
  release: string,
  documents: readonly Document[],
  versions: Readonly<Record<string, unknown>>,
): PlannedTag<Document>[] {
  if (documents.length === 0) throw new Error("documents: name at least one data model, workbook or report.");
  const tags = documents.map((document, index): PlannedTag<Document> => {
    const { name } = document;
    const type = types.find((one) => one === document.type);
    if (type === undefined) {
      throw new Error(`documents[${index}]: a ${document.type} has no versions. Use any of: ${types.join(", ")}.`);
    }
    const namesakes = documents.filter((other) => other.name === name);
    if (namesakes.filter((other) => other.type === type).length > 1) {
      throw new Error(`documents[${index}]: the ${type} "${name}" is there twice. Remove one.`);
    }
    const key = namesakes.length === 1 ? name : `${name}-${type}`;
    const isModel = type === "DataModel";
    return { document, type, isModel, idField: idFields[type], key, resource: `${release}-${name}` };
  });
  const keys = tags.map(({ key }) => key);
  for (const [key, version] of Object.entries(versions)) {
    if (!keys.includes(key)) {
      throw new Error(`versions.${key}: no such document.${suggestWord(key, keys)} Documents: ${keys.join(", ")}.`);
    }
    if (version === null) throw new Error(`versions.${key}: no version. Remove it, or set a number.`);
  }
  return [...tags.filter(({ isModel }) => isModel), ...tags.filter(({ isModel }) => !isModel)];
}

/**
 * The data models that a document reads from: their ids are values of its placeholders, or in its text.
 *
 * @param text the document as JSON text.
 * @param models ids of data models.
 * @returns their indexes.
 */
export function findSources(refs: unknown, text: unknown, models: readonly string[]): number[] {
  const words = new Set(JSON.stringify([refs, text]).match(/[\w-]{16,}/g));
  return models.flatMap((id, index) => (words.has(id) ? [index] : []));
}
