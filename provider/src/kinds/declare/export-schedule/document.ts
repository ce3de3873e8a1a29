import type { AnalyticsClient } from "../../../core/api";
import type { Properties } from "../../../core/engine";
import type { CheckContext } from "../context";
import type { Needs } from "../facets";
import type { InputFields } from "../fields";
import type { KindDocs } from "../kind";
import type { Wire } from "./body";

/** What the schedules of one sort of document have of their own. */
export interface ScheduledDocument<Own extends InputFields> {
  readonly name: string;
  readonly docs: KindDocs;
  /** The permission is the same for all documents. */
  readonly needs: Omit<Needs, "permission">;
  /** What a message calls the document. */
  readonly noun: string;
  /** The field that holds the document's id. */
  readonly key: keyof Own & string;
  readonly fields: Own;
  readonly wire: Wire;
  /** The ids of all documents, for `pull`. */
  documents(client: AnalyticsClient): Promise<readonly string[]>;
  schedules(client: AnalyticsClient): AnalyticsClient["workbookSchedules"];
  problems?(inputs: Properties, context: CheckContext): string[];
}
