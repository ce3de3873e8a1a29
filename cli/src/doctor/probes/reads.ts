import {
  type AnalyticsClient,
  ApiError,
  areDatasetsRetired,
  datasetsRetired,
  type Probe,
} from "pulumi-analytics-internal/core/api";
import { loadAllKinds } from "pulumi-analytics-internal/kinds/registry";
import { lookupModules } from "pulumi-analytics-internal/lookups/registry";
import { type Answer, answer, type Finding, fail, pass, skip, warn } from "../finding";
import { getWords, toFinding } from "./failure";

/** A call that only reads, and what needs it. */
export interface Read extends Probe {
  readonly id: string;
  /** Resources and lookups that don't work without it. */
  readonly serves: string;
}

/**
 * The reads that lookups and kinds declare. None changes anything; permissions to write can't be tried without a write.
 */
export const listReads = (): readonly Read[] => [
  ...lookupModules.flatMap(({ noun, probe, lookups }) => {
    if (probe === undefined) return [];
    const kinds = loadAllKinds().filter(({ needs }) => needs.lookups?.includes(noun));
    const [get] = lookups;
    return [createRead(probe, [...kinds.map(({ name }) => name), ...(get ? [get.question.name] : [])])];
  }),
  ...loadAllKinds().flatMap(({ name, needs }) => (needs.probes ?? []).map((probe) => createRead(probe, [name]))),
];

function createRead(probe: Probe, serves: readonly string[]): Read {
  return { ...probe, id: probe.title.toLowerCase().replaceAll(/[^a-z]+/g, "-"), serves: serves.join(", ") };
}

/** Makes the call, and says what a refusal stops. */
export async function tryRead(read: Read, client: AnalyticsClient): Promise<Answer> {
  try {
    const seen = await read.call(client);
    if (seen === undefined) return answer(skip("there is no object to test with"));
    return answer(
      pass(
        seen.length > 0
          ? "readable"
          : "readable, but the list is empty: no objects, or none that these credentials can read",
      ),
    );
  } catch (error) {
    if (areDatasetsRetired(error)) return answer(skip(datasetsRetired));
    if (error instanceof ApiError) return answer(reportRefused(read, error));
    throw error;
  }
}

function reportRefused(
  { serves, permission = "an undocumented permission", isEssential }: Read,
  error: ApiError,
): Finding {
  if (error.status !== 403 || error.fromProxy) return toFinding(error, "Check the platform's status, and try again.");
  const hint = `The owner of the credentials needs ${permission}. Without it, these don't work: ${serves}.`;
  return (isEssential ? fail : warn)(getWords(error), hint);
}
