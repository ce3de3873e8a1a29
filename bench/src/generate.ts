import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bench, computeSpread } from "./shared/measure";
import { type CommandCost, runCommand } from "./shared/run-command";

const columnsOfModel = 30;

/** As long as the compiled SQL of a usual model. */
const sql = "select a_column, another_column from a_schema.a_table where a_column is not null\n".repeat(225);

/** A model of dbt with documented columns, of which three lead to models before it. */
function buildNode(index: number) {
  const name = `model_${index}`;
  const columns = Array.from({ length: columnsOfModel }, (_, nth) => {
    const column = nth === 0 ? `${name}_id` : nth <= 3 ? `model_${index - nth}_id` : `column_${nth}`;
    return [
      column,
      { name: column, description: `Column ${nth} of ${name}.`, data_type: nth % 5 ? "varchar" : "date" },
    ];
  });
  return {
    unique_id: `model.big.${name}`,
    resource_type: "model",
    package_name: "big",
    name,
    alias: name,
    database: "ANALYTICS",
    schema: "MARTS",
    original_file_path: `models/domain_${index % 20}/${name}.sql`,
    fqn: ["big", `domain_${index % 20}`, name],
    description: `Model ${index}.`,
    columns: Object.fromEntries(columns),
    config: { materialized: "table", meta: {}, tags: ["bi"] },
    tags: ["bi"],
    primary_key: [`${name}_id`],
    depends_on: { nodes: [] },
    raw_code: sql.slice(0, 6000),
    compiled_code: sql,
  };
}

function buildTest(index: number, back: number) {
  const [own, target] = [`model.big.model_${index}`, `model.big.model_${index - back}`];
  const column = `model_${index - back}_id`;
  return {
    unique_id: `test.big.relationships_${index}_${back}`,
    resource_type: "test",
    attached_node: own,
    column_name: column,
    depends_on: { nodes: [target, own] },
    test_metadata: { name: "relationships", kwargs: { column_name: column, field: column, to: "ref('…')" } },
    config: {},
  };
}

function writeManifest(file: string, count: number): void {
  const nodes = Array.from({ length: count }, (_, index) => index).flatMap((index) => [
    buildNode(index),
    ...[1, 2, 3].filter((back) => back <= index).map((back) => buildTest(index, back)),
  ]);
  const metadata = {
    dbt_schema_version: "https://schemas.getdbt.com/dbt/manifest/v12.json",
    project_name: "big",
    adapter_type: "snowflake",
  };
  const byId = Object.fromEntries(nodes.map((node) => [node.unique_id, node]));
  writeFileSync(file, JSON.stringify({ metadata, nodes: byId, metrics: {}, semantic_models: {} }));
}

export const generate: Bench = {
  name: "generate",
  about: "data models for a dbt manifest of 2,000 models",
  async run({ report, scale }) {
    const folder = mkdtempSync(join(tmpdir(), "bench-generate-"));
    try {
      const manifest = join(folder, "manifest.json");
      writeManifest(manifest, scale.of(2000, 200));
      report.measured("manifest", statSync(manifest).size / 1e6, "MB");
      const runs: CommandCost[] = [];
      for (let run = 0; run < scale.of(3, 1); run++)
        runs.push(await runCommand(folder, ["generate", "dbt", "manifest.json", "--out", `models_${run}`]));
      report.measured("time", computeSpread(runs.map(({ seconds }) => seconds)).median, "s", { most: 10 });
      report.measured("memory", Math.max(...runs.map(({ megabytes }) => megabytes)), "MB", { most: 1000 });
      await runCommand(folder, ["validate", "models_0"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
