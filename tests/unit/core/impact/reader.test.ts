import { setTimeout as wait } from "node:timers/promises";
import { PlatformReader } from "../../../../provider/src/core/impact";
import { audit, ScriptedServer, type Seen } from "../api/support";

const count = 60;
const workbooks = Array.from({ length: count }, (_, index) => ({
  workbookId: `w${index}`,
  workbookUrlId: `u${index}`,
  name: `W${index}`,
  url: `https://example.com/w${index}`,
  path: "Acme",
  latestVersion: 1,
  ownerId: "m",
  ...audit,
}));

/** A platform of workbooks whose sources take a while. */
async function startPlatform() {
  let underWay = 0;
  const seen = { most: 0 };
  const server = await ScriptedServer.start(async ({ path }: Seen) => {
    if (!path.endsWith("/sources")) return { json: { entries: path === "/v2/workbooks" ? workbooks : [] } };
    underWay += 1;
    seen.most = Math.max(seen.most, underWay);
    await wait(40);
    underWay -= 1;
    return path === "/v2/workbooks/w7/sources"
      ? { status: 403, json: { code: "forbidden", message: "no" } }
      : { json: [] };
  });
  return { server, seen };
}

test("sources are read once, at most five at once; what is refused is named", async () => {
  const { server, seen } = await startPlatform();
  try {
    const reader = await PlatformReader.open(server.createTestClient());
    const [sources] = await Promise.all([reader.readSources(), reader.readSources()]);
    await reader.readSources();
    expect(sources.size).toBe(count - 1);
    expect(reader.unread.map(({ document }) => document.name)).toEqual(["W7"]);
    expect(server.requests.filter(({ path }) => path.endsWith("/sources"))).toHaveLength(count);
    expect(seen.most).toBeGreaterThan(1);
    expect(seen.most).toBeLessThanOrEqual(5);
  } finally {
    await server.stop();
  }
});
