import type { AnalyticsClient, Probe } from "../../../core/api";
import type { Properties } from "../../../core/values";
import type { CheckContext } from "../context";
import type { Fields } from "../fields";
import type { KindDocs } from "../kind";
import type { Wire } from "./body";

/** What the schedules of one sort of document have of their own. */
export interface ScheduledDocument<Own extends Fields> {
  readonly name: string;
  readonly docs: KindDocs;
  readonly dependsOn: readonly string[];
  /** What a message calls the document. */
  readonly noun: string;
  /** The field that holds the document's id. */
  readonly key: keyof Own & string;
  readonly fields: Own;
  readonly probes?: readonly Probe[];
  readonly wire: Wire;
  /** The ids of all documents, for `pull`. */
  documents(client: AnalyticsClient): Promise<readonly string[]>;
  schedules(client: AnalyticsClient): AnalyticsClient["workbookSchedules"];
  problems?(inputs: Properties, context: CheckContext): string[];
}
