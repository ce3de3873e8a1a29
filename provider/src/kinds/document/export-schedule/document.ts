import type { Properties } from "../../../core/engine";
import type { CodedNoun } from "../../../core/model";
import type { CheckContext, InputFields, Needs } from "../../declare";

/** What the schedules of one sort of document have of their own. */
export interface ScheduledDocument<Noun extends CodedNoun, Own extends InputFields> {
  readonly name: string;
  readonly noun: Noun;
  /** The description's first sentence. */
  readonly summary: string;
  readonly example: string;
  readonly probes?: Needs["probes"];
  readonly fields: Own;
  /** Whether an attachment may contain a part of the document. Left out: always the whole document. */
  readonly hasParts?: true;
  problems?(inputs: Properties, context: CheckContext): string[];
}
