import type { Emulator } from "analytics-emulator";
import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

interface Granted {
  readonly memberId?: string;
  readonly teamId?: string;
}

/** The permissions that a grantee has on an object. */
function listPermissions(emulator: Emulator, inodeId: string, { memberId, teamId }: Granted): string[] {
  return emulator
    .snapshot()
    .grants.filter(
      (one) => one.inodeId === inodeId && one.memberId === (memberId ?? null) && one.teamId === (teamId ?? null),
    )
    .map(({ permission }) => permission);
}

const grantInProduct = ({ ui }: Emulator, inodeId: string, grantee: object, permission: string) =>
  ui.request("POST", "/v2/grants", { inodeId, grantee, permission });

describe("a grant, in the real dynamic-provider host", () => {
  const at = setUpHost("Grant");
  const buildFinance = () => ({ teamId: at.emulator.seeded.teams.finance });
  const getModels = () => at.emulator.seeded.folders.models;
  const buildDeclared = (permission: string) => ({ inodeId: getModels(), ...buildFinance(), permission });
  const listHeld = () => listPermissions(at.emulator, getModels(), buildFinance());

  test("lives its whole life: create, no-op, read, delete twice", async () => {
    const { id, state } = await at.host.create(buildDeclared("explore"));
    expect(id).toBe(`${getModels()}/${at.emulator.seeded.teams.finance}`);
    expect(listHeld()).toEqual(["explore"]);
    expect(await at.host.diff(id, state, buildDeclared("explore"))).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildDeclared("explore") });
    await at.host.delete(id, state);
    expect(listHeld()).toEqual([]);
    await at.host.delete(id, state);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test.each(["beside", "replaced"] as const)(
    "is raised in place, and lowered by a delete first (%s)",
    async (raisedGrants) => {
      at.emulator.configure({ raisedGrants });
      const { id, state } = await at.host.create(buildDeclared("view"));
      const raised = await at.host.update(id, state, buildDeclared("edit"));
      expect(listHeld()).toEqual(["edit"]);
      at.emulator.clearRequests();
      const lowered = await at.host.update(id, raised, buildDeclared("explore"));
      expect(listHeld()).toEqual(["explore"]);
      expect(listWrites(at.emulator).map(({ method }) => method)).toEqual(["DELETE", "POST"]);
      expect((await at.host.read(id, lowered)).inputs).toEqual(buildDeclared("explore"));
      expect(await at.host.diff(id, lowered, { ...buildDeclared("view"), inodeId: "x" })).toMatchObject({
        replaces: ["inodeId"],
      });
    },
  );

  test("one that exists is the declared one; more access is an error, or adopted and lowered", async () => {
    await grantInProduct(at.emulator, getModels(), buildFinance(), "explore");
    const { state } = await at.host.create(buildDeclared("explore"));
    expect(at.emulator.snapshot().grants.at(-1)?.grantId).toBe(state.grantId);
    expect(listHeld()).toEqual(["explore"]);

    await expect(at.host.create(buildDeclared("view"))).rejects.toThrow(
      /view on .* wasn't granted to .*, who has explore there already/,
    );
    await at.host.create({ ...buildDeclared("view"), adopt: true });
    expect(listHeld()).toEqual(["view"]);
  });

  test("one that a create found is kept by a delete; what it granted beside that isn't", async () => {
    await grantInProduct(at.emulator, getModels(), buildFinance(), "view");
    const found = await at.host.create(buildDeclared("view"));
    await at.host.delete(found.id, found.state);
    expect(at.host.output).toContain("an object that was adopted is kept on the platform");
    expect(listHeld()).toEqual(["view"]);
    const raised = await at.host.create(buildDeclared("explore"));
    await at.host.delete(raised.id, raised.state);
    expect(listHeld()).toEqual(["view"]);
    const allowed = await at.host.create({ ...buildDeclared("view"), allowDelete: true });
    await at.host.delete(allowed.id, allowed.state);
    expect(listHeld()).toEqual([]);
  });

  test("drift shows: another permission with another id, which a delete finds, too", async () => {
    const { id, state } = await at.host.create(buildDeclared("explore"));
    await at.emulator.ui.request("DELETE", `/v2/grants/${state.grantId}`);
    await grantInProduct(at.emulator, getModels(), buildFinance(), "view");
    const lowered = await at.host.read(id, state);
    expect(lowered.inputs).toEqual(buildDeclared("view"));
    await at.host.update(id, lowered.state, buildDeclared("explore"));
    expect(listHeld()).toEqual(["explore"]);
    // This state has the id of the first grant.
    await at.host.delete(id, state);
    expect(listHeld()).toEqual([]);
  });

  test("one that was deleted in the product stays in the state until a person says so: no list has all", async () => {
    const { id, state } = await at.host.create(buildDeclared("explore"));
    await at.emulator.ui.request("DELETE", `/v2/grants/${state.grantId}`);
    await expect(at.host.read(id, state)).rejects.toThrow("ANALYTICS_MISSING_OBJECTS=");
  });

  test.each(["uuid", "url"] as const)(
    "inherited grants and ids in either form don't confuse it (%s)",
    async (grantInodeIds) => {
      at.emulator.configure({ grantInodeIds });
      await grantInProduct(at.emulator, at.emulator.seeded.folders.workspace, buildFinance(), "edit");
      const { urlId } = at.emulator.snapshot().files.find((file) => file.id === getModels())!;
      for (const inodeId of [getModels(), urlId]) {
        const given = { ...buildDeclared("view"), inodeId };
        const { id, state } = await at.host.create(given);
        expect((await at.host.read(id, state)).inputs).toEqual(given);
        expect(listHeld()).toEqual(["view"]);
        await at.host.delete(id, state);
        expect(listHeld()).toEqual([]);
      }
    },
  );

  test.each(["own", "generic"] as const)(
    "on a connection, by the operations of connections (%s)",
    async (connectionGrants) => {
      at.emulator.configure({ connectionGrants });
      const given = { inodeId: at.emulator.seeded.connections.warehouse, ...buildFinance(), permission: "usage" };
      const { id, state } = await at.host.create(given);
      const listFound = () =>
        at.emulator.snapshot().grants.filter(({ teamId }) => teamId === at.emulator.seeded.teams.finance);
      expect(listFound()).toMatchObject([{ permission: "usage", grantId: state.grantId }]);
      expect((await at.host.read(id, state)).inputs).toEqual(given);
      const raised = await at.host.update(id, state, { ...given, permission: "annotate" });
      expect(listFound()).toMatchObject([{ permission: "annotate" }]);
      const lowered = await at.host.update(id, raised, given);
      expect(listFound()).toMatchObject([{ permission: "usage" }]);
      await at.host.delete(id, lowered);
      expect(listFound()).toEqual([]);
    },
  );

  test("on tables, tags and credentials, too; another type's permission is refused with a hint", async () => {
    await at.emulator.ui.request("POST", "/v2/tags", { name: "Production", color: "grass" });
    const [tag] = at.emulator.snapshot().tags;
    for (const [inodeId, permission] of [
      [at.emulator.seeded.tables.orders, "annotate"],
      [tag!.versionTagId, "apply"],
    ] as const) {
      await at.host.create({ inodeId, ...buildFinance(), permission });
      expect(listPermissions(at.emulator, inodeId, buildFinance())).toEqual([permission]);
    }
    await expect(at.host.create(buildDeclared("usage"))).rejects.toThrow(
      /400.*Check that .* accepts the permission usage/,
    );
    await expect(at.host.create({ ...buildDeclared("view"), teamId: "nobody" })).rejects.toThrow(
      /404.*Look at inodeId \(.*\) and teamId \("nobody"\)\. The platform has no such object/,
    );
  });

  test("one that is limited to a tag is told from others by its id", async () => {
    await at.emulator.ui.request("POST", "/v2/tags", { name: "Production", color: "grass" });
    const [tag] = at.emulator.snapshot().tags;
    const inodeId = at.emulator.seeded.workbooks.sales;
    const plain = { inodeId, ...buildFinance(), permission: "view" };
    const tagged = { ...plain, tagId: tag!.versionTagId };
    const one = await at.host.create(plain);
    const other = await at.host.create(tagged);
    expect(other.id).toBe(`${one.id}/${tag!.versionTagId}`);
    expect(other.state.grantId).not.toBe(one.state.grantId);
    expect((await at.host.read(other.id, other.state)).inputs).toEqual(tagged);
    await at.host.delete(one.id, one.state);
    expect((await at.host.read(other.id, other.state)).id).toBe(other.id);
    await at.host.delete(other.id, other.state);
    expect(listPermissions(at.emulator, inodeId, buildFinance())).toEqual([]);
  });

  test("exactly one of member and team", async () => {
    const { failures } = await at.host.check({}, { ...buildDeclared("view"), memberId: "someone" });
    expect(failures).toEqual([expect.stringContaining("set exactly one of the two")]);
  });

  test("a refresh of many costs few requests, whether one team or one object has them", async () => {
    const { members } = at.emulator.seeded;
    const made = [];
    for (let index = 0; index < 30; index += 1) {
      const folder = { type: "folder", name: `Folder ${index}`, parentId: getModels() };
      const { id: inodeId } = (await at.emulator.ui.request("POST", "/v2/files", folder)) as { id: string };
      made.push(await at.host.create({ inodeId, ...buildFinance(), permission: "view" }));
    }
    for (const memberId of Object.values(members)) {
      made.push(await at.host.create({ inodeId: getModels(), memberId, permission: "view" }));
    }
    const refresh = await Host.start("Grant");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      const read = await Promise.all(made.map(({ id, state }) => refresh.read(id, state)));
      expect(read.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/grants")).length).toBeLessThanOrEqual(10);
    } finally {
      await refresh.stop();
    }
  });
});

