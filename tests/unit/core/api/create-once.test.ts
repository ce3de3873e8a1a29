import { type FaultInput, startEmulator } from "analytics-emulator";
import {
  type AnalyticsClient,
  type ClientSettings,
  type CreateOptions,
  collect,
  createClient,
  isConflict,
  isUncertain,
} from "../../../../provider/src/core/api";
import { isConsistent } from "../../../../provider/src/core/api/agrees";
import { catchApiError } from "./support";

type Emulator = Awaited<ReturnType<typeof startEmulator>>;

let emulator: Emulator;

beforeEach(async () => {
  // A second client of one emulator is another process; two processes in one second are not what is tested here.
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
});
afterEach(() => emulator.stop());

function createTestClient(
  settings: Partial<ClientSettings> = {},
  { url, clientId, clientSecret } = emulator,
): AnalyticsClient {
  return createClient({ baseUrl: url, clientId, clientSecret, listingLagMs: 100, ...settings });
}

const buildSpec = (folderId: string, connectionId: string, name = "Orders") => ({
  name,
  folderId,
  schemaVersion: 1 as const,
  pages: [
    {
      id: "p",
      name: "Page",
      elements: [
        {
          id: "orders",
          kind: "table",
          name: "Orders",
          source: { kind: "sql", connectionId, statement: "select 1 as a" },
          columns: [{ id: "a", formula: "[Custom SQL/a]", hidden: false }],
          order: ["a"],
        },
      ],
    },
  ],
});

/** Everything that can be made, with how to make it, count it and know its id. */
const kinds: {
  name: string;
  post: string;
  create(api: AnalyticsClient, options?: CreateOptions): Promise<unknown>;
  ids(api: AnalyticsClient): Promise<string[]>;
}[] = [
  {
    name: "a tag",
    post: "/v2/tags",
    create: async (api, options) => (await api.tags.create({ name: "t", color: "grass" }, options)).versionTagId,
    ids: async (api) =>
      (await collect(api.tags.list())).filter(({ name }) => name === "t").map((tag) => tag.versionTagId),
  },
  {
    name: "a data model",
    post: "/v2/dataModels/spec",
    create: async (api, options) => {
      const model = buildSpec(emulator.seeded.folders.models, emulator.seeded.connections.warehouse);
      return (await api.dataModels.createSpec(model, options)).dataModelId;
    },
    ids: async (api) =>
      (await collect(api.files.list({ type: "data-model" })))
        .filter(({ name }) => name === "Orders")
        .map(({ id }) => id),
  },
  {
    name: "a folder",
    post: "/v2/files",
    create: async (api, options) =>
      (await api.files.createFolder({ name: "F", parentId: emulator.seeded.folders.models }, options)).id,
    ids: async (api) =>
      (await collect(api.files.list({ type: "folder" }))).filter(({ name }) => name === "F").map(({ id }) => id),
  },
  {
    name: "an API credential",
    post: "/v2/api-credentials",
    create: async (api, options) => {
      const credential = { authMethod: "basic", basic: { username: "u", password: "p4ssw0rd" } } as const;
      return (await api.apiCredentials.create({ name: "c", allowlist: ["*"], credential }, options)).apiCredentialId;
    },
    ids: async (api) => (await collect(api.apiCredentials.list())).map((entry) => entry.apiCredentialId),
  },
  {
    name: "a deployment policy",
    post: "/v2/deploymentPolicies",
    create: async (api, options) => (await api.deploymentPolicies.create({ name: "d" }, options)).deploymentPolicyId,
    ids: async (api) =>
      (await collect(api.deploymentPolicies.list()))
        .filter(({ name }) => name === "d")
        .map((policy) => policy.deploymentPolicyId),
  },
  {
    name: "a source swap policy",
    post: "/v2/sourceSwapPolicies",
    create: async (api, options) => {
      const { warehouse } = emulator.seeded.connections;
      const swaps = {
        connectionSwaps: [
          { to: { path0: { swapType: "exact" as const, catalogObject: "TEST" }, path1: { swapType: "all" as const } } },
        ],
      };
      const policy = { type: "connection", name: "s", fromConnectionId: warehouse, swaps } as const;
      return (await api.sourceSwapPolicies.create(policy, options)).policyId;
    },
    ids: async (api) =>
      (await collect(api.sourceSwapPolicies.list())).filter(({ name }) => name === "s").map(({ policyId }) => policyId),
  },
];

const faults: [string, object][] = [
  ["reset before the request is read", { fault: "reset-before" }],
  ["reset after it was applied", { fault: "reset-after" }],
  ["a late answer", { fault: "delay", ms: 1_300 }],
  ["a body cut in half", { fault: "cut-body" }],
  ["invalid JSON", { fault: "invalid-json" }],
  ["a 500 that was applied", { fault: "status", status: 500, applied: true }],
  ["a 500 that wasn't", { fault: "status", status: 500 }],
  ["a 502 page that was applied", { fault: "status", status: 502, body: "html", applied: true }],
];

it("everything is made exactly once, whatever becomes of the first answer", async () => {
  const made: { name: string; faultName: string; id: unknown; found: unknown[] }[] = [];
  // One fault after the other: with all of them at once, a busy machine doesn't answer within the second.
  for (const [faultName, fault] of faults) {
    const ofFault = kinds.map(async ({ name, post, create, ids }) => {
      const own = await startEmulator({ tokenRequestsPerSecond: null });
      own.addFault({ ...fault, method: "POST", path: post, nth: 1 } as FaultInput);
      try {
        const id = await create(createTestClient({ attemptTimeoutMs: 1_000 }, own));
        return { name, faultName, id, found: await ids(createTestClient({}, own)) };
      } finally {
        await own.stop();
      }
    });
    made.push(...(await Promise.all(ofFault)));
  }
  expect(made).toHaveLength(kinds.length * faults.length);
  expect(made).toEqual(made.map((one) => ({ ...one, found: [one.id] })));
}, 120_000);

