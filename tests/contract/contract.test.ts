import { type AnalyticsClient, isNotFound } from "../../provider/src/core/api";
import { facts } from "./facts";
import { assumed, probes } from "./probes";
import { chooseTarget, startTarget, type Target } from "./target";

const isEmulated = !process.env.CONTRACT_BASE_URL;
const mayWrite = isEmulated || Boolean(process.env.CONTRACT_WRITE);
const patience = 120_000;

let target: Target;
beforeAll(async () => {
  target = await chooseTarget();
}, patience);
afterAll(async () => {
  await target.close();
  if (lines.length > 0) process.stdout.write(`\n${lines.join("\n")}\n`);
}, patience);

/** What was found out about the assumptions. */
const lines: string[] = [];

describe("reading", () => {
  test("says whose credentials these are", async () => {
    const { userId, organizationId } = await target.client.readIdentity();
    expect(userId).not.toBe("");
    expect(organizationId).not.toBe("");
  });

  /** Every list; the client checks each entry against its schema. With it, the call for one of its entries. */
  const lists: [string, (client: AnalyticsClient) => AsyncIterable<() => Promise<unknown>>][] = [
    ["tags", (client) => readEach(client.tags.list(), ({ versionTagId }) => client.tags.findById(versionTagId))],
    ["teams", (client) => readEach(client.teams.list(), ({ teamId }) => client.teams.get(teamId))],
    ["members", (client) => readEach(client.members.list(), ({ memberId }) => client.members.get(memberId))],
    [
      "workspaces",
      (client) => readEach(client.workspaces.list(), ({ workspaceId }) => client.workspaces.get(workspaceId)),
    ],
    ["templates", (client) => readEach(client.templates.list(), ({ templateId }) => client.templates.get(templateId))],
    ["files", (client) => readEach(client.files.list(), ({ id }) => client.files.get(id))],
    [
      "connections",
      (client) => readEach(client.connections.list(), ({ connectionId }) => client.connections.get(connectionId)),
    ],
    [
      "data models",
      (client) => readEach(client.dataModels.list(), ({ dataModelId }) => client.dataModels.getSpec(dataModelId)),
    ],
    ["datasets", (client) => readEach(client.datasets.list(), ({ datasetId }) => client.datasets.get(datasetId))],
    ["workbooks", (client) => readEach(client.workbooks.list(), ({ workbookId }) => client.workbooks.get(workbookId))],
    [
      "API credentials",
      (client) =>
        readEach(client.apiCredentials.list(), ({ apiCredentialId }) => client.apiCredentials.get(apiCredentialId)),
    ],
    [
      "deployment policies",
      (client) =>
        readEach(client.deploymentPolicies.list(), ({ deploymentPolicyId }) =>
          client.deploymentPolicies.get(deploymentPolicyId),
        ),
    ],
    [
      "source swap policies",
      (client) => readEach(client.sourceSwapPolicies.list(), ({ policyId }) => client.sourceSwapPolicies.get(policyId)),
    ],
  ];

  test.each(lists)(
    "lists %s, and reads one",
    async (_, list) => {
      let count = 0;
      for await (const read of list(target.client)) {
        if (count === 0) expect(await read()).toBeDefined();
        count += 1;
        // An organization may have a hundred thousand files.
        if (count === 2000) break;
      }
    },
    patience,
  );

  test("says of what isn't there that it isn't there", async () => {
    const error = await target.client.files.get("00000000-0000-4000-8000-000000000000").catch((thrown) => thrown);
    expect(isNotFound(error)).toBe(true);
  });
});

