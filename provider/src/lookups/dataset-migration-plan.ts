import { readById } from "./collection";
import { defineLookup } from "./declare";

interface Args {
  readonly datasetId: string;
  readonly shouldUpdateReferences?: boolean;
  readonly destFolderId?: string;
}

export const datasetMigrationPlan = defineLookup({
  name: "getDatasetMigrationPlan",
  resultName: "GetDatasetMigrationPlanResult",
  resultDescription: "What a migration would change.",
  permission: "the same as for the migration",
  docs: {
    description:
      "The dry run of a {@link DatasetMigration}: what is linked with the dataset. It changes " +
      "nothing, so it also works in a preview.",
    endpoints: ["POST /v2/datasets/{datasetId}/migrate (beta, with `dryRun`)"],
    throws: "when there is no such dataset.",
    example: `const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
const plan = analytics.getDatasetMigrationPlanOutput({ datasetId: orders.id });
export const references = plan.referenceCount;`,
  },
  required: ["datasetId"],
  optional: ["shouldUpdateReferences", "destFolderId"],
  args: (zod) => ({
    datasetId: zod.string().describe("Id of the dataset."),
    shouldUpdateReferences: zod.boolean().optional().describe("As in the migration. Default: false."),
    destFolderId: zod.string().optional().describe("As in the migration. Default: the dataset's folder."),
  }),
  result(zod) {
    const end = zod
      .object({
        type: zod.string().describe("`dataset` or `table`."),
        datasetId: zod.string().optional().describe("Id of the dataset."),
        tableId: zod.string().optional().describe("Id of the table of a connection."),
      })
      .meta({ id: "DatasetLinkEnd" });
    return {
      id: zod.string().describe("Id of the dataset."),
      links: zod
        .array(
          zod
            .object({
              source: end.describe("Where the link begins."),
              target: end.describe("Where the link ends."),
            })
            .meta({ title: "DatasetLink" }),
        )
        .describe("Every dataset and connection table that is linked with the dataset."),
      linkCount: zod.int().describe("How many links the dataset has to other datasets."),
      referenceCount: zod.int().describe("How many references other datasets have to this one."),
    };
  },
  async answer({ client }, { datasetId, shouldUpdateReferences = false, destFolderId }: Args) {
    const dry = client.datasets.migrate(datasetId, { shouldUpdateReferences, destFolderId, dryRun: true });
    const { dataModelId: _, ...plan } = await readById("dataset", datasetId, dry);
    return plan;
  },
});
