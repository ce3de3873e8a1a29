/** A workbook as the platform stored it. Its ids are the user's, so that there is nothing to translate. */
import {
  adoptTheirIgnored,
  applyBaseline,
  applyDrift,
  type Baseline,
  type Canonical,
  dropIgnored,
  type JsonObject,
  type LocalSpec,
  type Merge,
  mergeForms,
} from "../spec";
import { keyPatterns } from "../spec/internal";
import { canonicalizeWorkbook } from "./canonical";
import { splitLayout, type WorkbookForms } from "./forms";

/** What is known of a workbook from the last time it was written or read. */
export interface KnownWorkbook {
  /** How the platform stored the declaration; default: it changed only the spelling. */
  readonly baseline?: Baseline;
  /** Parts to ignore; see `dropIgnored`. */
  readonly ignorePaths?: readonly string[];
  /** Whether the platform is still at the version that is known, so that nothing can have changed. */
  readonly isCurrent?: boolean;
}

/** A workbook on the platform, in terms of a declaration. */
export interface StoredWorkbook {
  /** The platform's contents, the layout by block. */
  readonly contents: LocalSpec;
  /** The same in canonical form, with ignored parts as declared. */
  readonly there: Canonical;
  /** What is declared, and the same with what changed on the platform since; one object where nothing did. */
  readonly declared: Canonical;
  readonly drifted: Canonical;
}

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
  { baseline, ignorePaths, isCurrent = false }: KnownWorkbook,
): StoredWorkbook {
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
  { baseline, ignorePaths, isCurrent = false }: KnownWorkbook,
): Merge {
  const contents = splitLayout(received);
  const forms = [later.declared, earlier.declared, contents];
  const patterns = keyPatterns(listIgnored(ignorePaths), forms);
  const drop = (form: LocalSpec): Canonical => canonicalizeWorkbook(dropIgnored(form, patterns));
  const declared = drop(earlier.canonical);
  return mergeForms({
    declared,
    stored: drop(applyBaseline(earlier.canonical, baseline)),
    base: declared,
    now: drop(contents),
    mine: drop(later.declared),
    isCurrent,
  });
}
