import {
  type AnalyticsClient,
  collect,
  type Dataset,
  isRefusal,
  type MigrateDataset,
} from "pulumi-analytics-internal/core/api";
import type { Console } from "../command/console";
import { buildPlan, type Examined, type Plan } from "./plan";

/** What the organization has of datasets. */
export interface Holdings {
  readonly plan: Plan;
  /** Migrated already. */
  readonly migrated: readonly Dataset[];
  /** Archived before they were migrated: nobody misses them, so they are left out. */
  readonly archived: readonly Dataset[];
  /** Those that need no migration, says the platform. */
  readonly others: readonly Dataset[];
}

/** Lists the datasets and puts those that need migration through the platform's dry run, which changes nothing. */
export async function examine(
  client: AnalyticsClient,
  console: Console,
  options: Omit<MigrateDataset, "dryRun">,
): Promise<Holdings> {
  const all = await collect(client.datasets.list());
  const needing = all.filter(({ migrationStatus }) => migrationStatus === "not-migrated");
  const living = needing.filter(({ isArchived }) => !isArchived);
  const examined = await console.showProgress("Dry runs", living.length, (step) =>
    Promise.all(
      living.map(async (dataset): Promise<Examined> => {
        try {
          return {
            dataset,
            dryRun: await client.datasets.migrate(dataset.datasetId, { ...options, dryRun: true }),
          };
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return { dataset, refusal: error.message };
        } finally {
          step();
        }
      }),
    ),
  );
  return {
    plan: buildPlan(examined),
    migrated: all.filter(({ migrationStatus }) => migrationStatus === "migrated"),
    archived: needing.filter(({ isArchived }) => isArchived),
    others: all.filter(({ migrationStatus }) => !["migrated", "not-migrated"].includes(migrationStatus)),
  };
}
