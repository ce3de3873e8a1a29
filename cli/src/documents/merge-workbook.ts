import { isPlaceholder, type Json, type JsonObject, type SpecChange } from "pulumi-analytics-internal/core/model";
import {
  diffWorkbooks,
  dropBaseGroupings,
  mergeStoredWorkbook,
  preserveWorkbookAuthoring,
  WorkbookForms,
} from "pulumi-analytics-internal/core/workbook";
import { isId } from "./address";
import { mapObjects } from "./map-objects";
import type { WorkbookBase } from "./states";

/** A user's workbook, merged with what the platform has. */
export interface WorkbookMerge {
  readonly form: JsonObject;
  /** From the files to the platform. */
  readonly changes: readonly SpecChange[];
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
    ignorePaths,
  });
  if (!merge.isBehind) return { form: own as JsonObject, changes: [], isThere: merge.isThere };
  const merged = preserveWorkbookAuthoring(mine, merge.merged, received);
  const form = insertKnownValues(dropBaseGroupings(merged as JsonObject), refs) as JsonObject;
  const changes = diffWorkbooks(
    mine.declared as unknown as JsonObject,
    new WorkbookForms(form, refs).declared as unknown as JsonObject,
  );
  return { form, changes, isThere: merge.isThere };
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
