import type { DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import {
  assignIds,
  assignReadableIds,
  diffModels,
  fillPlaceholders,
  hasPlaceholders,
  type IdentityMap,
  type Json,
  type JsonObject,
  listPlaceholderNames,
  matchIdentity,
  type PlatformSpec,
  preserveAuthoring,
  type SpecChange,
  toLocalIds,
  toPlatformSpec,
  validateSpec,
} from "pulumi-analytics-internal/core/model";
import { kindNames, listElements, type PartField, partFields } from "pulumi-analytics-internal/core/model/references";
import { describeUnknownPath } from "pulumi-analytics-internal/core/model/stored";
import { updateModel } from "../text";
import {
  type AlignedDocument,
  type CompareOptions,
  type Comparison,
  type Document,
  type DocumentFacts,
  type FileEdit,
  type KnownBeside,
  type MergeBase,
  requireSameKind,
} from "./document";
import { omitIgnored } from "./ignored";
import { readBase } from "./merge-base";
import { findMerge, mergeModel } from "./merge-model";
import { learnValues, openOutsideIds, veilOutsideIds } from "./outside-ids";
import { type DocumentFile, getText } from "./read-files";

/** A data model. */
export function createDataModel(facts: DocumentFacts): Document {
  return {
    ...facts,
    compare(after, options) {
      requireSameKind(facts, after);
      const paths = options.ignore ?? [];
      const unknown = paths.flatMap((path) => describeUnknownPath(path, [facts.contents, after.contents]) ?? []);
      const { remarks, ...comparison } = compare(facts, after, options);
      return { ...comparison, remarks: [...unknown.map((text) => `--ignore ${text}`), ...remarks] };
    },
    align(after, known) {
      requireSameKind(facts, after);
      return align(facts, after, known).sides;
    },
    merge(received, known) {
      requireSameKind(facts, received);
      return mergeModel(facts, received, known);
    },
    edit: (_, form) => edit(facts.file!, form),
    validate(severities) {
      const { form, source } = facts.file!;
      return validateSpec(fillPlaceholders(form).spec, { severities, authored: form, source });
    },
    convertToModel: (values) => ({
      spec: fillPlaceholders(facts.contents, values).spec as JsonObject,
      locate: (findings) => [...findings],
    }),
  };
}

/** A side of a comparison. */
type Side = Pick<DocumentFacts, "contents" | "model">;

function compare(before: Side, after: Side, options: CompareOptions): Comparison {
  if (before.model === undefined && after.model === undefined) {
    return compareFiles(before.contents, after.contents, options);
  }
  if (before.model === undefined || after.model === undefined) {
    const { sides, values, remarks } = align(before, after, options);
    const [was, is] = sides.map(({ contents }) => contents) as [JsonObject, JsonObject];
    return { changes: listContentChanges(was, is), values, remarks };
  }
  const [old, now] = [toPlatformSpec(before.model), toPlatformSpec(after.model)];
  const ids = assignReadableIds(old);
  const mine = toLocalIds(old, ids);
  if (options.isOneOrganization && before.model.dataModelId === after.model.dataModelId) {
    // Versions of one model: what has the same id is the same.
    const idsNow = assignReadableIds(now, ids);
    const changes = listContentChanges(mine, toLocalIds(now, idsNow), options);
    return { changes, values: {}, remarks: listReassigned(ids, idsNow) };
  }
  // Of two models nothing but the contents is alike; in one organization, what stands outside of them is too.
  const { form, ids: outside } = options.isOneOrganization ? { form: mine, ids: {} } : openOutsideIds(mine);
  const { own, values, remarks } = translate(form, after.contents);
  return { changes: listContentChanges(mine, fillPlaceholders(own, outside).spec, options), values, remarks };
}

/** Both sides in one set of ids, and what was found out of one that was translated. */
interface Alignment extends Pick<Comparison, "values" | "remarks"> {
  readonly sides: readonly [AlignedDocument, AlignedDocument];
}

function align(before: Side, after: Side, known: KnownBeside): Alignment {
  const [one, other] = [before.model, after.model];
  if (one?.dataModelId === other?.dataModelId)
    return { sides: dropIgnoredParts([before, after], known), values: {}, remarks: [] };
  const isOfAfter = one !== undefined && other === undefined;
  const [own, from] = isOfAfter ? [after, before] : [before, after];
  const { own: contents, ids, values, remarks } = translate(own.contents, from.model ?? from.contents, known);
  const translated = { contents, ids };
  return { sides: dropIgnoredParts(isOfAfter ? [translated, after] : [before, translated], known), values, remarks };
}

function edit(own: DocumentFile, form: JsonObject): FileEdit[] {
  const { file, source } = own;
  const text = getText(own);
  const after = updateModel(text, form, source);
  return after === text ? [] : [{ path: file, before: text, after }];
}

/**
 * In two files, placeholders count by their names; but one that has none is as the platform gave it, with values where
 * the other has placeholders.
 */
function compareFiles(before: JsonObject, after: JsonObject, options: CompareOptions): Comparison {
  const [placeholdersBefore, placeholdersAfter] = [hasPlaceholders(before), hasPlaceholders(after)];
  if (placeholdersBefore && placeholdersAfter)
    return { changes: listContentChanges(before, after, options), values: {}, remarks: [] };
  if (!shareIds(before, after)) {
    const { own, values, remarks } = placeholdersAfter ? translate(after, before) : translate(before, after);
    const changes = placeholdersAfter
      ? listContentChanges(own, after, options)
      : listContentChanges(before, own, options);
    return { changes, values, remarks: ["the two models have no id in common; matched by contents", ...remarks] };
  }
  const { values } = placeholdersAfter ? learnPlaceholders(after, before) : learnPlaceholders(before, after);
  const changes = listContentChanges(
    fillPlaceholders(before, values).spec,
    fillPlaceholders(after, values).spec,
    options,
  );
  return { changes, values, remarks: [] };
}

/** Whether ids can tell what belongs together: some element has the same in both, or there are none to compare. */
function shareIds(before: JsonObject, after: JsonObject): boolean {
  const [ids, others] = [before, after].map((spec) => listElements(spec).map(({ id }) => id)) as [Json[], Json[]];
  return ids.length === 0 || others.length === 0 || ids.some((id) => others.includes(id));
}

/**
 * Parts that kept their name but not their id: what points at them on the platform, such as a workbook, points at
 * nothing now.
 */
function listReassigned(before: IdentityMap, after: IdentityMap): string[] {
  const now = new Map(listIds(after));
  const parts = listIds(before).flatMap(([name, id]) => (now.has(name) && now.get(name) !== id ? [name] : []));
  return parts.length === 0 ? [] : [`new ids on the platform: ${parts.join(", ")}`];
}

function listIds({ pages, elements }: IdentityMap): [name: string, id: string][] {
  const nameIds = (noun: string, ids: Record<string, string>): [string, string][] =>
    Object.entries(ids).map(([name, id]) => [`${noun} ${name}`, id]);
  return [
    ...nameIds("page", pages),
    ...Object.entries(elements).flatMap(([element, { id, ...parts }]): [string, string][] => [
      [`element ${element}`, id],
      ...Object.entries(parts).flatMap(([field, ids]) =>
        nameIds(`${element} › ${kindNames[partFields[field as PartField]]}`, ids),
      ),
    ]),
  ];
}

function listContentChanges(before: Json, after: Json, { ignore }: KnownBeside = {}): SpecChange[] {
  const [old, now] = omitIgnored([assignIds(before), assignIds(after)], ignore);
  return diffModels(old, now, { stored: true });
}

/** Two data models without the parts that don't count; everything has an id then. */
function dropIgnoredParts([before, after]: Alignment["sides"], { ignore = [] }: KnownBeside): Alignment["sides"] {
  if (ignore.length === 0) return [before, after];
  const [was, is] = omitIgnored([assignIds(before.contents), assignIds(after.contents)], ignore);
  return [
    { ...before, contents: was },
    { ...after, contents: is },
  ];
}

/** A model of the platform as it reads, or another file. */
type Other = JsonObject | DataModelRepresentation;

/**
 * Another model, written as a form writes it: in the form's ids, with its placeholders where the other has what these
 * stand for, and where nothing differs just as the form has it.
 */
function translate(
  form: Json,
  other: Other,
  { ignore = [], state }: KnownBeside = {},
): { own: JsonObject; ids: IdentityMap } & Pick<Comparison, "values" | "remarks"> {
  const found = learnPlaceholders(form, other as Json);
  const base = state && readBase(state);
  const refs = { ...found.values, ...collectRefs(form, base) };
  const received = isolateIds(other as Json);
  const version = other.documentVersion as number | undefined;
  const ignorePaths = [...ignore, ...(state?.ignorePaths ?? [])];
  const known = { refs, ignorePaths, base: base ?? { ids: found.ids } };
  const { there, ids, ambiguities } = findMerge(form as JsonObject, received, known, version);
  return { own: preserveAuthoring(form, there, refs) as JsonObject, ids, values: refs, remarks: ambiguities };
}

/** The values that the stack gave to names that a form still has. */
function collectRefs(form: Json, base: MergeBase | undefined): Record<string, Json> {
  const refs = base?.refs ?? {};
  const names = listPlaceholderNames(form).filter((name) => Object.hasOwn(refs, name));
  return Object.fromEntries(names.map((name) => [name, refs[name] as Json]));
}

/**
 * What the placeholders of a form stand for in another model; its parts are recognized by all that can't stand for
 * something else.
 */
function learnPlaceholders(form: Json, other: Json): { values: Record<string, Json>; ids: IdentityMap } {
  const ids = matchIdentity({ sent: assignIds(veilOutsideIds(form)), received: isolateIds(veilOutsideIds(other)) }).map;
  return { values: learnValues(assignIds(form), toLocalIds(isolateIds(other), ids)), ids };
}

/** The other side, whose ids say nothing of this one's: a model of the platform, or a file. */
const isolateIds = (other: Json): PlatformSpec => toPlatformSpec(assignIds(other) as unknown as { pages: unknown[] });
