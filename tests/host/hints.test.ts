import { listWrites, setUpHost } from "./bench";

type Properties = Record<string, unknown>;

const readMessage = (call: Promise<unknown>) =>
  call.then(
    () => "",
    (error: Error) => error.message,
  );

describe("what a failed call tells to do, in the real dynamic-provider host", () => {
  const at = setUpHost("DataModel");

  // What reads SQL needs no catalog.
  const sql = { kind: "sql", connectionId: { $ref: "warehouse" }, statement: "select 1 as AMOUNT" };
  const buildCatalogSource = (table: string) => ({
    kind: "warehouse-table",
    connectionId: { $ref: "warehouse" },
    path: ["SALES", "PUBLIC", table],
  });

  const buildModel = (refs: Properties, more: Properties = {}, source: Properties = sql): Properties => {
    const columns = [{ id: "amount", name: "Amount", formula: "1" }];
    const table = { id: "facts", kind: "table", name: "Facts", source, columns };
    const spec = JSON.stringify({ pages: [{ id: "main", name: "Main", elements: [table] }] });
    return { name: "Orders", folderId: at.emulator.seeded.folders.models, spec, refs, ...more };
  };
  const getWarehouse = () => at.emulator.seeded.connections.warehouse;

  test("an id that the platform doesn't know is named as the field, at create and at update", async () => {
    const told =
      "pages[main].elements[facts].source.connectionId (`!ref warehouse`). The platform has no such connection";
    expect(await readMessage(at.host.create(buildModel({ warehouse: "c0ffee" })))).toContain(told);
    const { id, state } = await at.host.create(buildModel({ warehouse: getWarehouse() }));
    expect(await readMessage(at.host.update(id, state, buildModel({ warehouse: "c0ffee" })))).toContain(told);
    expect(
      await readMessage(at.host.create(buildModel({ warehouse: getWarehouse() }, { folderId: "nowhere" }))),
    ).toContain("Look at folderId. The platform has no such folder");
  });

  test("a table that the catalog lacks: where it stands, and the command that syncs it", async () => {
    const unknown = buildModel({ warehouse: getWarehouse() }, {}, buildCatalogSource("NEW"));
    expect(await readMessage(at.host.create(unknown))).toMatch(
      /Source not found.* Look at pages\[main\]\.elements\[facts\]\.source\.path, pages\[main\]\.elements\[facts\]\.source\.connectionId \(`!ref warehouse`\)\. .* `npx pulumi-analytics api POST connections\/[\w-]+\/sync --field 'path=\["SALES","PUBLIC","NEW"\]'`/,
    );
  });

  test("a name in the place of an id: the id, and the lookup that finds it", async () => {
    expect(await readMessage(at.host.create(buildModel({ warehouse: "Warehouse" })))).toContain(
      `refs.warehouse expects the id of a Connection, and "Warehouse" is a name. Its id is "${getWarehouse()}". ` +
        'Write the id, or look it up: getConnection({ name: "Warehouse" }).',
    );
    const { folders, members } = at.emulator.seeded;
    expect(
      await readMessage(at.host.create(buildModel({ warehouse: getWarehouse() }, { folderId: "Acme/Models" }))),
    ).toContain(`folderId expects the id of a Folder, and "Acme/Models" is a path. Its id is "${folders.models}".`);
    const pair = { teamId: "finance", memberId: "Alan Analyst" };
    const both = await readMessage(at.host.createForKind("TeamMember").create(pair));
    expect(both).toMatch(/teamId expects the id of a Team, and "finance" is a name\. Its id is "[\w-]+"/);
    expect(both).toContain(`and "Alan Analyst" is a name. Its id is "${members.analyst}".`);
  });

  test("a name that can't be an id is a warning of the preview", async () => {
    at.emulator.clearRequests();
    await at.host.check({}, buildModel({ warehouse: "Snowflake prod" }));
    await at.host.waitForPrinted(
      'warning: refs.warehouse expects the id of a Connection, and "Snowflake prod" is a ' +
        "name. Write the id, or look it up",
    );
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("an object that is gone at an update: refresh", async () => {
    const { id, state } = await at.host.create(buildModel({ warehouse: getWarehouse() }));
    await at.emulator.ui.request("DELETE", `/v2/files/${id}`);
    const renamed = buildModel({ warehouse: getWarehouse() }, { name: "Renamed" });
    expect(await readMessage(at.host.update(id, state, renamed))).toMatch(
      /404, .*The DataModel no longer exists, .*Run `pulumi refresh`, then `pulumi up` to recreate it\./,
    );
  });

  test("a permission that is missing is named, as the kind declares it", async () => {
    at.emulator.addFault({ fault: "status", status: 403, path: "/v2/dataModels/spec" });
    expect(await readMessage(at.host.create(buildModel({ warehouse: getWarehouse() })))).toMatch(
      /403, .*writing a DataModel needs an Admin account/,
    );
    at.emulator.removeFault();
    at.emulator.addFault({ fault: "status", status: 403, path: "/v2/deploymentPolicies/**" });
    const tenant = { deploymentPolicyId: "policy", tenantOrganizationId: "tenant" };
    expect(await readMessage(at.host.createForKind("DeploymentPolicyTenant").create(tenant))).toMatch(
      /writing a DeploymentPolicyTenant needs an account type with "Manage deployment policies"/,
    );
  });
});
