import { version } from "../../provider/src/core/runtime";
import { projectYaml, startBench } from "./support";

const project = `${projectYaml}packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n`;

test.each([
  [
    "older",
    "0.0.9",
    "The program's SDK of the package analytics is 0.0.9, and the provider plugin is " +
      `${version}. Use one version for both`,
  ],
  ["newer", "9.9.9", `resource plugin analytics is expected to have version >=9.9.9, but has ${version}`],
])("an SDK that is %s than the plugin works, with one line of warning", async (_, wanted, line) => {
  const program = `
const analytics = require(\`pulumi-analytics/native\`);
new analytics.Tag("tag", { name: "Production", color: "grass" }, { version: "${wanted}" });`;
  const { stack, dispose } = await startBench({ texts: { "Pulumi.yaml": project, "index.js": program } });
  try {
    const said = await stack.expect(["up", "--yes", "--skip-preview"]);
    const diagnostics = said.slice(said.indexOf("Diagnostics:"));
    expect(diagnostics.match(/warning: .*/g)).toEqual([expect.stringContaining(line)]);
  } finally {
    await dispose();
  }
});
