import {
  type Baseline,
  fillPlaceholders,
  isPlaceholder,
  type Json,
  type JsonObject,
  type SpecChange,
} from "pulumi-analytics-internal/core/model";
import {
  convertFormToModel,
  diffWorkbooks,
  dropBaseGroupings,
  listIgnored,
  mergeStoredWorkbook,
  placeInWorkbook,
  preserveWorkbookAuthoring,
  validateWorkbook,
  WorkbookForms,
} from "pulumi-analytics-internal/core/workbook";
import { isId } from "./address";
import { type Document, type DocumentFacts, type KnownBeside, requireSameKind } from "./document";
import { omitIgnored } from "./ignored";
import { mapObjects } from "./map-objects";
import type { StateDocument } from "./states";
import { editWorkbookFiles } from "./write-workbook";

/** A workbook or report. */
export function createWorkbook(facts: DocumentFacts): Document {
  return {
    ...facts,
    compare(after, options) {
      requireSameKind(facts, after);
      return { changes: diffWorkbooks(...align(facts, after, options)), values: {}, remarks: [] };
    },
    align(after, known) {
      requireSameKind(facts, after);
      const [was, is] = align(facts, after, known);
      return [{ contents: was }, { contents: is }];
    },
    edit: (cwd, form) => editWorkbookFiles(cwd, facts.file!, form),
    validate(severities) {
      const { form, source } = facts.file!;
      return validateWorkbook(fillPlaceholders(form).spec, { severities, authored: form, source });
    },
    convertToModel(values) {
      const whole = fillPlaceholders(facts.contents, values).spec;
      return { spec: convertFormToModel(whole), locate: (findings) => placeInWorkbook(whole, findings) };
    },
  };
}

/** Of a declared and a stored one, without what the platform made of the declaration. */
function align(
  before: DocumentFacts,
  after: DocumentFacts,
  { ignore = [], state }: KnownBeside,
): readonly [JsonObject, JsonObject] {
  const isStored = ({ stored }: DocumentFacts) => stored !== undefined;
  if (isStored(before) === isStored(after)) return omitIgnored([before.contents, after.contents], ignore);
  const [own, other] = isStored(before) ? [after, before] : [before, after];
  const base = state && readWorkbookBase(state);
  const mine = new WorkbookForms(own.contents, state?.refs);
  const ignorePaths = [...ignore, ...(state?.ignorePaths ?? [])];
  const { theirs } = mergeStoredWorkbook(mine, base?.forms ?? mine, other.contents, {
    baseline: base?.baseline,
    ignorePaths,
  });
  const forms = [mine.canonical, theirs] as unknown as readonly [JsonObject, JsonObject];
  const [declared, stored] = omitIgnored(forms, listIgnored(ignorePaths));
  return isStored(before) ? [stored, declared] : [declared, stored];
}

/** What a workbook's files and the platform agreed on last. */
export interface WorkbookBase {
  readonly forms: WorkbookForms;
  readonly baseline?: Baseline | undefined;
  /** Changes from the form, which a refresh may have changed, to the one before that. */
  readonly base?: Baseline | undefined;
}

/** What they agreed on when a stack last wrote or read it; undefined where a secret hides it. */
export function readWorkbookBase({ form, refs, baseline }: StateDocument): WorkbookBase | undefined {
  return form && { forms: new WorkbookForms(form, refs), baseline: baseline?.contents, base: baseline?.written };
}

/** A user's workbook, merged with what the platform has. */
export interface WorkbookMerge {
  readonly form: JsonObject;
  /** From the files to the platform. */
  readonly changes: readonly SpecChange[];
  /** What the files and the platform both changed, from the files' value to the platform's, which the merge has. */
  readonly contested: readonly SpecChange[];
  /** Whether the platform has all that the files say. */
  readonly isThere: boolean;
}

/**
 * Merges a user's workbook with what changed on the platform since the two agreed; without a base, all that differs
 * changed there. What only the files changed stays.
 */
export function mergeWorkbook(
  own: Json,
  refs: Readonly<Record<string, unknown>>,
  received: JsonObject,
  { base, ignorePaths }: { base?: WorkbookBase | undefined; ignorePaths?: readonly string[] | undefined } = {},
): WorkbookMerge {
  const mine = new WorkbookForms(own, refs);
  const merge = mergeStoredWorkbook(mine, base?.forms ?? mine, received, {
    baseline: base?.baseline,
    base: base?.base,
    ignorePaths,
  });
  if (!merge.isBehind) return { form: own as JsonObject, changes: [], contested: [], isThere: merge.isThere };
  const merged = preserveWorkbookAuthoring(mine, merge.merged, received);
  const form = insertKnownValues(dropBaseGroupings(merged as JsonObject), refs) as JsonObject;
  const changes = diffWorkbooks(
    mine.declared as unknown as JsonObject,
    new WorkbookForms(form, refs).declared as unknown as JsonObject,
  );
  const contested = diffWorkbooks(...([merge.mineFirst, merge.merged] as unknown as readonly [JsonObject, JsonObject]));
  return { form, changes, contested, isThere: merge.isThere };
}

/** A form in which what has a value of one of the names, and can only be that, is a placeholder of the name. */
export function insertKnownValues(form: Json, refs: Readonly<Record<string, unknown>>): Json {
  const byValue = new Map<unknown, string>();
  const elements = new Map<string, string>();
  for (const [name, value] of Object.entries(refs)) {
    if (typeof value !== "string") continue;
    if (name.includes("#")) elements.set(`${name.slice(0, name.indexOf("#"))} ${value}`, name);
    else if (isId(value)) byValue.set(value, name);
  }
  return mapObjects(form, (item) => {
    const changed: JsonObject = {};
    for (const [key, value] of Object.entries(item)) {
      const name = byValue.get(value);
      changed[key] = name === undefined ? value : { $ref: name };
    }
    const { dataModelId, elementId, kind } = changed;
    const model = isPlaceholder(dataModelId) ? dataModelId.$ref : undefined;
    const element = typeof elementId === "string" ? elements.get(`${model} ${elementId}`) : undefined;
    return kind === "data-model" && element !== undefined ? { ...changed, elementId: { $ref: element } } : changed;
  });
}
