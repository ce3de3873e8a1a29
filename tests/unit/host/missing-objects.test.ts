import { ApiError } from "../../../provider/src/core/api";
import { AnalyticsClient } from "../../../provider/src/core/api/client";
import { ListingLag } from "../../../provider/src/core/api/transport/listing-lag";
import type { Call, Transport } from "../../../provider/src/core/api/transport/transport";
import { Sightings, type Sought, type Timing } from "../../../provider/src/host/missing-objects";
import { dataModel } from "../../../provider/src/kinds/data-model";
import type { AnyKind } from "../../../provider/src/kinds/declare";
import { favorite } from "../../../provider/src/kinds/favorite";
import { folder } from "../../../provider/src/kinds/folder";
import { tag } from "../../../provider/src/kinds/tag";

const stamps = { createdBy: "ada", updatedBy: "ada", createdAt: "2026-01-01", updatedAt: "2026-01-01" };

/** What the platform shows. */
interface Shown {
  readonly tags?: readonly string[];
  /** Tags that only their own path shows. */
  readonly unlistedTags?: readonly string[];
  /** Folder ids by id. */
  readonly folders?: Record<string, string>;
  /** Folder ids by id. */
  readonly models?: Record<string, string>;
  /** Models that an administrator may list, and not see. */
  readonly foreignModels?: readonly string[];
  /** The favorites of members. */
  readonly favorites?: Record<string, string[]>;
  /** Whether lists have nothing but entries. */
  readonly isBare?: boolean;
  readonly memberType?: string;
  readonly organizationId?: string;
}

const buildFile = (id: string, type: string, parentId: string) => ({
  ...{ id, urlId: id, name: id, type, parentId, path: "", ownerId: "ada" },
  ...stamps,
});

/** The platform's answer to a read; undefined: 404. */
function answer(shown: Shown, path: string, query: Record<string, unknown>): unknown {
  const { tags = [], unlistedTags = [], folders = {}, models = {}, foreignModels = [], favorites = {} } = shown;
  const toList = (entries: unknown[]) => (shown.isBare ? { entries } : { entries, nextPage: null });
  const [, , collection, id = "", part] = path.split("/");
  if (collection === "whoami") return { userId: "ada", organizationId: shown.organizationId ?? "acme" };
  if (collection === "members") {
    const name = { firstName: "Ada", lastName: "Admin", email: "ada@acme.example", homeFolderId: "home" };
    return {
      memberId: "ada",
      organizationId: "acme",
      memberType: shown.memberType ?? "admin",
      ...name,
      ...stamps,
      userKind: "internal",
    };
  }
  if (collection === "tags") {
    const list = tags.map((versionTagId) => ({ versionTagId, name: versionTagId, ownerId: "ada", ...stamps }));
    if (id === "") return toList(list);
    return [...tags, ...unlistedTags].includes(id) ? toList([]) : undefined;
  }
  if (collection === "files") {
    const files = [
      ...Object.entries(folders).map(([one, parent]) => buildFile(one, "folder", parent)),
      ...Object.entries(models).map(([one, parent]) => buildFile(one, "data-model", parent)),
    ];
    if (id !== "") return files.find((file) => file.id === id);
    const { parentId, typeFilters } = query;
    return toList(
      files.filter((file) => file.parentId === parentId && (typeFilters === undefined || file.type === typeFilters)),
    );
  }
  if (collection === "dataModels") {
    if (id !== "") return models[id] === undefined ? undefined : {};
    const ids = [...Object.keys(models), ...foreignModels];
    const rest = { dataModelUrlId: "u", url: "", path: "", latestVersion: 1, ownerId: "ada" };
    return toList(ids.map((dataModelId) => ({ dataModelId, name: dataModelId, ...rest, ...stamps })));
  }
  if (collection === "favorites") {
    const found = favorites[part ?? ""];
    return found && toList(found.map((one) => buildFile(one, "report", "sales")));
  }
  return undefined;
}

