import { startEmulator } from "analytics-emulator";
import { type AnalyticsClient, collect, createClient } from "../../../../provider/src/core/api";
import { chooseCases } from "../../../cases";
import { type Corrupted, type PassingAnswer, startCorrupting } from "../../../corrupting";
import { catchApiError } from "./support";

type Emulator = Awaited<ReturnType<typeof startEmulator>>;

let emulator: Emulator;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
});
afterEach(async () => {
  await stop?.();
  await emulator.stop();
});

/** A client of the emulator behind a proxy that changes its answers; what it tells the user goes into `messages`. */
async function createBehind(corrupt: (answer: PassingAnswer) => Corrupted | undefined, messages: string[] = []) {
  const proxy = await startCorrupting(emulator.url, corrupt);
  stop = proxy.stop;
  const { clientId, clientSecret } = emulator;
  const noteTrouble = (message: string) => void messages.push(message);
  return createClient({ baseUrl: proxy.url, clientId, clientSecret, listingLagMs: 100, onTrouble: noteTrouble });
}

const createDirectClient = () => {
  const { url: baseUrl, clientId, clientSecret } = emulator;
  return createClient({ baseUrl, clientId, clientSecret });
};

const buildModel = (name = "Orders") => ({
  name,
  folderId: emulator.seeded.folders.models,
  schemaVersion: 1 as const,
  pages: [{ id: "p", name: "Page", elements: [] }],
});

const listModels = async (api: AnalyticsClient) =>
  (await collect(api.files.list({ type: "data-model" }))).filter(({ name }) => name === "Orders").map(({ id }) => id);

/** What a lost answer looks like at the end of a create, by the path. */
const formLost = (path: string) => {
  let isLost = false;
  return (answer: PassingAnswer) => {
    if (isLost || answer.method !== "POST" || answer.path !== path) return undefined;
    isLost = true;
    return { status: 502, headers: {}, text: "" };
  };
};

const dates: [string, string, string][] = [
  ["1990", "Mon, 01 Jan 1990 00:00:00 GMT", "behind"],
  ["2100", "Fri, 01 Jan 2100 00:00:00 GMT", "ahead of"],
  ["an hour ago, as by a machine whose clock is wrong", new Date(Date.now() - 3_600_000).toUTCString(), "behind"],
];
describe.each(chooseCases(dates, 2))("a Date of %s", (_name, date, relation) => {
  test("an older model isn't taken for a lost one, a lost one is found, and the user is told once", async () => {
    const messages: string[] = [];
    const older = (await createDirectClient().dataModels.createSpec(buildModel())).dataModelId;
    // Older than what two clocks may differ by.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const lose = formLost("/v2/dataModels/spec");
    const api = await createBehind((answer) => {
      const changed: Corrupted = lose(answer) ?? {};
      return { ...changed, headers: { ...(changed.headers ?? answer.headers), date } };
    }, messages);
    const { dataModelId } = await api.dataModels.createSpec(buildModel());
    expect(dataModelId).not.toBe(older);
    expect((await listModels(createDirectClient())).sort()).toEqual([older, dataModelId].sort());
    expect(messages).toEqual([expect.stringContaining(`${relation} this machine's clock, and is ignored`)]);
  }, 30_000);
});

test("a clock that is wrong from the start: what was there before the create is older, whatever it says", async () => {
  const older = (await createDirectClient().dataModels.createSpec(buildModel())).dataModelId;
  emulator.addFault({ fault: "status", status: 503, method: "POST", path: "/v2/dataModels/spec", nth: 1 });
  const date = new Date(Date.now() - 25 * 3_600_000).toUTCString();
  const api = await createBehind(({ headers }) => ({ headers: { ...headers, date } }));
  const { dataModelId } = await api.dataModels.createSpec(buildModel());
  expect(dataModelId).not.toBe(older);
});

test("a difference of minutes between two clocks counts, and is told to nobody", async () => {
  const messages: string[] = [];
  const date = new Date(Date.now() + 5 * 60_000).toUTCString();
  const api = await createBehind(({ headers }) => ({ headers: { ...headers, date } }), messages);
  await api.readIdentity();
  const ours = Date.now();
  expect(api.isCreatedSince(new Date(ours).toISOString(), ours)).toBe(false);
  expect(api.isCreatedSince(new Date(ours + 5 * 60_000).toISOString(), ours)).toBe(true);
  expect(messages).toEqual([]);
});

