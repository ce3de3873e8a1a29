import type { SpecIndex } from "../references/spec-index";
import type { Report, Severity } from "../text/findings";

/** A rule beyond shape. */
export interface Rule {
  name: string;
  /** What the platform is known to refuse is an error, the rest a warning. */
  severity: Severity;
  /** Reports what breaks the rule; ignores places that open values leave undecided. */
  check(model: SpecIndex, report: (finding: Report) => void): void;
}
