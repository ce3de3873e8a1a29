import { equal, isUnknown } from "../../core/engine";
import { adoptTheirIgnored, dropIgnored, isSameJson, listPlaceholderNames } from "../../core/spec";
import { type CodedNoun, canonicalizeWorkbook, listIgnored, splitLayout, WorkbookForms } from "../../core/workbook";
import type { LifecycleContext } from "../declare";
import { createFormsCache, getKnownIgnorePaths, keepElementIds } from "../document/declaration";
import type { WorkbookInputs } from "./fields";

const readForms = createFormsCache("contents", (authored, refs) => new WorkbookForms(authored, refs));

/** The workbook or report that inputs declare, with its forms; cached by text and values. */
export function getWorkbook({ contents, refs = {} }: Pick<WorkbookInputs, "contents" | "refs">): WorkbookForms {
  return readForms(contents, refs);
}

/**
 * Whether two declarations mean the same contents. An unknown value is a change, but for an element id of a model that
 * stays.
 */
export function isSameDeclaration(olds: WorkbookInputs, news: WorkbookInputs): boolean {
  if (isUnknown(news.contents) || isUnknown(news.refs)) return false;
  const before = olds.refs ?? {};
  const after = keepElementIds(before, news.refs ?? {});
  const used = new Set(listOwnPlaceholders(news));
  if (Object.entries(after).some(([name, value]) => used.has(name) && isUnknown(value))) return false;
  if (olds.contents === news.contents && equal(before, after)) return true;
  const [old, now] = [getWorkbook(olds).declared, getWorkbook({ contents: news.contents, refs: after }).declared];
  const patterns = listIgnored(getKnownIgnorePaths(news));
  return isSameJson(canonicalizeWorkbook(old), canonicalizeWorkbook(adoptTheirIgnored(now, old, patterns)));
}

/** The names of the placeholders outside ignored parts. */
export function listOwnPlaceholders(inputs: WorkbookInputs): readonly string[] {
  const { authored } = getWorkbook(inputs);
  const ignorePaths = getKnownIgnorePaths(inputs);
  return listPlaceholderNames(ignorePaths.length === 0 ? authored : dropIgnored(splitLayout(authored), ignorePaths));
}

/** The context of an operation on a document of one of the two kinds. */
export interface CodedContext extends LifecycleContext {
  readonly noun: CodedNoun;
}

/** What messages call a workbook or report. */
export const getTitle = (noun: CodedNoun, { name }: { readonly name: string }) => `${noun} "${name}"`;