/**
 * Creates whose object has a natural key: what somebody else makes with the same key at the same time, and in which
 * field it differs.
 */
const kinds: readonly {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  mine(api: AnalyticsClient): Promise<unknown>;
  theirs(api: AnalyticsClient): Promise<unknown>;
  count(api: AnalyticsClient): Promise<number>;
}[] = [
  {
    name: "a tag",
    path: "/v2/tags",
    field: "color",
    mine: (api) => api.tags.create({ name: "t", color: "grass" }),
    theirs: (api) => api.tags.create({ name: "t", color: "plum" }),
    count: async (api) => (await collect(api.tags.list())).filter(({ name }) => name === "t").length,
  },
  {
    name: "a folder",
    path: "/v2/files",
    field: "description",
    mine: (api) => api.files.createFolder({ name: "F", parentId: emulator.seeded.folders.models, description: "ours" }),
    theirs: (api) =>
      api.files.createFolder({ name: "F", parentId: emulator.seeded.folders.models, description: "theirs" }),
    count: async (api) => (await collect(api.files.list({ type: "folder" }))).filter(({ name }) => name === "F").length,
  },
  {
    name: "a team",
    path: "/v2/teams",
    field: "description",
    mine: (api) => api.teams.create({ name: "T", description: "ours" }),
    theirs: (api) => api.teams.create({ name: "T", description: "theirs" }),
    count: async (api) => (await collect(api.teams.list())).filter(({ name }) => name === "T").length,
  },
  {
    name: "a user attribute",
    path: "/v2/user-attributes",
    field: "description",
    mine: (api) => api.userAttributes.create({ name: "A", description: "ours" }),
    theirs: (api) => api.userAttributes.create({ name: "A", description: "theirs" }),
    count: async (api) => (await collect(api.userAttributes.list())).filter(({ name }) => name === "A").length,
  },
  {
    name: "a member",
    path: "/v2/members",
    field: "lastName",
    mine: (api) => api.members.create({ email: "m@example.com", firstName: "M", lastName: "Ours" }, false),
    theirs: (api) => api.members.create({ email: "m@example.com", firstName: "M", lastName: "Theirs" }, false),
    count: async (api) => (await collect(api.members.list({ email: "m@example.com" }))).length,
  },
];

test.each(kinds)(
  "$name that somebody else made at the same time, with another $field, isn't taken for the lost one",
  async ({ path, field, mine, theirs, count }) => {
    let isMade = false;
    // The request is lost before the platform gets it, and somebody else's comes first.
    const proxy = await startCorrupting(
      emulator.url,
      () => undefined,
      async ({ method, path: at }) => {
        if (isMade || method !== "POST" || at !== path) return undefined;
        isMade = true;
        await theirs(createDirectClient());
        return { status: 502, headers: {}, text: "" };
      },
    );
    stop = proxy.stop;
    const { clientId, clientSecret } = emulator;
    const api = createClient({ baseUrl: proxy.url, clientId, clientSecret, listingLagMs: 100 });
    const error = await catchApiError(mine(api));
    expect(error.message).toContain(`has another ${field}: it was left alone, and no other was created.`);
    expect(error.message).toContain("adopt: { id: ");
    expect(error.outcome).toBe("unknown");
    expect(await count(createDirectClient())).toBe(1);
  },
  20_000,
);

test.each(kinds)("$name whose answer was lost is found, whatever the platform writes in another form", async (kind) => {
  const lose = formLost(kind.path);
  const api = await createBehind((answer) => {
    const changed = lose(answer);
    if (changed !== undefined || !answer.headers["content-type"]?.includes("json") || answer.path.endsWith("/token")) {
      return changed;
    }
    return {
      text: answer.text.replaceAll('"ours"', '" OURS "').replaceAll('"Ours"', '"***"').replaceAll("grass", "Grass"),
    };
  });
  await kind.mine(api);
  expect(await kind.count(createDirectClient())).toBe(1);
});
