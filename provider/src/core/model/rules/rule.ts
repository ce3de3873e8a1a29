import type { SpecIndex } from "../references/spec-index";
import type { Report, Severity } from "../text/findings";

/** A rule for documents, beyond shape. */
export interface Rule<Document = SpecIndex> {
  readonly name: string;
  /** What the platform is known to refuse is an error, the rest a warning. */
  readonly severity: Severity;
  /** Reports what breaks the rule; ignores places that open values leave undecided. */
  check(document: Document, report: Reporter): void;
}

/** Receives what breaks a rule. */
export type Reporter = (finding: Report) => void;