class Platform {
  readonly requests: string[] = [];
  /** What it shows from the next request on. */
  shown: Shown;
  /** Runs before each answer. */
  onRequest: (path: string) => void = () => undefined;
  readonly client: AnalyticsClient;
  readonly sightings: Sightings;

  constructor(shown: Shown, timing: Partial<Timing> = {}) {
    this.shown = shown;
    const send = async <T>(call: Call<T>): Promise<T> => {
      this.requests.push(call.path);
      this.onRequest(call.path);
      const found = answer(this.shown, call.path, call.query ?? {});
      if (found !== undefined) return call.answer.parse(found);
      const { method, path } = call;
      throw new ApiError({ method, path, status: 404, code: "not_found", detail: "not found", outcome: "notApplied" });
    };
    const settings = { baseUrl: "https://api.acme.example", clientId: "c", clientSecret: "s" };
    const transport = {
      send,
      overallTimeoutMs: 1_000,
      listingLagMs: 0,
      listingLag: new ListingLag(),
    } as unknown as Transport;
    this.client = new AnalyticsClient(settings, transport);
    this.sightings = new Sightings(this.client, { quietForMs: 1, confirmMs: 1, listingLagMs: 100_000, ...timing });
  }
}

/** An object of a state. */
interface Missing {
  readonly kind: AnyKind;
  readonly id: string;
  readonly inputs?: Record<string, unknown>;
  /** How long ago this stack wrote it; default: years. */
  readonly ageMs?: number;
  readonly source?: string;
}

const old = 10 ** 11;

function describeSought({ kind, id, inputs = {}, ageMs = old, source }: Missing, read: Sought["read"]): Sought {
  return {
    id,
    pathId: id,
    kind: kind.name,
    description: `${kind.name} "${id}"`,
    folders: kind.shape.listFolders(inputs),
    isPart: kind.adoption?.idForms !== undefined,
    documents: [],
    permission: kind.needs.permission,
    writtenAt: new Date(Date.now() - ageMs).toISOString(),
    findForeignSource: async () => (source === undefined ? undefined : { reason: "source", source }),
    read,
    readEvidence: (client, isAdministrator) => kind.absence?.reads(client, id, inputs, isAdministrator) ?? [],
    log: () => undefined,
  };
}

/** Whether a client shows an object: what the kind's `read` asks. */
const readers: Record<string, (client: AnalyticsClient, id: string) => Promise<unknown>> = {
  Tag: (client, id) => client.tags.get(id),
  Folder: (client, id) => client.files.get(id),
  DataModel: (client, id) => client.files.get(id),
  Favorite: async (client, id) => {
    const [member = "", file = ""] = id.split("/");
    return (await client.favorites.listIds(member)).has(file) || undefined;
  },
};

/** Reads objects at once, as a refresh does. */
async function refresh({ sightings, client }: Platform, objects: readonly Missing[]) {
  const gone: string[] = [];
  const shown: string[] = [];
  const messages: string[] = [];
  await Promise.all(
    objects.map(async (object) => {
      const read = async (from: AnalyticsClient) => {
        try {
          return await readers[object.kind.name]!(from, object.id);
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return undefined;
          throw error;
        }
      };
      try {
        const found = await sightings.readObject(describeSought(object, read), () => read(client));
        (found === undefined ? gone : shown).push(object.id);
      } catch (error) {
        messages.push((error as Error).message);
      }
    }),
  );
  return { gone, shown, messages };
}

const countIds = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const buildTags = (ids: readonly string[], more: Partial<Missing> = {}): Missing[] =>
  ids.map((id) => ({ kind: tag as AnyKind, id, ...more }));
const buildModels = (ids: readonly string[], folderId: string): Missing[] =>
  ids.map((id) => ({ kind: dataModel as AnyKind, id, inputs: { name: id, folderId } }));
