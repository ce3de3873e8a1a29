import { type Bench, projectYaml, startBench } from "../engine/support";
import { type Fault, faults, requestTimeout } from "./faults";

const program = `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const tag = new analytics.Tag("tag", { name: "Production", color: "grass" });
const folder = new analytics.Folder("folder", { name: "Sales", parentId: config.require("folderId") });
const model = new analytics.DataModel("model", { name: "Orders", folderId: folder.id,
  spec: { pages: [{ id: "p", name: "Main", elements: [{
  id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
}] }] } });
new analytics.DataModelTag("placed", { dataModelId: model.id, tag });
new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: tag.id });
new analytics.ApiCredential("credential", {
  name: "billing", allowlist: ["*"], credential: { authMethod: "bearer", bearer: { token: "open-sesame" } },
});
`;

/** The calls of that program that make something. */
const calls = [
  "POST /v2/tags",
  "POST /v2/files",
  "POST /v2/dataModels/spec",
  "POST /v2/dataModels/tag",
  "POST /v2/deploymentPolicies",
  "POST /v2/api-credentials",
];

/**
 * All of them take minutes: `npm run test:faults` does that, `npm test` takes one answer that is lost, and one refusal.
 */
const few = new Set(["reset after", "403 HTML from a front proxy"]);
const chosen = faults.filter(
  ({ name, strikes, leads }) =>
    leads !== "forgotten" && strikes === undefined && (process.env.FAULTS === "whole" || few.has(name)),
);

test.each(chosen.map((fault) => [fault.name, fault] as const))(
  "a real up whose creates all meet %s, and the ups after it",
  async (_, fault) => {
    const bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program },
      config: { "analytics:requestTimeout": String(requestTimeout) },
    });
    try {
      const first = await runUpUnder(fault, bench);
      if (fault.leads === "error") expect(first.code).not.toBe(0);
      if (fault.leads === "right" || fault.leads === "lost") expect(first).toMatchObject({ code: 0 });
      if (first.code !== 0) await bench.stack.expect(["up", "--yes", "--skip-preview"]);
      expect(listContents(bench)).toEqual(["Production", "Sales", "Orders", "emea", "billing"]);
      await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    } finally {
      await bench.dispose();
    }
  },
  300_000,
);

async function runUpUnder(fault: Fault, { emulator, stack }: Bench): Promise<{ code: number; stdout: string }> {
  const { settings } = emulator;
  if (fault.settings) emulator.configure(fault.settings);
  for (const rule of calls.flatMap((call) => fault.rules(call))) emulator.addFault(rule);
  const result = await stack.run(["up", "--yes", "--skip-preview"]);
  emulator.removeFault();
  emulator.configure(settings);
  return result;
}

/** The names of what the program declares, for each time it is there. */
function listContents({ emulator }: Bench): string[] {
  const { tags, files, deploymentPolicies, apiCredentials } = emulator.snapshot();
  const declared = files.filter(
    ({ name, deletedWith, createdAt }) =>
      /^(Sales|Orders)$/.test(name) && deletedWith === null && !createdAt.startsWith("2024"),
  );
  return [...tags, ...declared, ...deploymentPolicies, ...apiCredentials].map(({ name }) => name);
}
