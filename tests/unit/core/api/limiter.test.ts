import { collect, createClient } from "../../../../provider/src/core/api";
import { Limiter, type Permit, TokenBucket } from "../../../../provider/src/core/api/transport/limits";
import fc from "../../../fast-check";
import { simulate, simulatedUrl } from "./simulated";
import { clientId, clientSecret, identity, ScriptedServer, stopServers } from "./support";

jest.mock("../../../../provider/src/core/api/transport/http", () =>
  jest
    .requireActual("./simulated")
    .simulateHttp(jest.requireActual("../../../../provider/src/core/api/transport/http")),
);

afterEach(stopServers);

/** Whether a platform takes a request that arrives at a time (milliseconds). */
type Limit = (at: number) => boolean;

const limits: Record<string, (perSecond: number) => Limit> = {
  "a bucket of tokens": (perSecond) => {
    let tokens = perSecond;
    let last = 0;
    return (at) => {
      tokens = Math.min(perSecond, tokens + ((at - last) / 1000) * perSecond);
      last = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
  "so many in each second of the clock": (perSecond) => {
    let second = -1;
    let count = 0;
    return (at) => {
      if (Math.floor((at + 370) / 1000) !== second) count = 0;
      second = Math.floor((at + 370) / 1000);
      count += 1;
      return count <= perSecond;
    };
  },
  "so many in any second": (perSecond) => {
    let taken: number[] = [];
    return (at) => {
      taken = taken.filter((time) => time > at - 1000);
      if (taken.length >= perSecond) return false;
      taken.push(at);
      return true;
    };
  },
};

/** Sends `total` requests against a limit in simulated time, refused ones again; a few under way at once. */
function sendPaced(total: number, takes: Limit, { latencyMs = 10, underWay = 6 } = {}) {
  const bucket = new TokenBucket();
  let refused = 0;
  let now = 0;
  let begun = 0;
  const flying: { sentAt: number; arrivesAt: number }[] = [];
  for (let accepted = 0; accepted < total; ) {
    const readyAt =
      begun < total && flying.length < underWay ? Math.ceil(bucket.getReadyTime(now)) : Number.POSITIVE_INFINITY;
    const landsAt = flying[0] ? flying[0].arrivesAt + latencyMs / 2 : Number.POSITIVE_INFINITY;
    now = Math.max(now, Math.min(readyAt, landsAt));
    if (readyAt <= landsAt) {
      bucket.noteSent(now);
      begun += 1;
      flying.push({ sentAt: now, arrivesAt: now + latencyMs / 2 });
      continue;
    }
    const { sentAt, arrivesAt } = flying.shift() ?? { sentAt: now, arrivesAt: now };
    if (takes(arrivesAt)) {
      accepted += 1;
      bucket.noteAccepted(sentAt, now);
    } else {
      refused += 1;
      begun -= 1;
      bucket.noteRefused(sentAt, now, undefined, 0.5);
    }
  }
  return { seconds: now / 1000, refused };
}

describe.each(Object.keys(limits))("TokenBucket against %s", (kind) => {
  it.each([
    [300, 20],
    [2000, 200],
    [600, 50],
  ])("sends %i requests at %i per second with few refusals and little waste", (total, perSecond) => {
    const { seconds, refused } = sendPaced(total, limits[kind]!(perSecond));
    expect(refused / total).toBeLessThanOrEqual(0.05);
    expect(seconds).toBeLessThanOrEqual((1.2 * total) / perSecond);
  });

  it("always comes to an end, whatever limit and latency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 16 }),
        (perSecond, latencyMs, underWay) => {
          const { seconds } = sendPaced(100, limits[kind]!(perSecond), { latencyMs, underWay });
          const ideal = Math.max(100 / perSecond, (100 * latencyMs) / 1000 / underWay);
          expect(seconds).toBeLessThan(10 * ideal + 60);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("TokenBucket", () => {
  it("holds nothing back before the first refusal", () => {
    const bucket = new TokenBucket();
    for (let count = 0; count < 1000; count += 1) {
      expect(bucket.getReadyTime(1)).toBe(1);
      bucket.noteSent(1);
    }
  });

  it("forgets a single refusal soon", () => {
    const bucket = new TokenBucket();
    bucket.noteSent(0);
    bucket.noteRefused(0, 10, undefined);
    expect(bucket.getRate(11)).toBeLessThan(1);
    expect(bucket.getRate(20_000)).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes one refusal of a burst for all", () => {
    const bucket = new TokenBucket();
    for (let at = 0; at < 20; at += 1) bucket.noteSent(at);
    for (let at = 0; at < 10; at += 1) bucket.noteAccepted(at, 30);
    expect(bucket.noteRefused(10, 31, undefined)).toBe(true);
    const rate = bucket.getRate(32);
    for (let at = 11; at < 20; at += 1) expect(bucket.noteRefused(at, 33, undefined)).toBe(false);
    expect(bucket.getRate(32)).toBe(rate);
  });

  it("stays away as long as the platform asks, and longer each time it isn't enough", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600_000 }), (asked) => {
        const bucket = new TokenBucket();
        bucket.noteSent(0);
        bucket.noteRefused(0, 5, asked);
        expect(bucket.getReadyTime(6)).toBeGreaterThanOrEqual(5 + asked);
      }),
    );
    const bucket = new TokenBucket();
    let now = 0;
    const waits: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      bucket.noteSent(now);
      bucket.noteRefused(now, now + 1, undefined, 0);
      const next = bucket.getReadyTime(now + 1);
      waits.push(Math.round(next - now));
      now = next;
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(20_000);
    expect(waits.at(-1)).toBeLessThan(60_000);
  });
});

describe("Limiter", () => {
  it("never lets more be under way than its concurrency and its lanes allow, and serves everybody", async () => {
    const result = fc.constantFrom("good" as const, "other" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ spec: fc.boolean(), result, again: fc.boolean() }), { minLength: 1, maxLength: 80 }),
        async (calls) => {
          const limiter = new Limiter();
          let underWay = 0;
          let specs = 0;
          await Promise.all(
            calls.map(async ({ spec, result: kind, again }) => {
              const permit = await limiter.enter({ lane: spec ? "spec" : undefined, again });
              underWay += 1;
              if (spec) specs += 1;
              expect(underWay).toBeLessThanOrEqual(limiter.concurrency);
              expect(specs).toBeLessThanOrEqual(5);
              await new Promise(setImmediate);
              underWay -= 1;
              if (spec) specs -= 1;
              permit.leave({ kind });
            }),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it("grows while answers are good and all places taken, and halves on a 429, once per burst", async () => {
    const limiter = new Limiter();
    const start = limiter.concurrency;
    const waiting: Promise<Permit>[] = Array.from({ length: 400 }, () => limiter.enter());
    for (let round = 0; round < 40; round += 1) {
      const permits = await Promise.all(waiting.splice(0, limiter.concurrency));
      await new Promise((resolve) => setTimeout(resolve, 20));
      for (const permit of permits) permit.leave({ kind: "good" });
      if (limiter.concurrency > 2 * start) break;
    }
    const grown = limiter.concurrency;
    expect(grown).toBeGreaterThan(2 * start);
    const permits = await Promise.all(waiting.splice(0, grown));
    for (const permit of permits) permit.leave({ kind: "throttled" });
    expect(limiter.concurrency).toBeGreaterThanOrEqual(Math.floor(grown / 2) - 1);
    expect(limiter.concurrency).toBeLessThanOrEqual(Math.ceil(grown / 2) + 1);
  });

  it("lets go of those who no longer wait, and of its timer with the last of them", async () => {
    const limiter = new Limiter();
    const stop = new AbortController();
    const held = await Promise.all(Array.from({ length: limiter.concurrency }, () => limiter.enter()));
    const waiting = limiter.enter({ signal: stop.signal });
    const next = limiter.enter();
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    held[0]?.leave({ kind: "good" });
    await expect(next).resolves.toBeDefined();
  });
});

describe("a client", () => {
  it.each(["representations", "lists of data models"])(
    "reads at most five %s at once, and other things beside them",
    async (what) => {
      let underWay = 0;
      let most = 0;
      const server = await ScriptedServer.start(async ({ path }) => {
        if (!path.includes("/dataModels")) return { json: identity };
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 15));
        underWay -= 1;
        return { status: 404 };
      });
      const client = server.createTestClient();
      const read = (index: number): Promise<unknown> =>
        what === "representations" ? client.dataModels.getSpec(`m${index}`) : collect(client.dataModels.list());
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => client.readIdentity().then(() => read(index).catch(() => undefined))),
      );
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(5);
    },
  );

  it("gets 2,000 concurrent reads past a limit of 200 per second with at most 5 % refused", async () => {
    const accepts = limits["so many in any second"]!(200);
    let refused = 0;
    const isTaking = () => {
      const taken = accepts(performance.now());
      if (!taken) refused += 1;
      return taken;
    };
    const client = createClient({ baseUrl: simulatedUrl, clientId, clientSecret });
    await simulate({ json: identity, takes: isTaking }, () =>
      Promise.all(Array.from({ length: 2000 }, () => client.readIdentity())),
    );
    expect(refused / 2000).toBeLessThanOrEqual(0.05);
  });
});