describe.each(kinds)("$name", ({ create, ids }) => {
  it("is adopted when an earlier process was killed before it knew", async () => {
    const attemptedAt = Date.now();
    const made = await create(createTestClient());
    expect(await create(createTestClient(), { attemptedAt })).toBe(made);
    expect(await ids(createTestClient())).toEqual([made]);
  });

  it("of an earlier attempt is left alone when it belongs to somebody", async () => {
    const attemptedAt = Date.now();
    const made = await create(createTestClient());
    const second = await create(createTestClient(), { attemptedAt, isTaken: (id) => id === made }).catch(
      (error: unknown) => error,
    );
    if (!isConflict(second)) expect(await ids(createTestClient())).toEqual(expect.arrayContaining([made, second]));
  });
});

describe("a create whose answer was lost", () => {
  it("waits for its object to be listed", async () => {
    emulator.configure({ listingDelayMs: 300 });
    emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/dataModels/spec", nth: 1 });
    const model = buildSpec(emulator.seeded.folders.models, emulator.seeded.connections.warehouse);
    const { dataModelId } = await createTestClient({ listingLagMs: 2_000 }).dataModels.createSpec(model);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const models = await collect(createTestClient().files.list({ type: "data-model" }));
    expect(models.map(({ id }) => id)).toEqual([emulator.seeded.legacyModel, dataModelId]);
  });

  it("doesn't take what is older, has other contents, or is another create's of the same name", async () => {
    const model = buildSpec(emulator.seeded.folders.models, emulator.seeded.connections.warehouse);
    const api = createTestClient();
    const [first, second] = await Promise.all([api.dataModels.createSpec(model), api.dataModels.createSpec(model)]);
    const other = { ...model, pages: [{ id: "p", name: "Other", elements: [] }] };
    const third = await api.dataModels.createSpec(other);
    emulator.addFault({ fault: "status", status: 503, method: "POST", path: "/v2/dataModels/spec", nth: 1 });
    const fourth = await api.dataModels.createSpec(model);
    expect(new Set([first, second, third, fourth].map(({ dataModelId }) => dataModelId)).size).toBe(4);
  });

  it("that stays lost says so", async () => {
    emulator.addFault({ fault: "status", status: 503, method: "POST", path: "/v2/tags" });
    // Each pause is over at once: the attempts run out, whatever the clock says.
    const random = jest.spyOn(Math, "random").mockReturnValue(0);
    const error = await catchApiError(
      createTestClient({ listingLagMs: 0 }).tags.create({ name: "t", color: "grass" }),
    ).finally(() => random.mockRestore());
    expect(emulator.requests().filter(({ method, path }) => method === "POST" && path === "/v2/tags")).toHaveLength(8);
    expect(error).toMatchObject({ status: 503 });
    expect(isUncertain(error)).toBe(true);
  });

  it("leaves a plain refusal alone", async () => {
    const api = createTestClient();
    await api.tags.create({ name: "t", color: "grass" });
    const error = await catchApiError(api.tags.create({ name: "t", color: "grass" }));
    expect(isConflict(error)).toBe(true);
    expect(emulator.requests().filter(({ method, path }) => method === "GET" && path === "/v2/tags")).toHaveLength(0);
  });

  it("of a tenant or a document of a policy is looked up too", async () => {
    const api = createTestClient();
    const { deploymentPolicyId: id } = await api.deploymentPolicies.create({ name: "d" });
    const model = buildSpec(emulator.seeded.folders.models, emulator.seeded.connections.warehouse);
    const { dataModelId } = await api.dataModels.createSpec(model);
    emulator.addFault({ fault: "reset-after", method: "POST", path: `/v2/deploymentPolicies/${id}/files`, nth: 1 });
    await api.deploymentPolicies.addDocuments(id, [dataModelId]);
    expect((await collect(api.deploymentPolicies.listDocuments(id))).map(({ inodeId }) => inodeId)).toEqual([
      dataModelId,
    ]);
  });

  it("of a migration is looked up in the dataset", async () => {
    emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/datasets/*/migrate", nth: 1 });
    const api = createTestClient();
    const datasetId = emulator.seeded.datasets.orders;
    const { dataModelId, links } = await api.datasets.migrate(datasetId, { shouldUpdateReferences: false });
    expect((await api.datasets.get(datasetId)).migrationToDataModel?.dataModelId).toBe(dataModelId);
    expect(links).toBeInstanceOf(Array);
  });
});

describe("agrees", () => {
  it("takes other ids and missing or added fields, nothing else", () => {
    expect(isConsistent({ id: "x", use: ["x"] }, { id: "7", use: ["7"], url: "u" })).toBe(true);
    expect(isConsistent({ hidden: false, list: [], name: "a" }, { name: "a" })).toBe(true);
    expect(isConsistent({ name: "a" }, { name: "b" })).toBe(false);
    expect(isConsistent([1, 2], [1])).toBe(false);
    expect(isConsistent([1, 2], [2, 1])).toBe(false);
    expect(isConsistent({ a: null }, { a: 0 })).toBe(false);
    expect(isConsistent({ a: {} }, { a: [] })).toBe(false);
  });
});
