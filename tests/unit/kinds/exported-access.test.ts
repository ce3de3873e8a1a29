import { type Emulator, startEmulator } from "analytics-emulator";
import { createClient } from "../../../provider/src/core/api";
import type { LifecycleContext } from "../../../provider/src/kinds/declare";
import { grant } from "../../../provider/src/kinds/grant";
import { workspace } from "../../../provider/src/kinds/workspace";

// What `pull` declares of workspaces and grants.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1 });
});
afterAll(() => emulator.stop());

const createTestClient = () =>
  createClient({ baseUrl: emulator.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret });

test("the personal area isn't one of the workspaces", async () => {
  expect(await workspace.pull?.ids(createTestClient())).toEqual([emulator.seeded.folders.workspace]);
});

test("grants of teams are exported once each, and read back as declared", async () => {
  const { folders, teams, members, connections } = emulator.seeded;
  const give = (path: string, body: object) => emulator.ui.request("POST", path, body);
  const team = { teamId: teams.finance };
  await give("/v2/grants", { inodeId: folders.models, grantee: team, permission: "explore" });
  await give("/v2/grants", { inodeId: folders.models, grantee: { memberId: members.viewer }, permission: "view" });
  await give(`/v2/connections/${connections.warehouse}/grants`, { grants: [{ grantee: team, permission: "usage" }] });
  const context = { client: createTestClient() } as LifecycleContext;
  const ids = (await grant.pull?.ids(context.client)) ?? [];
  expect(ids).toHaveLength(2);
  const read = await Promise.all(ids.map((id) => grant.read(context, id, undefined)));
  expect(read.map((one) => one?.inputs)).toMatchObject([
    { inodeId: folders.models, teamId: teams.finance, permission: "explore" },
    { teamId: teams.finance, permission: "usage" },
  ]);
});
