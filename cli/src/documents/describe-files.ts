import { type DocumentUses, type Exposed, readUses, translateUses } from "pulumi-analytics-internal/core/graph";
import type { FileDocuments, OpenedFiles, PlatformDocument, ReadDocument } from "pulumi-analytics-internal/core/impact";
import { assignIds, fillPlaceholders, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { isObject, type Json, readKnownString, splitRef } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { KeyTranslator, type Outline } from "./key-translator";
import { isNamed, type OwnDocument } from "./match-documents";
import { readTitle } from "./names";
import { listFieldNames } from "./references";

/** The project's documents, for what is to be found among those of the platform. */
export interface DescribedFiles extends FileDocuments {
  /** Names of data models that stand for none that is known. */
  readonly unknown: readonly string[];
}

/**
 * Describes the project's documents, in the ids of their files.
 *
 * @param renamed keys of columns whose element gets another name: formulas that have the new name read none of them.
 */
export function describeFiles(
  own: readonly OwnDocument[],
  platform: readonly PlatformDocument[] = [],
  renamed: readonly string[] = [],
): DescribedFiles {
  const models = own.filter(({ type }) => type === "data model");
  const filled = own.map((document) => [document, fillNames(document, models, platform)] as const);
  const forms = new Map(filled.map(([document, { form }]) => [document, form]));
  const outlines = models.map((model) => listOffered(model, forms.get(model)!));
  const open = (read: readonly ReadDocument[]) => openFiles(forms, outlines, read, new Set(renamed));
  const sources = open([]).own.map(({ document, uses: { uses } }): [string, string[]] => {
    const read = new Set(uses.flatMap(({ target }) => /^model\/([^/]+)/.exec(target)?.[1] ?? []));
    return [document.id, [...read]];
  });
  return {
    ids: new Set(own.flatMap(({ onPlatform }) => onPlatform?.id ?? [])),
    sources: new Map(sources),
    open,
    unknown: [...new Set(filled.flatMap(([, { unknown }]) => unknown))].sort(),
  };
}

/** What the data model of a file offers now, and what it did before. */
interface OwnOutline extends Outline {
  readonly before: readonly Exposed[];
  readonly now: readonly Exposed[];
}

function listOffered({ id, ids, former, isGone }: OwnDocument, form: Json): OwnOutline {
  const list = (one: Json) => readUses(one, { dataModelId: id }).exposed;
  const now = isGone ? [] : list(form);
  const before = former === undefined ? [] : list(assignIds(former.form) as Json);
  return { id, ids, now, before, exposed: [...now, ...before] };
}

/** What the project's documents use, and the door for what the platform's do. */
function openFiles(
  forms: ReadonlyMap<OwnDocument, Json>,
  outlines: readonly OwnOutline[],
  read: readonly ReadDocument[],
  renamed: ReadonlySet<string>,
): OpenedFiles {
  const translator = new KeyTranslator(outlines, read);
  const translate = (key: string) => translator.translate(key);
  const others = read.flatMap(({ uses }) => uses.exposed);
  // The last name counts.
  const nameAll = (own: readonly Exposed[]): Map<string, string> => {
    const elements = [...others, ...own].filter(({ is }) => is === "element");
    const names = new Map(elements.map(({ key, name }) => [key, name]));
    for (const [stored, key] of translator.elements) names.set(stored, names.get(key)!);
    return names;
  };
  const now = nameAll(outlines.flatMap((one) => [...one.before, ...one.now]));
  const before = nameAll(outlines.flatMap((one) => [...one.now, ...one.before]));
  const own = [...forms].flatMap(([document, form]): ReadDocument[] => {
    if (document.isGone) return [];
    const isModel = document.type === "data model";
    const readAs = (names: ReadonlyMap<string, string>) => {
      const options = isModel ? { dataModelId: document.id } : {};
      return translateUses(readUses(form, { ...options, names, hasPlaces: true, hasMissing: true }), translate);
    };
    const uses = renamed.size === 0 ? readAs(now) : mergeUses(readAs(now), readAs(before), renamed);
    return [{ document: describeDocument(document), uses, sourceTags: {}, isPartial: false }];
  });
  return { own, translate };
}

/** Uses by the names that elements have now; of some keys, by those that they had. */
function mergeUses(now: DocumentUses, before: DocumentUses, old: ReadonlySet<string>): DocumentUses {
  const isOld = (key: string) => old.has(key);
  const isNew = (key: string) => !old.has(key);
  return {
    uses: [...now.uses.filter(({ target }) => isNew(target)), ...before.uses.filter(({ target }) => isOld(target))],
    exposed: now.exposed.map((one, index) => ({
      ...one,
      reads: [...one.reads.filter(isNew), ...(before.exposed[index]?.reads ?? []).filter(isOld)],
    })),
  };
}

/** A document of files as those of the platform are described. */
function describeDocument({ id, type, name, file, form, onPlatform }: OwnDocument): PlatformDocument {
  if (onPlatform !== undefined) return { ...onPlatform, file };
  return { id, type, name: readTitle(form) ?? name, path: file, url: "", ownerId: "", updatedBy: "", stamp: "", file };
}

/** A document with what its `!ref`s stand for: by the state, by the project's files, or by the platform's names. */
function fillNames(
  { form, type, state }: OwnDocument,
  models: readonly OwnDocument[],
  platform: readonly PlatformDocument[],
): { readonly form: Json; readonly unknown: readonly string[] } {
  const resolveName = (given: string): string | undefined => {
    const known = state?.refs[given];
    if (typeof known === "string") return known;
    const [name, element] = splitRef(given);
    const files = models.filter((model) => isSameName(model.name, name));
    const [own] = files;
    if (own !== undefined)
      return files.length > 1 ? undefined : element === undefined ? own.id : findElement(own, element);
    const [other, another] = platform.filter((model) => isNamed(model, [name]));
    return other === undefined || another !== undefined ? undefined : (element ?? other.id);
  };
  const values = listPlaceholderNames(form).flatMap((name) => {
    const value = resolveName(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { spec } = fillPlaceholders(form, Object.fromEntries(values));
  const isKnown = new Set(values.map(([name]) => name));
  return {
    form: type === "data model" ? (assignIds(spec) as Json) : spec,
    unknown: listFieldNames("dataModelId", form).filter((name) => !isKnown.has(name)),
  };
}

/** The id of an element in its model's file. */
function findElement({ form }: OwnDocument, name: string): string {
  const elements = isObject(form) ? listElements(assignIds(form)).filter(({ kind }) => kind !== "control") : [];
  const ids = elements.flatMap(({ id }) => readKnownString(id) ?? []);
  return ids.find((id) => isSameName(id, name)) ?? name;
}