const buildFolder = (id: string, parentId: string): Missing => ({
  kind: folder as AnyKind,
  id,
  inputs: { name: id, parentId },
});
const buildFavorites = (ids: readonly string[], more: Partial<Missing> = {}): Missing[] =>
  ids.map((id) => ({ kind: favorite as AnyKind, id, ...more }));

describe("how many are absent", () => {
  test.each([
    ["one of ten", 1, 9, true],
    ["the only one, for an administrator", 1, 0, true],
    ["two of ten", 2, 8, true],
    ["three of fifteen", 3, 12, true],
    ["two of four", 2, 2, false],
    ["four of forty", 4, 36, false],
    ["all of two", 2, 0, false],
    ["all of ten", 10, 0, false],
  ])("%s of the tags: %s absent, %s shown", async (_what, absent, shown, isGone) => {
    const [gone, there] = [countIds(absent, "gone"), countIds(shown, "there")];
    const found = await refresh(new Platform({ tags: there }), buildTags([...gone, ...there]));
    expect(found.gone).toEqual(isGone ? gone : []);
    expect(found.shown).toEqual(there);
    expect(found.messages).toHaveLength(isGone ? 0 : absent);
    for (const message of found.messages) {
      expect(message).toContain("isn't visible to Ada Admin <ada@acme.example>");
      expect(message).toContain(`${absent} objects of its kind are missing at once`);
      expect(message).toContain("and nothing was changed");
    }
  });

  test("a folder that is shown is no evidence for its models", async () => {
    const platform = new Platform({ folders: { sales: "root" }, models: { c: "sales", d: "sales" } });
    const objects = [buildFolder("sales", "root"), ...buildModels(["a", "b", "c", "d"], "sales")];
    const { gone, shown, messages } = await refresh(platform, objects);
    expect([gone, shown]).toEqual([[], ["sales", "c", "d"]]);
    expect(messages).toHaveLength(2);
  });

  test("one read after the other, lone absences count together, and the message says what left the state", async () => {
    const platform = new Platform({ tags: ["there"] });
    expect((await refresh(platform, buildTags(["a"]))).gone).toEqual(["a"]);
    const { gone, messages } = await refresh(platform, buildTags(["b"]));
    expect(gone).toEqual([]);
    expect(messages).toEqual([
      expect.stringContaining('This run removed before, from the state or the platform: Tag "a".'),
    ]);
    expect(messages[0]).not.toContain("nothing was changed");
    const [last] = (await refresh(platform, buildTags(["c"]))).messages;
    expect(last).toContain("3 objects of its kind are missing at once");
    expect(last).toContain("ANALYTICS_MISSING_OBJECTS=c,b pulumi refresh");
  });

  test("nothing leaves the state where another one of the burst is in doubt", async () => {
    const platform = new Platform({ tags: ["there"], folders: { root: "top" } });
    const objects = [...buildTags(["a", "there"]), ...buildModels(["m", "n"], "root")];
    const { gone, messages } = await refresh(platform, objects);
    expect(gone).toEqual([]);
    expect(messages).toHaveLength(3);
  });
});

describe("what people delete in the product", () => {
  test("a folder with its models", async () => {
    const platform = new Platform({ folders: { finance: "root", root: "top" }, models: { other: "finance" } });
    const objects = [...buildModels(["a", "b", "c", "d"], "sales"), buildFolder("sales", "root")];
    expect((await refresh(platform, objects)).gone.sort()).toEqual(["a", "b", "c", "d", "sales"]);
  });

  test("not a folder whose models an administrator may still list: it is invisible", async () => {
    const platform = new Platform({ folders: { finance: "root", root: "top" }, foreignModels: ["a"] });
    const { gone, messages } = await refresh(platform, [buildFolder("sales", "root"), ...buildModels(["a"], "sales")]);
    expect(gone).toEqual([]);
    expect(messages.join()).toContain("Another answer of the platform still shows it");
  });

  test("what belongs to a deleted object goes with it", async () => {
    const platform = new Platform({ tags: ["t"], favorites: {} });
    const objects = [...buildTags(["m"]), ...buildFavorites(["m/a", "m/b", "m/c", "m/d"])];
    expect((await refresh(platform, objects)).gone).toHaveLength(5);
  });
});

