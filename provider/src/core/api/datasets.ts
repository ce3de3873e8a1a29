import * as z from "zod";
import { type Api, archived, audit, type DocumentFilter, expectId, sendUntilDone } from "./common";
import { ApiError } from "./errors";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";
import type { Call } from "./transport/transport";

export const dataset = z.looseObject({
  datasetId: z.string(),
  name: z.string().describe("Its name."),
  url: z.string().describe("Its address in the product."),
  path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
  description: z.string().describe("What the dataset is for."),
  owner: z.string().describe("Id of its owner."),
  ...archived,
  referenceCount: z.int().describe("How many references other datasets have to this one."),
  migrationStatus: z.string().describe("`migrated`, `not-migrated` or `not-required`."),
  migrationToDataModel: z
    .looseObject({
      dataModelId: z.string().describe("Id of the data model."),
      dataModelUrl: z.string().describe("Its address in the product."),
      migratedAt: z.string().describe("When it was migrated (ISO 8601)."),
      migratedBy: z.string().describe("Id of the member who migrated it."),
    })
    .meta({ title: "DatasetMigrationResult" })
    .nullable()
    .describe("What it became; null as long as it isn't migrated."),
  ...audit,
});
/** A dataset, the deprecated forerunner of data models. */
export type Dataset = z.infer<typeof dataset>;

// `{type: "dataset", datasetId}` or `{type: "table", tableId}`.
const linkEnd = z.looseObject({
  type: z.string(),
  datasetId: z.string().optional(),
  tableId: z.string().optional(),
});

const migration = z.looseObject({
  /** The new data model; null for a dry run. */
  dataModelId: z.string().nullable(),
  /** Every dataset and connection table linked with the dataset. */
  links: defineList(z.looseObject({ source: linkEnd, target: linkEnd })),
  linkCount: z.number(),
  /** How many references other datasets have to this one. */
  referenceCount: z.number(),
});
export type DatasetMigration = z.infer<typeof migration>;

/** How to migrate. */
export interface MigrateDataset {
  /** Whether workbooks that use the dataset are to use the new data model. */
  readonly shouldUpdateReferences: boolean;
  /** Folder of the new data model; left out: the dataset's. */
  readonly destFolderId?: string;
  /** True: change nothing, only return what is linked. */
  readonly dryRun?: boolean;
}

/**
 * Datasets, `/v2/datasets`, and their migration to data models.
 *
 * @example
 * ```ts
 * const { links } = await client.datasets.migrate(datasetId, { shouldUpdateReferences: true, dryRun: true });
 * ```
 */
export class Datasets {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/datasets`. */
  async *list(query: Pick<DocumentFilter, "skipPermissionCheck"> = {}): AsyncGenerator<Dataset, void, undefined> {
    try {
      yield* list(this.#api.transport, { path: collectionPath, query: { ...query }, entry: dataset, style: "page" });
    } catch (error) {
      throw explainRetirement(error);
    }
  }

  /** `GET /v2/datasets/{datasetId}`. */
  get(id: string): Promise<Dataset> {
    return this.#send({ method: "GET", path: path`/v2/datasets/${id}`, answer: expectId(dataset, "datasetId", id) });
  }

  /**
   * `POST /v2/datasets/{datasetId}/migrate` (beta). The dataset names its data model after the migration.
   */
  migrate(
    id: string,
    { shouldUpdateReferences, destFolderId, dryRun = false }: MigrateDataset,
  ): Promise<DatasetMigration> {
    const send = (dry: boolean) =>
      this.#send({
        method: "POST",
        path: path`/v2/datasets/${id}/migrate`,
        body: { shouldUpdateReferences, destFolderId, dryRun: dry },
        answer: migration,
        repeatable: dry,
      });
    if (dryRun) return send(true);
    return sendUntilDone(
      () => send(false),
      async () => {
        const { migrationToDataModel: made } = await this.get(id);
        // A dry run returns the links of the lost answer.
        return made === null ? undefined : { ...(await send(true)), dataModelId: made.dataModelId };
      },
    );
  }

  #send<Answer>(call: Call<Answer>): Promise<Answer> {
    return this.#api.transport.send(call).catch((error) => {
      throw explainRetirement(error);
    });
  }
}

const collectionPath = "/v2/datasets";

/**
 * True when the platform has retired all datasets. It announced their end for 15 September 2026; what their endpoints
 * answer after that is undocumented. A 410 can't mean one dataset, which is archived (409) or unknown (404), and a list
 * that isn't there can't either.
 */
export function areDatasetsRetired(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.fromProxy) return false;
  const { status, path } = error;
  return (status === 410 && path.startsWith(collectionPath)) || (status === 404 && path === collectionPath);
}

/** The message about it. */
export const datasetsRetired = "The organization has no datasets any more: the platform has retired them.";

function explainRetirement(error: unknown): unknown {
  return areDatasetsRetired(error) ? error.replaceHint(datasetsRetired) : error;
}
