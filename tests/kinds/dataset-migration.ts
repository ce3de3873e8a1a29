import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { datasetId: ":dataset", shouldUpdateReferences: false },
  create: ["POST /v2/datasets/*/migrate"],
  answer: undefined,
  program: `
new analytics.DatasetMigration("migration", { datasetId: seeded.datasets.orders, shouldUpdateReferences: false });`,
};
