import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packBuild } from "../dbt-builds";
import { type Bench, projectYaml, startBench } from "./support";

const program = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const connectionId = new pulumi.Config().require("connectionId");
new analytics.DbtArtifacts("dbt", { connectionId, file: "target.tar.gz" });
`;

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
});
afterEach(() => bench.dispose());

test("another build of the same project is no update, and a job without dbt can look for drift", async () => {
  const target = join(bench.stack.directory, "target.tar.gz");
  const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
  await writeFile(target, packBuild("first"));
  await runUp();
  await writeFile(target, packBuild("again"));
  await runUp("--expect-no-changes");

  await rm(target);
  const preview = await bench.stack.run(["preview", "--refresh", "--expect-no-changes"]);
  expect(preview).toMatchObject({ code: 0 });
  expect(preview.stdout + preview.stderr).toContain("the platform keeps the last upload");
  await runUp("--expect-no-changes");

  await writeFile(target, packBuild("again", { "manifest.json": (text) => text.replace("Orders.", "All orders.") }));
  await runUp();
  expect(bench.emulator.snapshot().dbtUploads).toHaveLength(2);
});
