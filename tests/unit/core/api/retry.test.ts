import { judge, parseRetryAfter } from "../../../../provider/src/core/api/transport/answer";
import { attemptsWhenBroken, Retries, retryDelay } from "../../../../provider/src/core/api/transport/retries";
import fc from "../../../fast-check";

const answer = (status: number) => ({ kind: "answer", status, headers: {}, text: "" }) as const;
const data = { kind: "data", data: {} } as const;

describe("retryDelay", () => {
  it("stays within an exponential that ends at 20 seconds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (failed, random) => {
        const delay = retryDelay(failed, () => random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(Math.min(20_000, 250 * 2 ** (failed - 1)));
      }),
    );
  });

  it("has full jitter: any part of the exponential, down to nothing", () => {
    expect(retryDelay(3, () => 0)).toBe(0);
    expect(retryDelay(3, () => 0.5)).toBe(500);
  });
});

describe("retryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  it.each([
    ["3", 3000],
    ["0.5", 500],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", undefined],
    ["0", undefined],
    ["-4", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("reads %p", (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });

  it("never throws and never asks for nothing", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = parseRetryAfter(header, now);
        expect(ms === undefined || (Number.isFinite(ms) && ms > 0)).toBe(true);
      }),
    );
  });
});

describe("judge", () => {
  it.each([
    [200, "good"],
    [202, "good"],
    [302, "refused"],
    [400, "refused"],
    [402, "refused"],
    [401, "unauthorized"],
    [403, "refused"],
    [404, "refused"],
    [408, "broken"],
    [409, "refused"],
    [412, "refused"],
    [429, "throttled"],
    [430, "throttled"],
    [500, "broken"],
    [501, "refused"],
    [503, "broken"],
    [520, "broken"],
  ])("%i is %s", (status, kind) => {
    expect(judge(answer(status), data).kind).toBe(kind);
  });

  it("takes a success that can't be read for a lost answer", () => {
    expect(judge(answer(200), { kind: "unreadable" })).toEqual({ kind: "broken", maybeApplied: true });
    expect(judge(answer(200), { kind: "page", form: "HTML", title: "" })).toEqual({
      kind: "broken",
      maybeApplied: true,
    });
  });

  it("is sure that nothing happened only where it is", () => {
    const page = { kind: "page", form: "HTML", title: "" } as const;
    const own = { kind: "data", data: { requestId: "r", code: "invalid_request" } } as const;
    for (const status of [400, 401, 403, 404, 409, 412, 422]) {
      expect(judge(answer(status), own).maybeApplied).toBe(false);
      // A firewall, a proxy or a cut answer: the platform may have carried the request out before.
      for (const body of [page, { kind: "unreadable" } as const, { kind: "data", data: undefined } as const]) {
        expect(judge(answer(status), body).maybeApplied).toBe(true);
      }
    }
    for (const status of [429, 430]) expect(judge(answer(status), page).maybeApplied).toBe(false);
    for (const status of [301, 303, 402, 405, 408, 410, 418, 451, 500, 502, 503, 504]) {
      expect(judge(answer(status), own).maybeApplied).toBe(true);
    }
  });

  it("takes a computation that timed out for an unfinished request, whatever the status", () => {
    for (const code of ["timedout", "timeout", "TIMED_OUT"]) {
      for (const status of [400, 402, 409]) {
        const body = { kind: "data", data: { requestId: "r", code } } as const;
        expect(judge(answer(status), body)).toEqual({ kind: "broken", maybeApplied: true });
      }
    }
  });
});

const verdicts = fc.constantFrom(
  ...[200, 302, 400, 401, 403, 404, 408, 409, 429, 500, 501, 502, 503].map((status) => judge(answer(status), data)),
  judge({ kind: "failure", code: "ECONNRESET", unsent: false, permanent: false }, undefined),
  judge({ kind: "failure", code: "ECONNREFUSED", unsent: true, permanent: false }, undefined),
  judge({ kind: "failure", code: "CERT_HAS_EXPIRED", unsent: true, permanent: true }, undefined),
);

describe("Retries", () => {
  it("never sends again what may have been carried out, unless it is repeatable", () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 40 }), (course) => {
        const retries = new Retries(false);
        for (const verdict of course) {
          const delay = retries.getNextDelay(verdict);
          if (verdict.maybeApplied) expect(delay).toBeUndefined();
        }
      }),
    );
  });

  it("never goes on after the platform's last word", () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 40 }), fc.boolean(), (course, repeatable) => {
        const retries = new Retries(repeatable);
        for (const verdict of course) {
          const delay = retries.getNextDelay(verdict);
          if (verdict.kind === "refused") expect(delay).toBeUndefined();
        }
      }),
    );
  });

  it("waits at least as long as the platform asks for", () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 40 }), fc.integer({ min: 1, max: 1_000_000 }), (course, asked) => {
        const retries = new Retries(true);
        for (const verdict of course) {
          const delay = retries.getNextDelay(verdict, asked);
          if (verdict.kind === "throttled" || verdict.kind === "broken") {
            expect(delay ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(asked);
          }
        }
      }),
    );
  });

  it("gives up on what stays broken, fetches one new token, and bears any number of 429s", () => {
    const count = (status: number) => {
      const retries = new Retries(true);
      let attempts = 1;
      while (attempts < 1000 && retries.getNextDelay(judge(answer(status), data)) !== undefined) attempts += 1;
      return attempts;
    };
    expect(count(503)).toBe(attemptsWhenBroken);
    expect(count(401)).toBe(2);
    expect(count(429)).toBe(1000);
  });
});