(mayWrite ? describe : describe.skip)("writing", () => {
  test(
    "a tag: made, described, deleted",
    async () => {
      const { tags } = target.client;
      const name = target.name();
      const { versionTagId: id } = await tags.create({ name, color: "grass" });
      const deleted = createOnce(() => tags.delete(id));
      target.undo(deleted);
      await tags.update(id, { description: "for a test" });
      expect(await tags.findById(id)).toMatchObject({ name, color: "grass", description: "for a test" });
      await deleted();
      expect(await tags.findById(id)).toBeUndefined();
    },
    patience,
  );

  test(
    "a folder and a data model: made, read back, changed, renamed, deleted",
    async () => {
      const { files, dataModels } = target.client;
      const folder = await files.createFolder({ name: target.name() });
      target.undo(() => files.delete(folder.id));
      const buildContents = (name: string) => ({
        schemaVersion: 1 as const,
        pages: [{ id: "main", name, elements: [] }],
      });
      const { dataModelId: id } = await dataModels.createSpec({
        name: target.name(),
        folderId: folder.id,
        ...buildContents("One"),
      });
      const deleted = createOnce(() => files.delete(id));
      target.undo(deleted);
      const made = await dataModels.getSpec(id);
      expect(made).toMatchObject({ folderId: folder.id, documentVersion: 1, pages: [{ name: "One" }] });
      await dataModels.updateSpec(id, { ...buildContents("Two"), documentVersion: 1 });
      const name = target.name();
      await files.update(id, { name });
      expect(await dataModels.getSpec(id)).toMatchObject({ name, pages: [{ name: "Two" }] });
      await deleted();
    },
    patience,
  );

  test(
    "an API credential: made, changed without its secret, deleted",
    async () => {
      const { apiCredentials } = target.client;
      const credential = { authMethod: "basic", basic: { username: "nobody", password: "nothing-1" } } as const;
      const made = await apiCredentials.create({
        name: target.name(),
        allowlist: ["contract.example.com"],
        credential,
      });
      const id = made.apiCredentialId;
      const deleted = createOnce(() => apiCredentials.delete(id));
      target.undo(deleted);
      await apiCredentials.update(id, { description: "for a test" });
      const read = await apiCredentials.get(id);
      expect(read).toMatchObject({ description: "for a test", credential: { basic: { username: "nobody" } } });
      expect(JSON.stringify(read)).not.toContain("nothing-1");
      await deleted();
      expect(isNotFound(await apiCredentials.get(id).catch((thrown) => thrown))).toBe(true);
    },
    patience,
  );

  test(
    "a deployment policy: made, renamed, archived",
    async () => {
      const { deploymentPolicies } = target.client;
      const { deploymentPolicyId: id } = await deploymentPolicies.create({ name: target.name() });
      const deleted = createOnce(() => deploymentPolicies.delete(id));
      target.undo(deleted);
      const name = target.name();
      await deploymentPolicies.update(id, { name });
      expect(await deploymentPolicies.get(id)).toMatchObject({ name, copyInputTableData: false });
      await deleted();
    },
    patience,
  );
});

describe("what nobody documents", () => {
  const asked = probes.filter(({ writes }) => mayWrite || !writes);

  // Refuted is no failure: the provider works with every value. It is news for the emulator's defaults.
  test.each(asked.map((probe) => [probe.name, probe] as const))(
    "%s",
    async (name, probe) => {
      const found = await probe.find(target);
      const verdict = found === undefined ? "can't be seen here" : found === assumed[name] ? "confirmed" : "REFUTED";
      lines.push(
        `${verdict.padEnd(20)}${name}: assumed ${JSON.stringify(assumed[name])}, found ${JSON.stringify(found)}`,
      );
      if (isEmulated) expect(found).toBe(assumed[name]);
    },
    patience,
  );

  (isEmulated ? test : test.skip).each(probes.map((probe) => [probe.name, probe] as const))(
    "%s is told from its opposite",
    async (name, probe) => {
      const opposite = await startTarget({ [name]: probe.other });
      try {
        expect(await probe.find(opposite)).toBe(probe.other);
      } finally {
        await opposite.close();
      }
    },
    patience,
  );
});

describe("what clients report", () => {
  const asked = facts.filter(({ writes }) => mayWrite || !writes);

  test.each(asked.map((fact) => [fact.number, fact.what, fact] as const))(
    "%i: %s",
    async (number, what, fact) => {
      const holds = await fact.holds(target);
      const verdict = holds === undefined ? "can't be seen here" : holds ? "confirmed" : "REFUTED";
      lines.push(`${verdict.padEnd(20)}fact ${number}: ${what}`);
      if (isEmulated) expect(holds).toBe(true);
    },
    patience,
  );
});

async function* readEach<T>(entries: AsyncIterable<T>, read: (entry: T) => Promise<unknown>) {
  for await (const entry of entries) yield () => read(entry);
}

/** A step that is taken once, whether by the test or by the cleaning up after it. */
function createOnce(step: () => Promise<void>): () => Promise<void> {
  let taken: Promise<void> | undefined;
  return () => {
    taken ??= step();
    return taken;
  };
}
