import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

async function makeMany(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await running.emulator.ui.request("POST", "/v2/tags", { name: `tag ${index}`, color: "plum" });
    await running.emulator.ui.request("POST", "/v2/deploymentPolicies", { name: `policy ${index}` });
  }
}

const styles = [
  { list: "/v2/tags", cursor: "page", size: "limit", next: "nextPage", most: 1000 },
  { list: "/v2/deploymentPolicies", cursor: "pageToken", size: "pageSize", next: "nextPageToken", most: 500 },
];

describe.each(styles)("$list", ({ list, cursor, size, next, most }) => {
  test("gives 50 by default, and the rest by the cursor", async () => {
    await makeMany(55);
    const { body: first } = await running.api.get(list);
    expect(first.entries).toHaveLength(50);
    const { body: second } = await running.api.get(`${list}?${cursor}=${encodeURIComponent(first[next])}`);
    expect(second.entries).toHaveLength(5);
    expect(second[next] ?? null).toBeNull();
    expect(next in second).toBe(next === "nextPage");
  });

  test("has no cursor on a last page that is full", async () => {
    await makeMany(4);
    const { body: first } = await running.api.get(`${list}?${size}=2`);
    const { body: last } = await running.api.get(`${list}?${size}=2&${cursor}=${encodeURIComponent(first[next])}`);
    const { body: all } = await running.api.get(`${list}?${size}=4`);
    for (const { entries, [next]: after } of [last, all]) {
      expect(entries.length).toBeGreaterThan(1);
      expect(after ?? null).toBeNull();
    }
  });

  test("has every entry once with any page size", async () => {
    await makeMany(11);
    for (const pageSize of [1, 3, 11, most]) {
      const names = (await listAll(running.api, list, pageSize)).map((entry) => (entry as { name: string }).name);
      expect(names).toHaveLength(11);
      expect(new Set(names).size).toBe(11);
    }
  });

  test("refuses sizes that are none, and clamps or refuses larger ones", async () => {
    for (const wrong of [0, -1, 1.5, "many"]) {
      expect((await running.api.get(`${list}?${size}=${wrong}`)).status).toBe(400);
    }
    expect((await running.api.get(`${list}?${size}=${most + 1}`)).status).toBe(200);
    running.emulator.configure({ oversizedPage: "refuse" });
    expect((await running.api.get(`${list}?${size}=${most + 1}`)).status).toBe(400);
  });

  test("refuses an opaque cursor that isn't its own", async () => {
    running.emulator.configure({ cursors: "opaque" });
    await makeMany(2);
    const { body: other } = await running.api.get(
      list === "/v2/tags" ? "/v2/deploymentPolicies?pageSize=1" : "/v2/tags?limit=1",
    );
    for (const wrong of ["nonsense", other.nextPage ?? other.nextPageToken]) {
      expect((await running.api.get(`${list}?${cursor}=${wrong}`)).status).toBe(400);
    }
  });

  test("ignores the parameters of the other style", async () => {
    await makeMany(3);
    const other = styles.find((style) => style.list !== list)!;
    expect((await running.api.get(`${list}?${other.size}=1&${other.cursor}=x`)).body.entries).toHaveLength(3);
  });
});

test("only the page style has totals, and those may be missing", async () => {
  await makeMany(2);
  expect((await running.api.get("/v2/tags?limit=1")).body).toMatchObject({ total: 2, hasMore: true });
  expect(Object.keys((await running.api.get("/v2/deploymentPolicies?pageSize=1")).body)).toEqual([
    "entries",
    "nextPageToken",
  ]);
  running.emulator.configure({ listTotals: false });
  expect(Object.keys((await running.api.get("/v2/tags?limit=1")).body)).toEqual(["entries", "nextPage"]);
});

test("only the older lists say hasMore, and the oldest not even a total", async () => {
  const { api, emulator } = running;
  const listKeys = async (path: string) => Object.keys((await api.get(path)).body);
  const bookmarks = `/v2/workbooks/${emulator.seeded.workbooks.sales}/bookmarks`;
  for (const path of [bookmarks, "/v2/user-attributes", "/v2/sourceSwapPolicies"]) {
    expect(await listKeys(path)).toEqual(["entries", "nextPage", "total"]);
  }
  for (const path of ["/v2/dataModels", "/v2/files", "/v2.1/teams", "/v2.1/members", "/v2/connections/paths"]) {
    expect(await listKeys(path)).toEqual(["entries", "nextPage", "total", "hasMore"]);
  }
  for (const path of ["/v2/teams", "/v2/members"]) {
    expect(await listKeys(path)).toEqual(["entries", "nextPage"]);
  }
});

test("a plain number as the page is an offset: who counts pages gets rows twice", async () => {
  await makeMany(3);
  const { body } = await running.api.get("/v2/tags?limit=2");
  expect((await running.api.get("/v2/tags?limit=2&page=0")).body).toEqual(body);
  expect((await running.api.get("/v2/tags?limit=2&page=1")).body).toEqual(body);
  expect((await running.api.get("/v2/tags?limit=1&page=1")).body.entries[0]).toEqual(body.entries[1]);
  const { entries } = (await running.api.get("/v2/tags?limit=2&page=2")).body;
  expect((await running.api.get("/v2/tags?limit=2&page=3")).body.entries).toEqual(entries.slice(1));
  expect((await running.api.get("/v2/tags?limit=2&page=9")).body).toMatchObject({ entries: [], nextPage: null });
});

test("cursors are decimal numbers, but for lists of columns and queries, and can be opaque everywhere", async () => {
  await makeMany(3);
  const { api, emulator } = running;
  const isDecimal = async (path: string) => /^\d+$/.test((await api.get(`${path}?limit=1&pageSize=1`)).body.nextPage);
  const [model, workbook] = [emulator.seeded.legacyModel, emulator.seeded.workbooks.sales];
  for (const path of [
    `dataModels/${model}/columns`,
    `workbooks/${workbook}/columns`,
    `workbooks/${workbook}/queries`,
  ]) {
    expect([path, await isDecimal(`/v2/${path}`)]).toEqual([path, false]);
  }
  for (const path of ["/v2/tags", "/v2/files", "/v2/members"]) {
    emulator.configure({ cursors: "offset" });
    expect(await isDecimal(path)).toBe(true);
    emulator.configure({ cursors: "opaque" });
    expect(await isDecimal(path)).toBe(false);
  }
  expect(await listAll(running.api, "/v2/tags", 2)).toHaveLength(3);
});

test("pages of the second style have 1,000 entries at most, and in some lists 500", async () => {
  const { api, emulator } = running;
  emulator.configure({ oversizedPage: "refuse" });
  const lists = [
    ["/v2/accountTypes", 1000],
    ["/v2/api-credentials", 1000],
    ["/v2/api-connectors", 1000],
    ["/v2/tenants", 1000],
    [`/v2/connections/tables/${emulator.seeded.tables.orders}/columns`, 1000],
    ["/v2/deploymentPolicies", 500],
    ["/v2/deploymentPolicies/tenants", 500],
    ["/v2/saml/service-providers", 500],
    [`/v2/dataModels/${emulator.seeded.legacyModel}/sources`, 500],
  ] as const;
  for (const [path, most] of lists) {
    const statuses = [most, most + 1].map(async (size) => (await api.get(`${path}?pageSize=${size}`)).status);
    expect([path, ...(await Promise.all(statuses))]).toEqual([path, 200, 400]);
  }
});
