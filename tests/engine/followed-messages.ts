import type { Bench } from "./support";

const right = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: e
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: c, name: Amount, formula: "[ORDERS/AMOUNT]" }
`;

/** The program of {@link followMessages} in YAML, below the plugin's lines. */
export const yamlProgram = `config:
  folderId: { type: string }
  warehouse: { type: string }
resources:
  m:
    type: analytics:DataModel
    properties:
      name: M
      folderId: \${folderId}
      spec: { fn::fileAsset: models/m.yaml }
      refs: { warehouse: "\${warehouse}" }
`;

/** The same in Python. */
export const pythonProgram = `import pulumi
import pulumi_analytics as analytics

config = pulumi.Config()
analytics.DataModel(
    "m",
    name="M",
    folder_id=config.require("folderId"),
    spec=pulumi.FileAsset("models/m.yaml"),
    refs={"warehouse": config.require("warehouse")},
)
`;

/** Goes through the mistakes of a first day, and does what each message says, until everything is deleted again. */
export async function followMessages({ stack, emulator }: Bench): Promise<void> {
  const { warehouse, lakehouse } = emulator.seeded.connections;
  const write = (text: string) => stack.write("models/m.yaml", text);
  const read = async (...args: string[]) => {
    const { code, stdout, stderr } = await stack.run(args);
    return { code, said: stdout + stderr };
  };
  const up = ["up", "--yes", "--skip-preview"];
  const refuse = async (args: readonly string[], ...parts: (string | RegExp)[]) => {
    const { code, said } = await read(...args);
    expect(code).not.toBe(0);
    for (const part of parts) expect(said).toMatch(part instanceof RegExp ? part : new RegExp(escapeText(part)));
  };

  await stack.configure({ warehouse: "Warehouse" });
  await write(right.replace("    name: P", "   name: P"));
  await refuse(["preview"], /models\/m\.yaml:4:\d+/);
  const wrong = right.replace("schemaVersion: 1", "schemaVersion: 2").replace("[ORDERS/AMOUNT]", "[Customer/Region]");
  await write(wrong.replace("        columns:", "        visibleAsSource: yes\n        columns:"));
  await refuse(["preview"], "`2` is not known here [unknown-value]. Known: `1`.", "Write true: `yes` is a text.");

  // A name in the place of an id.
  await write(right);
  await refuse(up, "Warehouse", warehouse, "getConnection");
  await stack.configure({ warehouse });
  emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/dataModels/spec", nth: 1 });
  await refuse(up, "lacks a permission", "writing a DataModel needs an Admin account");
  emulator.removeFault();

  await write(right.replace("AMOUNT]", "AMUONT]"));
  expect(await stack.expect(up)).toMatch(/models\/m\.yaml:11:\d+[^\n]*can't compute[\s\S]*\[ORDERS\/AMOUNT\]/);
  await write(right);
  await stack.expect(up);

  const { id = "" } = (await stack.listResources()).find(({ urn }) => urn.endsWith("::m")) ?? {};
  await emulator.ui.changeFormula(id, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
  await write(right.replace("name: Amount", "name: Value"));
  await refuse(up, "was changed on the platform since version", "pulumi refresh");
  await stack.expect(["refresh", "--yes", "--skip-preview"]);
  await stack.expect(up);

  await stack.configure({ warehouse: lakehouse! });
  const { said } = await read("preview");
  expect(said).toContain(`another value for \`warehouse\`: \`${warehouse}\` → \`${lakehouse}\`, used by 1 table`);
  await stack.configure({ warehouse });
  await stack.expect(["preview", "--expect-no-changes"]);
  expect(await stack.expect(["destroy", "--yes", "--skip-preview"])).toContain("archived");
}

const escapeText = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