describe("all grants on an object, in the real dynamic-provider host", () => {
  const at = setUpHost("Grants");
  const getModels = () => at.emulator.seeded.folders.models;
  const buildFinance = () => ({ teamId: at.emulator.seeded.teams.finance });
  const buildEngineering = () => ({ teamId: at.emulator.seeded.teams.engineering });
  const buildViewer = () => ({ memberId: at.emulator.seeded.members.viewer });
  const buildAdmin = () => ({ memberId: at.emulator.seeded.members.admin });
  const set = (...grants: object[]) => ({ inodeId: getModels(), grants });
  const listAll = () =>
    at.emulator
      .snapshot()
      .grants.filter(({ inodeId }) => inodeId === getModels())
      .map(({ memberId, teamId, permission }) => [memberId ?? teamId, permission]);

  test("a removal keeps the grants that were there before, unless it may delete them", async () => {
    await grantInProduct(at.emulator, getModels(), buildFinance(), "view");
    const declared = set({ ...buildFinance(), permission: "view" }, { ...buildViewer(), permission: "edit" });
    const { id, state } = await at.host.create(declared);
    const read = await at.host.read(id, state);
    const lowered = set({ ...buildFinance(), permission: "view" }, { ...buildViewer(), permission: "view" });
    await at.host.delete(id, await at.host.update(id, read.state, lowered));
    expect(listAll()).toEqual([[at.emulator.seeded.teams.finance, "view"]]);
    await at.host.waitForPrinted("set allowDelete: true");

    const allowed = await at.host.create({ ...declared, allowDelete: true });
    await at.host.delete(allowed.id, allowed.state);
    expect(listAll()).toEqual([]);
  });

  test("lives its whole life: create, no-op in any order, change, read, delete twice", async () => {
    const declared = set({ ...buildFinance(), permission: "view" }, { ...buildEngineering(), permission: "edit" });
    const { id, state } = await at.host.create(declared);
    // Not the object's own, which another resource may have.
    expect(id).toBe(`${getModels()}/grants`);
    expect(await at.host.diff(id, state, { ...declared, grants: [...declared.grants].reverse() })).toMatchObject({
      changes: false,
    });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const changed = set({ ...buildAdmin(), permission: "edit" }, { ...buildFinance(), permission: "explore" });
    const updated = await at.host.update(id, state, changed);
    // What is new comes first.
    expect(listWrites(at.emulator).map(({ method }) => method)).toEqual(["POST", "POST", "DELETE", "DELETE"]);
    expect(listAll()).toEqual([
      [buildAdmin().memberId, "edit"],
      [buildFinance().teamId, "explore"],
    ]);
    await at.host.delete(id, { ...updated, allowLockout: true });
    expect(listAll()).toEqual([]);
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("what someone added shows as drift, and is deleted; a preview names it", async () => {
    const declared = set({ ...buildFinance(), permission: "view" });
    const { id, state } = await at.host.create(declared);
    await grantInProduct(at.emulator, getModels(), buildViewer(), "view");
    await grantInProduct(at.emulator, getModels(), buildFinance(), "organize");
    expect(
      (await at.host.check(state, set({ ...buildFinance(), permission: "edit" }))).inputs.changeSummary,
    ).toBeUndefined();
    const drifted = await at.host.read(id, state);
    expect(drifted.inputs.grants).toHaveLength(3);
    const { inputs } = await at.host.check(drifted.inputs, declared);
    expect(inputs.changeSummary).toMatchObject({ removedGrants: [{ permission: "view" }, { permission: "organize" }] });
    await at.host.waitForPrinted(
      `deletes or lowers grants on ${getModels()}: view of the member ${buildViewer().memberId}`,
    );
    await at.host.update(id, drifted.state, declared);
    expect(listAll()).toEqual([[buildFinance().teamId, "view"]]);
  });

  test("grants of others stop a create, unless it adopts the set", async () => {
    await grantInProduct(at.emulator, getModels(), buildViewer(), "view");
    const declared = set({ ...buildFinance(), permission: "view" });
    at.emulator.clearRequests();
    await expect(at.host.create(declared)).rejects.toThrow(
      /grants that aren't declared: view of the member .*adopt: true/,
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.create({ ...declared, adopt: true });
    expect(listAll()).toEqual([[buildFinance().teamId, "view"]]);
  });

  test("the owner of the credentials isn't locked out, directly or through a team", async () => {
    const { id, state } = await at.host.create(
      set(
        { ...buildAdmin(), permission: "view" },
        { ...buildEngineering(), permission: "edit" },
        { ...buildFinance(), permission: "edit" },
      ),
    );
    const lost = set({ ...buildAdmin(), permission: "view" }, { ...buildFinance(), permission: "edit" });
    at.emulator.clearRequests();
    await expect(at.host.update(id, state, lost)).rejects.toThrow(
      /would lose access to .*: edit of the team .*Nothing was written.*allowLockout: true/,
    );
    expect(listWrites(at.emulator)).toEqual([]);
    // One of the two ways is enough.
    const kept = await at.host.update(id, state, set({ ...buildAdmin(), permission: "edit" }));
    expect(listAll()).toEqual([[buildAdmin().memberId, "edit"]]);
    await expect(at.host.update(id, kept, set())).rejects.toThrow(/would lose access/);
    await at.host.update(id, kept, { ...set(), allowLockout: true });
    expect(listAll()).toEqual([]);
  });

  test("the team of everyone counts as one of the owner's", async () => {
    const { allMembers } = at.emulator.seeded.teams;
    const everyone = { teamId: allMembers, permission: "view" };
    const { id, state } = await at.host.create(set(everyone, { ...buildFinance(), permission: "view" }));
    await expect(at.host.update(id, state, set({ ...buildFinance(), permission: "view" }))).rejects.toThrow(
      /would lose access/,
    );
    await at.host.update(id, state, set(everyone));
    expect(listAll()).toEqual([[allMembers, "view"]]);
  });

  test("a grant that the platform gives to whoever creates an object stays, and is no drift", async () => {
    at.emulator.configure({ creatorGrants: "visible" });
    // A process knows its owner once.
    const host = await Host.start("Grants");
    try {
      const { url, clientId, clientSecret } = at.emulator;
      await host.configure({
        "analytics:baseUrl": url,
        "analytics:clientId": clientId,
        "analytics:clientSecret": clientSecret,
      });
      const own = [buildAdmin().memberId, "edit"];
      for (const adopt of [undefined, true]) {
        const { inodeId, listHere } = await createFolder(host, `Mine ${adopt}`);
        const declared = { inodeId, grants: [{ ...buildFinance(), permission: "view" }], ...(adopt && { adopt }) };
        const { id, state } = await host.create(declared);
        await host.waitForPrinted(`kept on ${inodeId}: edit of the member ${buildAdmin().memberId}`);
        expect(listHere()).toEqual([own, [buildFinance().teamId, "view"]]);
        const read = await host.read(id, state);
        expect(read.inputs.grants).toEqual(declared.grants);
        const changed = { ...declared, grants: [{ ...buildEngineering(), permission: "view" }] };
        const updated = await host.update(id, read.state, changed);
        expect(listHere()).toEqual([own, [buildEngineering().teamId, "view"]]);
        await host.delete(id, updated);
        expect(listHere()).toEqual([own]);
      }
      // Once it is declared, it is managed.
      const { inodeId, listHere } = await createFolder(host, "Declared");
      const { id, state } = await host.create({ inodeId, grants: [{ ...buildAdmin(), permission: "edit" }] });
      const without = { inodeId, grants: [{ ...buildFinance(), permission: "view" }] };
      await expect(host.update(id, state, without)).rejects.toThrow(/would lose access/);
      await host.update(id, state, { ...without, allowLockout: true });
      expect(listHere()).toEqual([[buildFinance().teamId, "view"]]);
      // One of somebody else beside it still stops a create.
      const shared = await createFolder(host, "Shared");
      await grantInProduct(at.emulator, shared.inodeId, buildViewer(), "view");
      await expect(host.create({ inodeId: shared.inodeId, grants: [] })).rejects.toThrow(
        `has grants that aren't declared: view of the member ${buildViewer().memberId}. Nothing`,
      );
    } finally {
      await host.stop();
    }
  });

  /** A folder of the credentials' owner. */
  async function createFolder(host: Host, name: string) {
    const { id: inodeId } = await host.createForKind("Folder").create({ name, parentId: getModels() });
    const listHere = () =>
      at.emulator
        .snapshot()
        .grants.filter((one) => one.inodeId === inodeId)
        .map(({ memberId, teamId, permission }) => [memberId ?? teamId, permission]);
    return { inodeId, listHere };
  }

  test("a delete leaves what isn't declared, and the grant that the owner of the credentials needs", async () => {
    at.emulator.configure({ creatorGrants: "visible" });
    const folder = { type: "folder", name: "Mine", parentId: getModels() };
    const { id: inodeId } = (await at.emulator.ui.request("POST", "/v2/files", folder)) as { id: string };
    const { analyst } = at.emulator.seeded.members;
    const declared = {
      inodeId,
      grants: [
        { memberId: analyst, permission: "edit" },
        { ...buildAdmin(), permission: "edit" },
      ],
      allowDelete: true,
    };
    const { id, state } = await at.host.create(declared);
    await grantInProduct(at.emulator, inodeId, buildFinance(), "view");
    await at.host.delete(id, state);
    const left = at.emulator.snapshot().grants.filter((one) => one.inodeId === inodeId);
    expect(left).toMatchObject([
      { ...buildAdmin(), permission: "edit" },
      { ...buildFinance(), permission: "view" },
    ]);
  });

  test("a grantee is declared once", async () => {
    const twice = set({ ...buildFinance(), permission: "view" }, { ...buildFinance(), permission: "edit" });
    const { failures } = await at.host.check({}, twice);
    expect(failures).toEqual([expect.stringMatching(/grants\[1\]: .* is declared twice/)]);
  });
});
