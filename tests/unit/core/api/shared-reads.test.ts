import { FreshReads, SharedReads } from "../../../../provider/src/core/api/transport/reads";
import { audit, ScriptedServer, stopServers } from "./support";

afterEach(async () => {
  jest.useRealTimers();
  await stopServers();
});

/** A load that counts itself. */
function createCounter() {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

describe("SharedReads", () => {
  it("asks once for all who read together or closely after each other", async () => {
    const reads = new SharedReads();
    const load = createCounter();
    expect(await Promise.all([reads.read("a", load), reads.read("a", load)])).toEqual([1, 1]);
    expect(await reads.read("a", load)).toBe(1);
    expect(await reads.read("b", load)).toBe(2);
  });

  it("asks anew after a gap, and in the longest burst after half a minute", async () => {
    jest.useFakeTimers();
    const reads = new SharedReads();
    const load = createCounter();
    await reads.read("a", load);
    jest.advanceTimersByTime(1_900);
    expect(await reads.read("a", load)).toBe(1);
    jest.advanceTimersByTime(2_100);
    expect(await reads.read("a", load)).toBe(2);
    const seen = new Set<number>();
    for (let second = 0; second < 40; second += 1) {
      jest.advanceTimersByTime(1_000);
      seen.add(await reads.read("a", load));
    }
    expect(seen).toEqual(new Set([2, 3]));
  });

  it("asks once while a read is under way, however long it takes", async () => {
    jest.useFakeTimers();
    const reads = new SharedReads();
    const load = createCounter();
    let finish = (_: number) => {};
    const slow = reads.read("a", () => new Promise<number>((resolve) => (finish = resolve)), { keptMs: 60_000 });
    for (const later of [2_100, 28_000, 40_000]) {
      jest.advanceTimersByTime(later);
      expect(reads.read("a", load)).toBe(slow);
      expect(reads.has("a", 60_000)).toBe(true);
    }
    finish(-1);
    expect(await slow).toBe(-1);
    // The age of an answer counts from its request.
    expect(reads.has("a", 60_000)).toBe(false);
    expect(await reads.read("a", load)).toBe(1);
  });

  it("asks anew after a read that was under way failed", async () => {
    jest.useFakeTimers();
    const reads = new SharedReads();
    let fail = (_: Error) => {};
    const slow = reads.read("a", () => new Promise<number>((_, reject) => (fail = reject)));
    jest.advanceTimersByTime(3_000);
    const second = reads.read("a", createCounter());
    fail(new Error("no"));
    await expect(slow).rejects.toThrow("no");
    await expect(second).rejects.toThrow("no");
    expect(await reads.read("a", createCounter())).toBe(1);
  });

  it("forgets at the end of a write, successful or not, even what is being read meanwhile", async () => {
    const reads = new SharedReads();
    const load = createCounter();
    let finish = (_: number) => {};
    const slow = reads.read("a", () => new Promise<number>((resolve) => (finish = resolve)));
    await reads.invalidateDuring("a", async () => undefined);
    expect(await reads.read("a", load)).toBe(1);
    finish(-1);
    expect(await slow).toBe(-1);
    expect(await reads.read("a", load)).toBe(1);
    await expect(reads.invalidateDuring("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await reads.read("a", load)).toBe(2);
  });

  it("keeps no failure", async () => {
    const reads = new SharedReads();
    await expect(reads.read("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await reads.read("a", createCounter())).toBe(1);
  });
});

describe("FreshReads", () => {
  it("asks after each caller, and once for all who ask while a read is under way", async () => {
    const reads = new FreshReads();
    let count = 0;
    const ends: (() => void)[] = [];
    const load = () =>
      new Promise<number>((resolve) => {
        count += 1;
        const answer = count;
        ends.push(() => resolve(answer));
      });
    const first = reads.read("a", load);
    await Promise.resolve();
    const others = Array.from({ length: 50 }, () => reads.read("a", load));
    expect(count).toBe(1);
    ends[0]?.();
    expect(await first).toBe(1);
    while (ends.length < 2) await Promise.resolve();
    ends[1]?.();
    expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
    const later = reads.read("a", load);
    while (ends.length < 3) await Promise.resolve();
    ends[2]?.();
    expect(await later).toBe(3);
  });

  it("asks anew after a read that failed, and stores nothing", async () => {
    const reads = new FreshReads();
    const failing = reads.read("a", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await reads.read("a", createCounter())).toBe(1);
    expect(reads.has()).toBe(false);
    expect(await reads.invalidateDuring("a", async () => 5)).toBe(5);
  });
});

describe("answers that are kept", () => {
  it("outlive a gap in the burst, but not their time, nor a write", async () => {
    const now = jest.spyOn(performance, "now").mockReturnValue(0);
    const reads = new SharedReads();
    let loads = 0;
    const read = (keptMs?: number) => reads.read("key", async () => ++loads, { keptMs });
    expect(await read(60_000)).toBe(1);
    now.mockReturnValue(50_000);
    expect(reads.has("key", 60_000)).toBe(true);
    expect(await read(60_000)).toBe(1);
    now.mockReturnValue(61_000);
    expect(reads.has("key", 60_000)).toBe(false);
    expect(await read(60_000)).toBe(2);
    await reads.invalidateDuring("key", async () => undefined);
    expect(reads.has("key", 60_000)).toBe(false);
    expect(await read()).toBe(3);
    now.mockReturnValue(64_000);
    expect(await read()).toBe(4);
    now.mockRestore();
  });
});

describe("tags", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `tag-${index}`);
  const buildTag = (name: string) => ({ ...audit, versionTagId: `id-${name}`, name, ownerId: "u", color: "grass" });

  it("are refreshed, all 1,000 of them, with one list of one page", async () => {
    const server = await ScriptedServer.start(() => ({ json: { entries: names.map(buildTag), nextPage: null } }));
    const client = server.createTestClient();
    for (const name of names) expect((await client.tags.findById(`id-${name}`))?.name).toBe(name);
    expect(server.calls.map(({ query }) => query.get("limit"))).toEqual(["1000"]);
  });

  it("are listed again after a change of this client, and don't come back from the archive", async () => {
    let description = "old";
    let isArchived = false;
    const server = await ScriptedServer.start(({ method }) => {
      if (method === "PATCH") description = "new";
      if (method === "DELETE") isArchived = true;
      const [first] = [{ ...buildTag("a"), description, isArchived }];
      return { json: method === "GET" ? { entries: [first], nextPage: null } : first };
    });
    const client = server.createTestClient();
    expect((await client.tags.findById("id-a"))?.description).toBe("old");
    await client.tags.update("id-a", { description: "new" });
    expect((await client.tags.findByName("a"))?.description).toBe("new");
    await client.tags.delete("id-a");
    expect(await client.tags.findById("id-a")).toBeUndefined();
  });
});
