import { dropMark } from "pulumi-analytics-internal/core/data";
import { type Json, parseSpec } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { modelShape, type Shape } from "pulumi-analytics-internal/core/model/schema";
import { isFormerWorkbook, isWorkbook, upgradePart, upgradeWorkbook } from "pulumi-analytics-internal/core/workbook";
import { checkKept, type FormatOptions, formatModel } from "./format";
import { updateModel } from "./update";

/**
 * A text in today's form of its document, in canonical order and layout, with what changed; the same without changes.
 *
 * @throws as {@link formatModel}.
 */
export function upgradeModel(
  text: string,
  language: "yaml" | "json",
  options: FormatOptions = {},
): { readonly text: string; readonly changes: readonly string[] } {
  const { form, changes } = upgradeForm(parseSpec(text, options), options.shape);
  if (changes.length === 0) return { text: formatModel(text, language, options), changes };
  const upgraded = updateModel(text, form, options);
  const hint = "Move it to the top of the file, or remove it.";
  checkKept(dropMark(text).replaceAll("\r\n", "\n"), form, upgraded, { ...options, what: "the upgrade", hint });
  return { text: formatModel(upgraded, language, options), changes };
}

function upgradeForm(
  form: Json,
  shape: Shape | undefined,
): { readonly form: Json; readonly changes: readonly string[] } {
  const isWhole = shape === undefined && isObject(form);
  if (isWhole && (isWorkbook(form) || isFormerWorkbook(form))) return upgradeWorkbook(form);
  const changes: string[] = [];
  return { form: upgradePart(shape ?? modelShape, form, (change) => changes.push(change)), changes };
}
