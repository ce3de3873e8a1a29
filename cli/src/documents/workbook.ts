import { fillPlaceholders, isPlaceholder, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
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
import {
  type Document,
  type DocumentFacts,
  type DocumentMerge,
  type KnownBeside,
  type KnownForMerge,
  requireSameKind,
} from "./document";
import { omitIgnored } from "./ignored";
import { mapObjects } from "./map-objects";
import { readBase } from "./merge-base";
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
    merge(received, known) {
      requireSameKind(facts, received);
      return merge(facts, received, known);
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
  const base = state && readBase(state);
  const mine = new WorkbookForms(own.contents, state?.refs);
  const ignorePaths = [...ignore, ...(state?.ignorePaths ?? [])];
  const { theirs } = mergeStoredWorkbook(mine, base ? new WorkbookForms(base.form, base.refs) : mine, other.contents, {
    baseline: base?.baseline,
    ignorePaths,
  });
  const forms = [mine.canonical, theirs] as unknown as readonly [JsonObject, JsonObject];
  const [declared, stored] = omitIgnored(forms, listIgnored(ignorePaths));
  return isStored(before) ? [stored, declared] : [declared, stored];
}

function merge(
  { contents: own }: DocumentFacts,
  received: DocumentFacts,
  { refs, base = {}, ignorePaths, prefer }: KnownForMerge,
): DocumentMerge {
  const mine = new WorkbookForms(own, refs);
  const { form: earlier, baseline, base: written, documentVersion } = base;
  const merge = mergeStoredWorkbook(
    mine,
    earlier === undefined ? mine : new WorkbookForms(earlier, base.refs),
    received.contents,
    {
      ...{ baseline, base: written, ignorePaths, prefersMine: prefer === "file" },
      isCurrent: documentVersion !== undefined && documentVersion === received.stored?.documentVersion,
    },
  );
  const { isMergeThere: isThere } = merge;
  if (!merge.isBehind) return { form: own, changes: [], contested: [], isThere, remarks: [] };
  const merged = preserveWorkbookAuthoring(mine, merge.merged, received.contents);
  const form = insertKnownValues(dropBaseGroupings(merged as JsonObject), refs) as JsonObject;
  const changes = diffWorkbooks(
    mine.declared as unknown as JsonObject,
    new WorkbookForms(form, refs).declared as unknown as JsonObject,
  );
  const contested = diffWorkbooks(...([merge.mineFirst, merge.merged] as unknown as readonly [JsonObject, JsonObject]));
  return { form, changes, contested, isThere, remarks: [] };
}

/** A form in which what has a value of one of the names, and can only be that, is a placeholder of the name. */
export function insertKnownValues(form: Json, refs: Readonly<Record<string, unknown>>): Json {
  const byValue = new Map<unknown, string>();
  const elements = new Map<string, string>();
  for (const [name, value] of Object.entries(refs)) {
    if (typeof value !== "string") continue;
    const [model, element] = splitRef(name);
    if (element !== undefined) elements.set(`${model} ${value}`, name);
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
