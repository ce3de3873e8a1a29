import { adoptTheirIgnored, isSameJson } from "../../core/model";
import { type CodedNoun, canonicalizeWorkbook, listIgnored, splitLayout, WorkbookForms } from "../../core/workbook";
import type { LifecycleContext } from "../declare";
import { createTexts, getKnownIgnorePaths } from "../document/declaration";
import type { WorkbookInputs } from "./fields";

export const texts = createTexts({
  field: "contents",
  createForms: (authored, refs) => new WorkbookForms(authored, refs),
  toSpec: splitLayout,
});

/** The workbook or report that inputs declare, with its forms. */
export const getWorkbook = texts.getForms;

/** Whether two declarations mean the same contents. */
export const isSameDeclaration = (olds: WorkbookInputs, news: WorkbookInputs) =>
  texts.isSame(olds, news, (before, after) => {
    const own = adoptTheirIgnored(after, before, listIgnored(getKnownIgnorePaths(news)));
    return isSameJson(canonicalizeWorkbook(before), canonicalizeWorkbook(own));
  });

/** The context of an operation on a document of one of the two kinds. */
export interface CodedContext extends LifecycleContext {
  readonly noun: CodedNoun;
}
