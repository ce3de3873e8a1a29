import { ApiError } from "../../../provider/src/core/api";
import { AnalyticsClient } from "../../../provider/src/core/api/client";
import { ListingLag } from "../../../provider/src/core/api/transport/listing-lag";
import type { Call, Transport } from "../../../provider/src/core/api/transport/transport";
import { kept, Sightings, type Sought, type Timing } from "../../../provider/src/host/missing-objects";
import { apiConnector } from "../../../provider/src/kinds/api-connector";
import { dataModel } from "../../../provider/src/kinds/data-model";
import { type AnyKind, listEnds } from "../../../provider/src/kinds/declare";
import { deploymentPolicy } from "../../../provider/src/kinds/deployment-policy";
import { deploymentPolicyDocument } from "../../../provider/src/kinds/deployment-policy-document";
import { favorite } from "../../../provider/src/kinds/favorite";
import { folder } from "../../../provider/src/kinds/folder";
import { registry } from "../../../provider/src/kinds/registry";
import { tag } from "../../../provider/src/kinds/tag";

const stamps = { createdBy: "ada", updatedBy: "ada", createdAt: "2026-01-01", updatedAt: "2026-01-01" };

/** What the platform shows. */
interface Shown {
  readonly tags?: readonly string[];
  /** Tags that only their own path shows. */
  readonly unlistedTags?: readonly string[];
  readonly policies?: readonly string[];
  /** Deployment policies that only their own path shows, as it may archived ones. */
  readonly unlistedPolicies?: readonly string[];
  /** Folder ids by id. */
  readonly folders?: Record<string, string>;
  /** Folder ids by id. */
  readonly models?: Record<string, string>;
  /** Models that an administrator may list, and not see. */
  readonly foreignModels?: readonly string[];
  /** Where models are that have no folder here: the names of folders. */
  readonly foreignPath?: string;
  readonly workspaces?: readonly string[];
  /** The favorites of members. */
  readonly favorites?: Record<string, string[]>;
  /** Whether lists have nothing but entries. */
  readonly isBare?: boolean;
  /** Whether own paths say of what isn't there that it was archived. */
  readonly isArchiving?: boolean;
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
  const { workspaces = ["w"], foreignPath = "" } = shown;
  const toList = (entries: unknown[]) => (shown.isBare ? { entries } : { entries, nextPage: null });
  const [, , collection, id = "", part] = path.split("/");
  if (collection === "whoami") return { userId: "ada", organizationId: shown.organizationId ?? "acme" };
  if (collection === "members") {
    const name = { firstName: "Ada", lastName: "Admin", email: "ada@acme.example", homeFolderId: "home" };
    const build = (memberId: string) => ({
      memberId,
      organizationId: "acme",
      memberType: shown.memberType ?? "admin",
      ...name,
      ...stamps,
      userKind: "internal",
    });
    return id === "" ? toList(["ada", ...Object.keys(favorites)].map(build)) : id === "ada" ? build(id) : undefined;
  }
  if (collection === "tags") {
    const list = tags.map((versionTagId) => ({ versionTagId, name: versionTagId, ownerId: "ada", ...stamps }));
    if (id === "") return toList(list);
    return [...tags, ...unlistedTags].includes(id) ? toList([]) : undefined;
  }
  if (collection === "deploymentPolicies") {
    const { policies = [], unlistedPolicies = [] } = shown;
    const build = (deploymentPolicyId: string) => ({
      ...{ deploymentPolicyId, name: deploymentPolicyId, nameInTenant: "", versionTagId: null },
      ...{ sourceSwapPolicies: [], copyInputTableData: false },
    });
    if (id === "") return { entries: policies.map(build), nextPageToken: null };
    return [...policies, ...unlistedPolicies].includes(id) ? build(id) : undefined;
  }
  if (collection === "files") {
    const files = [
      ...Object.entries(folders).map(([one, parent]) => buildFile(one, "folder", parent)),
      ...Object.entries(models).map(([one, parent]) => buildFile(one, "data-model", parent)),
    ];
    const archived = shown.isArchiving ? { ...buildFile(id, "data-model", "root"), isArchived: true } : undefined;
    if (id !== "") return files.find((file) => file.id === id) ?? archived;
    return toList(files.filter((file) => file.type === query.typeFilters));
  }
  if (collection === "dataModels") {
    if (id !== "") return models[id] === undefined ? undefined : {};
    const ids = [...Object.keys(models), ...foreignModels];
    const rest = { dataModelUrlId: "u", url: "", path: foreignPath, latestVersion: 1, ownerId: "ada" };
    return toList(ids.map((dataModelId) => ({ dataModelId, name: dataModelId, ...rest, ...stamps })));
  }
  if (collection === "workspaces") {
    return toList(workspaces.map((name) => ({ workspaceId: name, workspaceUrlId: name, name, ...stamps })));
  }
  if (["workbooks", "reports"].includes(collection!) && id === "") return toList([]);
  if (collection === "favorites") {
    const found = favorites[part ?? ""];
    return found && toList(found.map((one) => buildFile(one, "report", "sales")));
  }
  return undefined;
}

