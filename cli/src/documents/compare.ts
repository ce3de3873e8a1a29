import type { DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import {
  assignIds,
  assignReadableIds,
  diffModels,
  dropIgnored,
  fillPlaceholders,
  hasPlaceholders,
  type IdentityMap,
  type Json,
  type JsonObject,
  type KnownBase,
  type LocalSpec,
  listPlaceholderNames,
  Model,
  matchIdentity,
  mergeStored,
  type PlatformSpec,
  preserveAuthoring,
  type SpecChange,
  toLocalIds,
  toPlatformSpec,
} from "pulumi-analytics-internal/core/model";
import { kindNames, listElements, type PartField, partFields } from "pulumi-analytics-internal/core/model/references";
import { keyPatterns } from "pulumi-analytics-internal/core/model/stored";
import {
  diffWorkbooks,
  isWorkbook,
  listIgnored,
  mergeStoredWorkbook,
  WorkbookForms,
} from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import type { Document } from "./document";
import { learnValues, openOutsideIds, veilOutsideIds } from "./outside-ids";
import {
  listIgnorePaths,
  readBase,
  readWorkbookBase,
  type StateBase,
  type StateModel,
  type StateWorkbook,
} from "./states";

/** A side of a comparison. */
export type Side = Pick<Document, "contents" | "model" | "stored">;

/** What differs between two sides. */
export interface Comparison {
  readonly changes: readonly SpecChange[];
  /**
   * What each placeholder stands for on the other side; or each id of the first organization, by its field:
   * `connectionId 1b0c…`.
   */
  readonly values: Readonly<Record<string, Json>>;
  /** What could not be told apart, and ids that changed on the platform. */
  readonly remarks: readonly string[];
}

/** What is known beside a file and a model of the platform. */
export interface KnownBeside {
  /** Paths of parts that don't count; see `dropIgnored`. */
  readonly ignore?: readonly string[];
  /** The document in the state of a stack: what the platform made of the declaration there is no difference. */
  readonly state?: StateModel | StateWorkbook;
}

export interface CompareOptions extends KnownBeside {
  /** Whether both sides are of one organization, where the same id means the same thing. */
  readonly isOneOrganization: boolean;
}

/** Compares two sides in meaning, in one set of ids. */
export function compare(before: Side, after: Side, options: CompareOptions): Comparison {
  const workbooks = [before, after].filter(({ contents }) => isWorkbook(contents)).length;
  if (workbooks === 1) throw new UsageError("A workbook and a data model can't be compared. Name two of the same.");
  if (workbooks === 2) {
    const [old, now] = alignWorkbooks(before, after, options);
    return { changes: diffWorkbooks(old, now), values: {}, remarks: [] };
  }
  if (after.model === undefined) {
    if (before.model === undefined) return compareFiles(before.contents, after.contents, options);
    const { own, values, remarks } = translate(after.contents, before.model, options);
    return { changes: listContentChanges(own, after.contents), values, remarks };
  }
  if (before.model === undefined) {
    const { own, values, remarks } = translate(before.contents, after.model, options);
    return { changes: listContentChanges(before.contents, own), values, remarks };
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

/** Two workbooks; of a declared and a stored one, without what the platform made of the declaration. */
export function alignWorkbooks(
  before: Side,
  after: Side,
  { ignore = [], state }: KnownBeside,
): readonly [JsonObject, JsonObject] {
  const isStored = ({ stored }: Side) => stored !== undefined;
  if (isStored(before) === isStored(after)) return omitIgnored([before.contents, after.contents], ignore);
  const [own, other] = isStored(before) ? [after, before] : [before, after];
  const resource = state !== undefined && "contents" in state.inputs ? (state as StateWorkbook) : undefined;
  const base = resource && readWorkbookBase(resource);
  const mine = new WorkbookForms(own.contents, resource?.inputs.refs);
  const ignorePaths = [...ignore, ...(resource?.inputs.ignorePaths ?? [])];
  const { theirs } = mergeStoredWorkbook(mine, base?.forms ?? mine, other.contents, {
    baseline: base?.baseline,
    ignorePaths,
  });
  const forms = [mine.canonical, theirs] as unknown as readonly [JsonObject, JsonObject];
  const [declared, stored] = omitIgnored(forms, listIgnored(ignorePaths));
  return isStored(before) ? [stored, declared] : [declared, stored];
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
  const [old, now] = dropIgnoredParts(before, after, ignore);
  return diffModels(old, now, { stored: true });
}

/** Two data models, in which everything has an id, without the parts that don't count. */
export function dropIgnoredParts(before: Json, after: Json, ignore?: readonly string[]) {
  return omitIgnored([assignIds(before as JsonObject), assignIds(after as JsonObject)], ignore);
}

/** Two sides without the parts that don't count. */
function omitIgnored<Form extends JsonObject>(
  sides: readonly [Form, Form],
  ignore: readonly string[] = [],
): readonly [Form, Form] {
  const specs = sides as unknown as readonly [LocalSpec, LocalSpec];
  const patterns = keyPatterns(ignore, specs);
  return specs.map((spec) => dropIgnored(spec, patterns)) as unknown as [Form, Form];
}

/** A model of the platform as it reads, or another file. */
export type Other = JsonObject | DataModelRepresentation;

/**
 * Another model, written as a form writes it: in the form's ids, with its placeholders where the other has what these
 * stand for, and where nothing differs just as the form has it.
 */
export function translate(
  form: Json,
  other: Other,
  { ignore = [], state }: KnownBeside = {},
): { own: Json; ids: IdentityMap } & Pick<Comparison, "values" | "remarks"> {
  const found = learnPlaceholders(form, other as Json);
  const model = state !== undefined && "ids" in state.outputs ? (state as StateModel) : undefined;
  const base = model && readBase(model);
  const values = { ...found.values, ...collectRefs(form, base) };
  const mine = new Model(form, values);
  const received = isolateIds(other as Json);
  const known: KnownBase = {
    ...(base ?? { model: mine, ids: found.ids }),
    ignorePaths: [...ignore, ...(model ? listIgnorePaths(model) : [])],
    isCurrent: base !== undefined && base.documentVersion === other.documentVersion,
  };
  const { ids, there, ambiguities } = mergeStored(mine, known, received, (map) => assignReadableIds(received, map));
  return { own: preserveAuthoring(form, there, values), ids, values, remarks: ambiguities };
}

/** The values that the stack gave to names that a form still has. */
function collectRefs(form: Json, base: StateBase | undefined): Record<string, Json> {
  const refs = base?.model.refs ?? {};
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
