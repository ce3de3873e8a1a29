import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { connectionId: ":warehouse", file: "tests/fixtures/dbt/target.tar.gz" },
  create: ["POST /v2/connections/*/dbtArtifacts"],
  answer: undefined,
  program: `new analytics.DbtArtifacts("dbt", { connectionId: seeded.connections.warehouse, file: "target.tar.gz" });`,
};
