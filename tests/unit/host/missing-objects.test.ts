import { type AnalyticsClient, ApiError } from "../../../provider/src/core/api";
import { Sightings } from "../../../provider/src/host/missing-objects";

const buildGone = (path: string) =>
  new ApiError({ method: "GET", path, status: 404, code: "not_found", detail: "not found", outcome: "notApplied" });

/** A platform that shows some folders, and counts how often it is asked who asks. */
function createPlatform(shownFolders: readonly string[] = []) {
  let identities = 0;
  const client = {
    readIdentity: async () => {
      identities += 1;
      return { userId: "ada", organizationId: "acme" };
    },
    members: { get: async () => ({ firstName: "Ada", lastName: "Admin", email: "ada@acme.example" }) },
    files: {
      get: async (id: string) => {
        if (!shownFolders.includes(id)) throw buildGone(`/v2/files/${id}`);
        return { id };
      },
    },
  } as unknown as AnalyticsClient;
  return { sightings: new Sightings(client), identities: () => identities };
}

/**
 * Looks for objects at once, as a refresh does; the ids of those that count as deleted, and of those that may only be
 * invisible.
 */
async function refresh(sightings: Sightings, found: Record<string, boolean>, folders: readonly string[] = []) {
  const deleted: string[] = [];
  const doubtful: string[] = [];
  const messages: string[] = [];
  await Promise.all(
    Object.entries(found).map(([id, isFound]) =>
      sightings
        .look({ id, description: `tag "${id}"`, folders }, async () => (isFound ? id : undefined))
        .then((result) => {
          if (result === undefined) deleted.push(id);
        })
        .catch((error: Error) => {
          doubtful.push(id);
          messages.push(error.message);
        }),
    ),
  );
  return { deleted, doubtful, messages };
}

const buildSome = (count: number, isFound: boolean, prefix = isFound ? "found" : "missing") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, isFound]));

test.each([
  ["the only one", 1, 0, true],
  ["one of ten", 1, 9, true],
  ["four of ten", 4, 6, true],
  ["half of ten", 5, 5, true],
  ["most of ten", 6, 4, false],
  ["all of two", 2, 0, false],
  ["all of ten", 10, 0, false],
])("%s missing in one run counts as deleted: %s of %s", async (_what, missing, shown, isDeleted) => {
  const { sightings, identities } = createPlatform();
  const { deleted, doubtful, messages } = await refresh(sightings, {
    ...buildSome(shown, true),
    ...buildSome(missing, false),
  });
  expect([deleted.length, doubtful.length]).toEqual(isDeleted ? [missing, 0] : [0, missing]);
  // Once for all of them.
  expect(identities()).toBe(1);
  for (const message of messages) {
    expect(message).toContain("isn't visible to Ada Admin <ada@acme.example>");
    expect(message).toContain("ANALYTICS_MISSING_OBJECTS=deleted");
  }
});

test("the objects of one folder count by themselves", async () => {
  const { sightings } = createPlatform(["sales", "finance"]);
  const finance = refresh(sightings, buildSome(10, true), ["finance"]);
  const { deleted, doubtful } = await refresh(sightings, buildSome(3, false), ["sales"]);
  await finance;
  expect([deleted.length, doubtful.length]).toEqual([0, 3]);
});

test("one whose folder is missing too may only be invisible; one whose folder is shown was deleted", async () => {
  expect((await refresh(createPlatform().sightings, { a: false }, ["sales"])).doubtful).toEqual(["a"]);
  expect((await refresh(createPlatform(["sales"]).sightings, { a: false }, ["sales"])).deleted).toEqual(["a"]);
});

test("what this run has seen was deleted since", async () => {
  const { sightings } = createPlatform();
  await refresh(sightings, buildSome(3, true, "tag"));
  expect((await refresh(sightings, buildSome(3, false, "tag"))).deleted).toHaveLength(3);
});

test("without an answer to who asks, nothing counts as deleted", async () => {
  const client = { readIdentity: () => Promise.reject(new Error("no connection")) } as unknown as AnalyticsClient;
  expect(await refresh(new Sightings(client), { a: false })).toEqual({
    deleted: [],
    doubtful: ["a"],
    messages: ["no connection"],
  });
});

describe("ANALYTICS_MISSING_OBJECTS", () => {
  afterEach(() => {
    delete process.env.ANALYTICS_MISSING_OBJECTS;
  });

  test("deleted: everything that is missing was deleted", async () => {
    process.env.ANALYTICS_MISSING_OBJECTS = "deleted";
    const { sightings, identities } = createPlatform();
    expect((await refresh(sightings, buildSome(4, false), ["sales"])).deleted).toHaveLength(4);
    expect(identities()).toBe(1);
  });

  test("another value is an error that names it", async () => {
    process.env.ANALYTICS_MISSING_OBJECTS = "yes";
    const { messages } = await refresh(createPlatform().sightings, { a: false });
    expect(messages).toEqual([`ANALYTICS_MISSING_OBJECTS is "yes". Set it to deleted, or unset it.`]);
  });
});