describe("evidence", () => {
  const builder = { memberType: "Builder" };

  test("an empty list is none, except for an administrator", async () => {
    expect((await refresh(new Platform({}), buildTags(["a"]))).gone).toEqual(["a"]);
    const { gone, messages } = await refresh(new Platform(builder), buildTags(["a"]));
    expect(gone).toEqual([]);
    expect(messages[0]).toContain("No list shows another object of its kind there");
    expect((await refresh(new Platform({ ...builder, tags: ["b"] }), buildTags(["a"]))).gone).toEqual(["a"]);
  });

  test("nor is one in another form than the documented", async () => {
    const { gone, messages } = await refresh(new Platform({ isBare: true }), buildTags(["a"]));
    expect(gone).toEqual([]);
    expect(messages[0]).toContain("isn't in the platform's documented form");
  });

  test("what its own path or another list shows isn't gone", async () => {
    for (const [shown, objects] of [
      [{ tags: ["b"], unlistedTags: ["a"] }, buildTags(["a"])],
      [{ folders: { sales: "root" }, models: { b: "sales" }, foreignModels: ["a"] }, buildModels(["a"], "sales")],
    ] as const) {
      const { gone, messages } = await refresh(new Platform(shown), objects);
      expect(gone).toEqual([]);
      expect(messages[0]).toContain("Another answer of the platform still shows it");
    }
  });

  test("a state from elsewhere is in doubt", async () => {
    const { gone, messages } = await refresh(new Platform({ tags: ["b"] }), buildTags(["a"], { source: "from afar" }));
    expect(gone).toEqual([]);
    expect(messages[0]).toContain("from afar");
  });

  test("a list that was stored on the way is read again, in other pages", async () => {
    const platform = new Platform({ tags: ["b"] });
    platform.onRequest = () => {
      if (platform.requests.filter((path) => path === "/v2/tags").length > 1) platform.shown = { tags: ["a", "b"] };
    };
    expect((await refresh(platform, buildTags(["a", "b"]))).shown.sort()).toEqual(["a", "b"]);
  });

  test("without an answer to who asks, nothing counts as deleted", async () => {
    const platform = new Platform({ tags: ["b"] });
    platform.onRequest = (path) => {
      if (path === "/v2/whoami") throw new Error("no connection");
    };
    expect(await refresh(platform, buildTags(["a"]))).toEqual({ gone: [], shown: [], messages: ["no connection"] });
  });

  test("healthy reads cost nothing, and absent ones no more for many than for few", async () => {
    const ids = countIds(50, "t");
    const healthy = new Platform({ tags: ids });
    await refresh(healthy, buildTags(ids));
    expect(healthy.requests).toEqual(["/v2/tags"]);
    const empty = new Platform({});
    await refresh(empty, buildTags(ids));
    expect(empty.requests.length).toBeLessThan(10);
  });
});

