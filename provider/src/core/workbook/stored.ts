/** A workbook as the platform stored it. Its ids are the user's, so that there is nothing to translate. */
import {
  adoptTheirIgnored,
  applyBaseline,
  applyDrift,
  type Canonical,
  dropIgnored,
  type JsonObject,
  type LocalSpec,
  type Merge,
  mergeForms,
} from "../model";
import { type Known, type KnownWritten, keyPatterns, type Stored } from "../model/stored";
import { canonicalizeWorkbook } from "./canonical";
import { splitLayout, type WorkbookForms } from "./forms";

/** What people do in a workbook without editing it, and the platform keeps in it. */
const viewState = ["elements/*/currentValue"];

/** The parts that aren't compared. */
export const listIgnored = (ignorePaths: readonly string[] = []): readonly string[] => [...viewState, ...ignorePaths];

/**
 * Finds what has changed on the platform. What it changed when it stored the declaration is the baseline, and no drift.
 */
export function readStoredWorkbook(
  forms: WorkbookForms,
  received: JsonObject,
  { baseline, ignorePaths, isCurrent = false }: Known,
): Stored {
  const declared = forms.canonical;
  const contents = splitLayout(received);
  const there = canonicalizeWorkbook(adoptTheirIgnored(contents, forms.declared, listIgnored(ignorePaths)));
  const stored = applyBaseline(declared, baseline);
  const drifted = isCurrent ? declared : applyDrift(declared, stored, there);
  return { contents, there, declared, drifted };
}

/** A later declaration, merged with what changed on the platform since an earlier one was written. */
export function mergeStoredWorkbook(
  later: WorkbookForms,
  earlier: WorkbookForms,
  received: JsonObject,
  { baseline, base, ignorePaths, isCurrent = false, prefersMine }: Known & KnownWritten,
): Merge {
  const contents = splitLayout(received);
  const forms = [later.declared, earlier.declared, contents];
  const patterns = keyPatterns(listIgnored(ignorePaths), forms);
  const drop = (form: LocalSpec): Canonical => canonicalizeWorkbook(dropIgnored(form, patterns));
  return mergeForms({
    declared: drop(earlier.canonical),
    stored: drop(applyBaseline(earlier.canonical, baseline)),
    base: base && drop(applyBaseline(earlier.canonical, base)),
    now: drop(contents),
    mine: drop(later.declared),
    isCurrent,
    prefersMine,
  });
}