/** The deletes without an answer, as the journal has them for the next run. */
const begunDeletes = new Set<string>();

function beginDelete(id: string) {
  const wasBegun = begunDeletes.has(id);
  begunDeletes.add(id);
  return { wasBegun, wasDone: false, end: () => void begunDeletes.delete(id) };
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
    this.sightings = new Sightings(this.client, {
      ...{ quietForMs: 1, confirmMs: 1, listingLagMs: 100_000, endMs: 200 },
      ...timing,
    });
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
    inputs,
    outputs: {},
    area: kind.area,
    ends: listEnds(kind, id).map((end) => ({ ...end, areas: end.kinds.map((name) => registry[name]?.().area) })),
    description: `${kind.name} "${id}"`,
    folders: kind.shape.listFolders(inputs),
    permission: kind.needs.permission,
    writtenAt: new Date(Date.now() - ageMs).toISOString(),
    beginDelete: () => beginDelete(id),
    findForeignSource: async () => (source === undefined ? undefined : { reason: "source", source }),
    read,
    log: () => undefined,
  };
}

/** Whether a client shows an object: what the kind's `read` asks. */
const readers: Record<string, (client: AnalyticsClient, id: string) => Promise<unknown>> = {
  ApiConnector: (client, id) => client.apiConnectors.findById(id),
  DeploymentPolicy: (client, id) => client.deploymentPolicies.findListed(id),
  Tag: (client, id) => client.tags.findById(id),
  Folder: (client, id) => client.files.get(id),
  DataModel: async (client, id) => {
    const found = await client.files.get(id);
    return found.isArchived ? undefined : found;
  },
  Favorite: async (client, id) => {
    const [member = "", file = ""] = id.split("/");
    return (await client.favorites.readIds(member)).has(file) || undefined;
  },
};