describe("what this stack wrote a short time ago", () => {
  const recent = { ageMs: 120_000 };
  const justNow = { ageMs: 0 };

  test("is read until lists have it", async () => {
    const platform = new Platform({ tags: ["b"], favorites: { m: [] } });
    platform.onRequest = () => {
      if (platform.requests.filter((path) => path === "/v2/favorites/member/m").length > 3)
        platform.shown = { favorites: { m: ["a"] } };
    };
    expect((await refresh(platform, buildFavorites(["m/a"], justNow))).shown).toEqual(["m/a"]);
  });

  test("isn't gone because lists lack it, whatever else they show", async () => {
    const platform = new Platform({ favorites: { m: ["b", "c"] } });
    const { gone, messages } = await refresh(platform, buildFavorites(["m/a"], recent));
    expect(gone).toEqual([]);
    expect(messages[0]).toContain("This stack wrote it in the last 15 minutes");
    expect(messages[0]).toContain("ANALYTICS_MISSING_OBJECTS=m/a pulumi refresh");
    expect((await refresh(new Platform({ favorites: { m: ["b"] } }), buildFavorites(["m/a"]))).gone).toEqual(["m/a"]);
  });

  test("is gone when the platform itself says so twice", async () => {
    const platform = new Platform({ tags: ["b"] });
    expect((await refresh(platform, buildTags(["a"], justNow))).gone).toEqual(["a"]);
    expect(platform.requests.filter((path) => path === "/v2/tags/a/workbooks")).toHaveLength(2);
    const late = new Platform({ tags: ["b"] });
    late.onRequest = () => {
      if (late.requests.includes("/v2/tags/a/workbooks")) late.shown = { tags: ["a", "b"] };
    };
    expect((await refresh(late, buildTags(["a"], justNow))).shown).toEqual(["a"]);
  });
});

test("what this run has seen was deleted since, where a delete finds none", async () => {
  const platform = new Platform({ tags: ["a"] });
  await refresh(platform, buildTags(["a"]));
  const remove = () =>
    platform.sightings.remove(
      describeSought(buildTags(["a"])[0]!, async () => undefined),
      async () => undefined,
    );
  expect(await remove()).toBeUndefined();
  expect(platform.requests).toEqual(["/v2/tags"]);
});

test("an administrator who sees nothing of a stack isn't known to see all", async () => {
  const absent = [...buildTags(["a"]), ...buildFavorites(["m/a"])];
  const platform = new Platform({ favorites: { m: [] } });
  expect((await refresh(platform, absent)).gone).toEqual([]);
  // Who deletes an object of it sees some.
  const deleted = describeSought(buildTags(["b"])[0]!, async () => undefined);
  expect(await platform.sightings.remove(deleted, async () => "deleted")).toBe("deleted");
  expect((await refresh(platform, absent)).gone).toHaveLength(2);
});

test("a delete that finds no object fails where the object is shown", async () => {
  const platform = new Platform({ tags: ["a"] });
  const sought = describeSought(buildTags(["a"])[0]!, (client) => client.tags.get("a"));
  await expect(platform.sightings.remove(sought, async () => undefined)).rejects.toThrow("still shows it");
});

describe("ANALYTICS_MISSING_OBJECTS", () => {
  afterEach(() => {
    delete process.env.ANALYTICS_MISSING_OBJECTS;
  });

  test("deleted: everything that is missing was deleted", async () => {
    process.env.ANALYTICS_MISSING_OBJECTS = "deleted";
    const platform = new Platform({});
    expect((await refresh(platform, buildTags(countIds(4, "t")))).gone).toHaveLength(4);
    expect(platform.requests.filter((path) => path === "/v2/whoami")).toHaveLength(1);
  });

  test("ids: these were deleted, and the message has the command for the others", async () => {
    const all = buildTags(["t-1", "t-2", "t-3"]);
    const { messages } = await refresh(new Platform({}), all);
    expect(messages[0]).toContain("run `ANALYTICS_MISSING_OBJECTS=t-1,t-2,t-3 pulumi refresh`");
    process.env.ANALYTICS_MISSING_OBJECTS = "t-1, t-2";
    expect((await refresh(new Platform({}), all)).gone).toEqual(["t-1", "t-2", "t-3"]);
    process.env.ANALYTICS_MISSING_OBJECTS = "t-1";
    expect((await refresh(new Platform({}), all)).gone).toEqual(["t-1"]);
  });

  test("another word is an error that names it", async () => {
    process.env.ANALYTICS_MISSING_OBJECTS = "yes";
    const { messages } = await refresh(new Platform({}), buildTags(["a"]));
    expect(messages[0]).toMatch(/^ANALYTICS_MISSING_OBJECTS is "yes". Set it to the ids/);
  });
});
