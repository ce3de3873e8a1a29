import { type DocumentUses, type Exposed, readUses } from "pulumi-analytics-internal/core/graph";
import type { FileDocuments, PlatformDocument, ReadDocument } from "pulumi-analytics-internal/core/impact";
import {
  assignIds,
  fillPlaceholders,
  listPlaceholderNames,
  listPlaceholders,
} from "pulumi-analytics-internal/core/model";
import { isObject, type Json, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { createTranslator, type Outline, translateUses } from "./key-translator";
import { isNamed, type OwnDocument } from "./match-documents";

/** The project's documents, for what is to be found among those of the platform. */
export interface DescribedFiles extends FileDocuments {
  /** Puts the platform's ids in the place of those of files, given what the platform's data models offer. */
  createTranslator(read: readonly ReadDocument[]): (key: string) => string;
  /** Names of data models that stand for none that is known. */
  readonly unknown: readonly string[];
}

/**
 * Describes the project's documents.
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
  const outlines = new Map(models.map((model) => [model, listOffered(model, forms.get(model)!)]));
  const readAll = (read: readonly ReadDocument[]) => readOwnUses(forms, outlines, read, renamed);
  // Each question asks for one.
  const translators = new Map<readonly ReadDocument[], (key: string) => string>();
  const ids = new Set(models.map(({ id }) => id));
  const sources = readAll([]).flatMap(({ document, uses }): [string, string[]][] =>
    ids.has(document.id)
      ? [[document.id, [...new Set(uses.uses.flatMap(({ target }) => /^model\/([^/]+)/.exec(target)?.[1] ?? []))]]]
      : [],
  );
  return {
    ids: new Set(own.flatMap(({ onPlatform }) => onPlatform?.id ?? [])),
    sources: new Map(sources),
    readUses: readAll,
    createTranslator: (read) => {
      const translate = translators.get(read) ?? createTranslator(outlines, read);
      translators.set(read, translate);
      return translate;
    },
    unknown: [...new Set(filled.flatMap(([, { unknown }]) => unknown))].sort(),
  };
}

type Outlines = ReadonlyMap<OwnDocument, Outline>;

function listOffered({ id, former, isGone }: OwnDocument, form: Json) {
  const list = (one: Json) => readUses(one, { dataModelId: id }).exposed;
  return { now: isGone ? [] : list(form), before: former === undefined ? [] : list(assignIds(former.form) as Json) };
}

/** What the project's documents use, as far as ids are known in those of the platform. */
function readOwnUses(
  forms: ReadonlyMap<OwnDocument, Json>,
  outlines: Outlines,
  read: readonly ReadDocument[],
  renamed: readonly string[],
): ReadDocument[] {
  const translate = createTranslator(outlines, read);
  const others = read.flatMap(({ uses }) => uses.exposed);
  const offered = [...outlines.values()];
  const nameAll = (exposed: readonly Exposed[]) => nameElements([...others, ...exposed], translate);
  const now = nameAll(offered.flatMap((one) => [...one.before, ...one.now]));
  const before = nameAll(offered.flatMap((one) => [...one.now, ...one.before]));
  const old = new Set(renamed.map(translate));
  return [...forms].flatMap(([document, form]): ReadDocument[] => {
    if (document.isGone) return [];
    const readAs = (names: ReadonlyMap<string, string>) => {
      const options = document.type === "data model" ? { dataModelId: document.id } : {};
      return translateUses(readUses(form, { ...options, names, hasPlaces: true }), translate);
    };
    const uses = old.size === 0 ? readAs(now) : mergeUses(readAs(now), readAs(before), old);
    return [{ document: describeDocument(document), uses, sourceTags: {}, isPartial: false }];
  });
}

/** The names of elements by their keys, in either ids; the last one counts. */
const nameElements = (exposed: readonly Exposed[], translate: (key: string) => string): Map<string, string> =>
  new Map(
    exposed.flatMap(({ is, key, name }): [string, string][] =>
      is === "element"
        ? [
            [key, name],
            [translate(key), name],
          ]
        : [],
    ),
  );

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
  const title = (isObject(form) ? readKnownString(form.name) : undefined) ?? name;
  return { id, type, name: title, path: file, url: "", ownerId: "", updatedBy: "", stamp: "", file };
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
    const [name = "", element] = given.split("#", 2);
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
    unknown: listModelNames(form).filter((name) => !isKnown.has(name)),
  };
}

/** The names of the data models that a document reads from. */
const listModelNames = (form: Json): string[] =>
  listPlaceholders(form).flatMap(({ name, path }) => (path.at(-1) === "dataModelId" ? [name] : []));

/** The id of an element in its model's file. */
function findElement({ form }: OwnDocument, name: string): string {
  const elements = isObject(form) ? listElements(assignIds(form)).filter(({ kind }) => kind !== "control") : [];
  const ids = elements.flatMap(({ id }) => readKnownString(id) ?? []);
  return ids.find((id) => isSameName(id, name)) ?? name;
}