/** Reads objects at once, as a refresh does. One message is about all that may exist. */
async function refresh({ sightings, client }: Platform, objects: readonly Missing[]) {
  const gone: string[] = [];
  const shown: string[] = [];
  const messages: string[] = [];
  await Promise.all(
    objects.map(async (object) => {
      const read = (from: AnalyticsClient) => readers[object.kind.name]!(from, object.id);
      try {
        const found = await sightings.readObject(describeSought(object, read), () => read(client));
        if (found !== kept) (found === undefined ? gone : shown).push(object.id);
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
const salesInRoot = { name: "sales", parentId: "root" };
const connector = apiConnector as AnyKind;
const buildFavorites = (ids: readonly string[], more: Partial<Missing> = {}): Missing[] =>
  ids.map((id) => ({ kind: favorite as AnyKind, id, ...more }));

const builder = { memberType: "Builder" };

describe("for an administrator, what the platform denies and the complete list lacks is gone", () => {
  test.each([
    ["one of ten", 1, 9],
    ["two of four", 2, 2],
    ["four of forty", 4, 36],
    ["all of ten that the state has", 10, 1],
  ])("%s of the tags", async (_what, absent, shown) => {
    const [gone, there] = [countIds(absent, "gone"), countIds(shown, "there")];
    const found = await refresh(new Platform({ tags: there }), buildTags([...gone, ...there]));
    expect({ ...found, gone: found.gone.sort() }).toEqual({ gone, shown: there, messages: [] });
  });

  test("each by itself: another one that is in doubt stays", async () => {
    const platform = new Platform({ tags: ["there"], foreignModels: ["m"] });
    const { gone, messages } = await refresh(platform, [...buildTags(["a", "there"]), ...buildModels(["m"], "root")]);
    expect([gone, messages.length]).toEqual([["a"], 1]);
  });

  test("the message names what left the state before and after it", async () => {
    const platform = new Platform({ tags: ["there"], foreignModels: ["m"] });
    await refresh(platform, buildTags(["before"]));
    const { messages } = await refresh(platform, [...buildModels(["m"], "root"), ...buildTags(["after"])]);
    expect(messages).toEqual([
      expect.stringContaining('and this run removed, from the state or the platform: Tag "before", Tag "after".'),
    ]);
    expect(messages[0]).not.toContain("nothing was changed");
  });

  test("not a list without others, nor one that shows what its reader may access", async () => {
    const { gone, messages } = await refresh(new Platform({}), [...buildTags(["a"]), { kind: connector, id: "c" }]);
    expect(gone).toEqual([]);
    expect(messages).toHaveLength(1);
    const [, emptyList] = /^The list of its kind is empty.*:\n( {2}.*)/m.exec(messages[0]!) ?? [];
    expect(emptyList).toBe('  Tag "a"');
    const [, noProof] = /^No list proves that it was deleted.*:\n( {2}.*)/m.exec(messages[0]!) ?? [];
    expect(noProof).toBe('  ApiConnector "c"');
    // What a person types next stands first.
    expect(messages[0]!.split("\n")[1]).toMatch(
      /^If they were deleted .*`ANALYTICS_MISSING_OBJECTS=\S+ pulumi refresh`/,
    );
  });
});

describe("what people delete in the product", () => {
  const finance = { finance: "root", root: "top" };

  test("a folder with its models, and the folders in it", async () => {
    const platform = new Platform({ folders: finance, models: { other: "finance" } });
    const objects = [
      ...buildModels(["a", "b", "c", "d"], "sales"),
      buildFolder("sales", "root"),
      buildFolder("east", "sales"),
    ];
    expect((await refresh(platform, objects)).gone.sort()).toEqual(["a", "b", "c", "d", "east", "sales"]);
  });

  test("not a folder in which a document of anybody lies, wherever it was moved", async () => {
    for (const foreignPath of ["sales", "root/sales", "elsewhere/sales/east"]) {
      const platform = new Platform({ folders: finance, foreignModels: ["a"], foreignPath });
      const objects = [buildFolder("sales", "root"), ...buildModels(["a"], "sales")];
      const { gone, messages } = await refresh(platform, objects);
      expect(gone).toEqual([]);
      expect(messages.join()).toContain("Another answer of the platform still shows it");
    }
  });

  test("a folder of another place with the same name is another one", async () => {
    const folders = { ...finance, elsewhere: "top", sales: "elsewhere" };
    const platform = new Platform({ folders, foreignModels: ["a"], foreignPath: "sales" });
    expect((await refresh(platform, [{ ...buildFolder("old", "root"), inputs: salesInRoot }])).gone).toEqual(["old"]);
  });

  test("not an empty folder in one that isn't listed: access to both may be lost", async () => {
    const { gone, messages } = await refresh(new Platform({ folders: finance }), [buildFolder("sales", "hidden")]);
    expect([gone, messages.length]).toEqual([[], 1]);
  });

  test("what belongs to a deleted object goes with it, whether that is in the state or not", async () => {
    const platform = new Platform({ tags: ["t"], favorites: {}, models: { m: "root" } });
    expect((await refresh(platform, buildFavorites(["left/a", "left/b"]))).gone.sort()).toEqual(["left/a", "left/b"]);
    const model = buildModels(["b"], "root")[0]!;
    const ofModel = new Platform({ models: { other: "root" }, favorites: { m: [] } });
    expect((await refresh(ofModel, [model, ...buildFavorites(["m/b"])])).gone.sort()).toEqual(["b", "m/b"]);
  });

  test("a part that its list lacks is gone where both ends are shown", async () => {
    const platform = new Platform({ favorites: { m: [] }, foreignModels: ["a"] });
    const { gone, messages } = await refresh(platform, buildFavorites(["m/a", "m/invisible"]));
    expect(gone).toEqual(["m/a"]);
    expect(messages).toEqual([expect.stringContaining("What it belongs to may exist and be invisible")]);
  });

  test("what the platform says it archived, for whoever asks", async () => {
    const platform = new Platform({ ...builder, isArchiving: true });
    expect((await refresh(platform, buildModels(["a"], "root"))).gone).toEqual(["a"]);
  });
});

describe("evidence", () => {
  test("what others than administrators are answered is none: one message and one setting for all", async () => {
    const platform = new Platform({ ...builder, tags: ["there"] });
    const objects = [...buildTags(countIds(20, "t")), ...buildFavorites(["m/a"]), ...buildModels(["m"], "root")];
    const { gone, messages } = await refresh(platform, objects);
    expect(gone).toEqual([]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("Only an administrator's credentials show whether");
    expect(messages[0]).toContain("and nothing was changed");
    const [, ids = ""] = /`ANALYTICS_MISSING_OBJECTS=(\S+) pulumi refresh`/.exec(messages[0]!) ?? [];
    expect(ids.split(",").sort()).toEqual(objects.map(({ id }) => id).sort());
  });

  test("nor is a list in another form than the documented", async () => {
    const { gone, messages } = await refresh(new Platform({ tags: ["b"], isBare: true }), buildTags(["a"]));
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

  test("the list alone tells what was archived, where an archived object is shown like a living one", async () => {
    const platform = new Platform({ policies: ["b"], unlistedPolicies: ["a"] });
    const buildPolicy = (ageMs?: number) => [
      { kind: deploymentPolicy, id: "a", ...(ageMs !== undefined && { ageMs }) },
    ];
    expect((await refresh(platform, buildPolicy())).gone).toEqual(["a"]);
    for (const [shown, ageMs, why] of [
      [{ policies: ["b"], unlistedPolicies: ["a"] }, 120_000, "written it in the last 15 minutes"],
      [{ policies: [], unlistedPolicies: ["a"] }, undefined, "The list of its kind is empty"],
      [{ policies: ["b"], unlistedPolicies: ["a"], memberType: "creator" }, undefined, "Only an administrator's"],
    ] as const) {
      const { gone, messages } = await refresh(new Platform(shown), buildPolicy(ageMs));
      expect(gone).toEqual([]);
      expect(messages[0]).toContain(why.replace("written", "wrote"));
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
    const empty = new Platform({ tags: ["other"] });
    expect((await refresh(empty, buildTags(ids))).gone).toHaveLength(50);
    expect(empty.requests.length).toBeLessThan(10);
    const [first, , , ...asked] = empty.requests;
    expect(first).toBe("/v2/tags");
    expect(asked.filter((path) => path.endsWith("/workbooks"))).toHaveLength(3);
  });
});

describe("what this stack wrote a short time ago", () => {
  const recent = { ageMs: 120_000 };
  const justNow = { ageMs: 0 };

  test("is read at once, and until lists have it", async () => {
    for (const reads of [2, 4]) {
      const platform = new Platform({ tags: ["b"], favorites: { m: [] } });
      platform.onRequest = () => {
        if (platform.requests.filter((path) => path === "/v2/favorites/member/m").length >= reads)
          platform.shown = { favorites: { m: ["a"] } };
      };
      expect((await refresh(platform, buildFavorites(["m/a"], justNow))).shown).toEqual(["m/a"]);
    }
  });

  test("isn't gone because lists lack it, whatever else they show", async () => {
    const shown = { favorites: { m: ["b", "c"] }, models: { a: "root" } };
    const { gone, messages } = await refresh(new Platform(shown), buildFavorites(["m/a"], recent));
    expect(gone).toEqual([]);
    expect(messages[0]).toContain("This stack wrote it in the last 15 minutes");
    expect(messages[0]).toContain("ANALYTICS_MISSING_OBJECTS=m/a pulumi refresh");
    expect((await refresh(new Platform(shown), buildFavorites(["m/a"]))).gone).toEqual(["m/a"]);
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

  test("each is asked about by itself, however many are absent", async () => {
    const ids = countIds(6, "t");
    const platform = new Platform({ tags: ["b"], unlistedTags: [ids[5]!] }, { listingLagMs: 1 });
    const { gone, messages } = await refresh(platform, buildTags(ids, justNow));
    expect([gone.sort(), messages.length]).toEqual([ids.slice(0, 5), 1]);
  });
});

describe("a delete that finds no object", () => {
  beforeEach(() => begunDeletes.clear());

  const throwNotFound = (path: string) => async (): Promise<undefined> => {
    throw new ApiError({ method: "DELETE", path, status: 404, detail: "not found", outcome: "notApplied" });
  };
  const findNothing = async () => undefined;
  const [sought] = buildTags(["a"]).map((one) => describeSought(one, findNothing));
  const [made] = buildTags(["a"], { ageMs: 0 }).map((one) => describeSought(one, findNothing));

  test("has deleted it before, as before the kill of a run, if an administrator's list lacks it", async () => {
    for (const one of [sought!, made!]) {
      const platform = new Platform({ tags: ["b"] });
      expect(await platform.sightings.remove(one, throwNotFound("/v2/tags/a"))).toBeUndefined();
      expect(platform.requests).toEqual(["/v2/whoami", "/v2/members/ada", "/v2/tags"]);
    }
  });

  test("of the last one of a kind, if an earlier run began it and was killed", async () => {
    const remove = () => new Platform({}).sightings.remove(sought!, throwNotFound("/v2/tags/a"));
    await expect(remove()).rejects.toThrow("The list of its kind is empty");
    beginDelete("a");
    expect(await remove()).toBeUndefined();
    await expect(remove()).rejects.toThrow("The list of its kind is empty");
    const lost = new ApiError({ method: "DELETE", path: "/v2/tags/a", detail: "lost", outcome: "unknown" });
    await expect(new Platform({}).sightings.remove(sought!, () => Promise.reject(lost))).rejects.toThrow("lost");
    expect(await remove()).toBeUndefined();
  });

  test("of the last one of a kind, if the state says that an earlier run deleted it", async () => {
    const begun = { wasBegun: false, wasDone: true, end: () => undefined };
    const replaced: Sought = { ...sought!, beginDelete: () => begun };
    expect(await new Platform({}).sightings.remove(replaced, throwNotFound("/v2/tags/a"))).toBeUndefined();
  });

  test("of the last one of a kind, if this run has deleted the others, but not for a part", async () => {
    const { sightings } = new Platform({});
    const [other] = buildTags(["b"]).map((one) => describeSought(one, findNothing));
    expect(await sightings.remove(other!, async () => "deleted" as const)).toBe("deleted");
    expect(await sightings.remove(sought!, throwNotFound("/v2/tags/a"))).toBeUndefined();
    const parts = new Platform({ policies: [] }).sightings;
    const part: Missing = { kind: deploymentPolicyDocument as AnyKind, id: "p/d" };
    await parts.remove(describeSought(part, findNothing), async () => "deleted" as const);
    const whole: Missing = { kind: deploymentPolicy as AnyKind, id: "q" };
    const remove = parts.remove(describeSought(whole, findNothing), throwNotFound("/v2/deploymentPolicies/q"));
    await expect(remove).rejects.toThrow("The list of its kind is empty");
  });

  test("that was archived is done, also where no list has what it lies in", async () => {
    const inside = describeSought(buildFolder("inside", "hidden"), findNothing);
    const remove = (shown: Shown) =>
      new Platform({ ...shown, ...builder }).sightings.remove(inside, throwNotFound("/v2/files/inside"));
    expect(await remove({ isArchiving: true })).toBeUndefined();
    await expect(remove({})).rejects.toThrow("isn't visible");
  });

  test("asks to repeat the command that deletes: a refresh skips what the engine replaces", async () => {
    const remove = new Platform({}).sightings.remove(sought!, throwNotFound("/v2/tags/a"));
    const advice = "If it was deleted on the platform: repeat this command with `ANALYTICS_MISSING_OBJECTS=a`";
    await expect(remove).rejects.toThrow(advice);
  });

  test("of what is recent, is sent again", async () => {
    const answers = [throwNotFound("/v2/tags/a"), async () => "deleted" as const];
    expect(await new Platform({}).sightings.remove(made!, () => answers.shift()!())).toBe("deleted");
  });

  test("of a part, where both ends are shown", async () => {
    const [favorite] = buildFavorites(["m/a"], { ageMs: 0 }).map((one) => describeSought(one, findNothing));
    const remove = (shown: Shown) =>
      new Platform(shown).sightings.remove(favorite!, throwNotFound("/v2/favorites/member/m/file/a"));
    expect(await remove({ favorites: { m: [] }, models: { a: "root" } })).toBeUndefined();
    await expect(remove({ favorites: { m: [] } })).rejects.toThrow("What it belongs to may exist");
  });

  test("fails where the object is shown, or only others than administrators miss it", async () => {
    const there = describeSought(buildTags(["a"])[0]!, (client) => client.tags.findById("a"));
    const platform = new Platform({ tags: ["a"] });
    await expect(platform.sightings.remove(there, findNothing)).rejects.toThrow("still shows it");
    const other = new Platform({ ...builder, tags: ["b"] });
    await expect(other.sightings.remove(sought!, throwNotFound("/v2/tags/a"))).rejects.toThrow("an administrator's");
  });

  test("of a path without its id proves nothing", async () => {
    const platform = new Platform({ tags: ["b"], unlistedTags: ["a"] });
    await expect(platform.sightings.remove(sought!, throwNotFound("/v2/proxy"))).rejects.toThrow("still shows it");
  });
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
    const { messages } = await refresh(new Platform(builder), all);
    expect(messages[0]).toContain("`ANALYTICS_MISSING_OBJECTS=t-1,t-2,t-3 pulumi refresh`");
    process.env.ANALYTICS_MISSING_OBJECTS = "t-1, t-2";
    const later = await refresh(new Platform(builder), all);
    expect(later.gone).toEqual(["t-1", "t-2"]);
    expect(later.messages[0]).toContain("`ANALYTICS_MISSING_OBJECTS=t-3 pulumi refresh`");
  });

  test("another word is an error that names it", async () => {
    process.env.ANALYTICS_MISSING_OBJECTS = "yes";
    const { messages } = await refresh(new Platform({}), buildTags(["a"]));
    expect(messages[0]).toMatch(/^ANALYTICS_MISSING_OBJECTS is "yes". Set it to the ids/);
  });
});
