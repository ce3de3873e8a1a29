import pLimit from "p-limit";
import { type AnalyticsClient, ApiError, type Dataset, type MigrateDataset } from "pulumi-analytics-internal/core/api";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { PlannedDataset } from "./plan";

/** What became of a dataset. */
export type Result =
  | { readonly status: "migrated" | "skipped"; readonly dataModelId: string; readonly url?: string }
  | { readonly status: "failed" | "not-tried"; readonly why: string }
  /** With `--dry-run`. */
  | { readonly status: "to-migrate" };

/** A dataset with what became of it. */
export type Entry = Pick<PlannedDataset, "id" | "name" | "path"> & Result;

/** How many migrations are under way at once, where the links allow it. */
const atOnce = 4;

export interface Run {
  readonly client: AnalyticsClient;
  readonly options: Omit<MigrateDataset, "dryRun">;
  /** Once aborted, no further migration begins; those under way come to their end. */
  readonly signal: AbortSignal;
  /** Told of each dataset as soon as it is known what became of it. */
  readonly done: (entry: Entry) => void;
}

/**
 * Migrates datasets, each once those it depends on are migrated, several at once. What goes wrong with one is kept in
 * its entry; nothing is thrown.
 *
 * @param datasets in the order of a plan.
 */
export async function migrateAll(datasets: readonly PlannedDataset[], run: Run): Promise<Entry[]> {
  const limit = pLimit(atOnce);
  const entries = new Map<string, Promise<Entry>>();
  for (const dataset of datasets) {
    const { id, name, path, after } = dataset;
    const migrate = async (): Promise<Entry> => {
      // In the order of a plan, those it depends on have begun already.
      const below = await Promise.all(after.flatMap((source) => entries.get(source) ?? []));
      const entry = { id, name, path, ...(await limit(migrateOne, dataset, below, run)) };
      run.done(entry);
      return entry;
    };
    entries.set(id, migrate());
  }
  return Promise.all(entries.values());
}

async function migrateOne(
  { id, refusal }: PlannedDataset,
  below: readonly Entry[],
  { client, options, signal }: Run,
): Promise<Result> {
  const missing = below.find(({ status }) => status === "failed" || status === "not-tried");
  if (signal.aborted) return { status: "not-tried", why: "stopped before it started" };
  if (refusal !== undefined) return { status: "failed", why: escapeLine(refusal) };
  if (missing) return { status: "not-tried", why: `it depends on ${escapeLine(missing.name)}, which is not migrated` };
  try {
    // Somebody else may have migrated it since it was listed.
    const earlier = (await client.datasets.get(id)).migrationToDataModel;
    if (earlier !== null) return describeSkipped(earlier);
    const { dataModelId } = await client.datasets.migrate(id, options);
    const made = await findCreatedModel(client, id);
    const known = dataModelId ?? made?.dataModelId;
    if (known === undefined) return { status: "failed", why: "the platform's response does not name the data model" };
    return { status: "migrated", dataModelId: known, url: made?.dataModelUrl };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: "failed", why: escapeLine(error.message) };
  }
}

/** The record of a migration that was made before. */
export function describeSkipped({ dataModelId, dataModelUrl }: NonNullable<Dataset["migrationToDataModel"]>): Result {
  // The address is empty where the model is gone again.
  return { status: "skipped", dataModelId, ...(dataModelUrl !== "" && { url: dataModelUrl }) };
}

/** Where the model is in the product: worth a request, but not worth failing for. */
async function findCreatedModel(client: AnalyticsClient, id: string): Promise<Dataset["migrationToDataModel"]> {
  try {
    return (await client.datasets.get(id)).migrationToDataModel;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
