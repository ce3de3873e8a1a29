import type { FaultInput, Settings } from "analytics-emulator";
import type { Operation } from "../samples";

/** Seconds a request may take in these tests; a delayed answer takes longer. */
export const requestTimeout = 2;
/** Seconds that lists lag behind creates at most; see `listed late`. */
export const listingLag = 3;
const delayMs = requestTimeout * 1000 + 1000;

/** A fault as the matrix has it: what the platform does to a call. */
export interface Fault {
  readonly name: string;
  /** What strikes when a call, such as `PATCH /v2/tags/*`, is made. */
  rules(call: string): readonly FaultInput[];
  /** How the platform is meanwhile. */
  readonly settings?: Partial<Settings>;
  /**
   * `right`: nobody notices. `lost`: the answer to the call is lost, and what can't be looked up can't be right.
   * `error`: the operation fails. `either`: it depends on which reads the operation makes. `forgotten`: it goes well,
   * and the engine dies before it has saved that.
   */
  readonly leads: "right" | "lost" | "error" | "either" | "forgotten";
  /** Which calls it can strike; left out: all. */
  readonly strikes?: (call: string, operation: Operation) => boolean;
  /**
   * True for a way the platform may be, not an accident: what is intended then, only a run on such a platform tells.
   */
  readonly circumstance?: boolean;
  /** True for what takes a minute or more, or is much like another: only `npm run test:faults` runs it. */
  readonly thorough?: boolean;
}

type Answer = FaultInput extends infer Rule ? (Rule extends { fault: "status" } ? Omit<Rule, "fault"> : never) : never;

/** The requests that are such a call. */
function split(call: string): { method: string; path: string } {
  const [method = "", path = ""] = call.split(" ");
  return { method, path };
}

/** The first such call is struck. */
const strikeFirst = (fault: FaultInput) => (call: string) => [{ ...fault, ...split(call), nth: 1 }];
const answer = (given: Answer) => strikeFirst({ fault: "status", ...given });
/** Every request to the token endpoint is struck, so many times. */
const signIn = (fault: FaultInput, times: number) => () => [{ ...fault, path: "/v2/auth/token", times }];
/** All reads but the first, which asks who this is. */
const strikeLaterReads = (fault: FaultInput): FaultInput => ({
  ...fault,
  method: "GET",
  nth: Array.from({ length: 200 }, (_, index) => index + 2),
});

/** Every fault the emulator produces. */
export const faults: readonly Fault[] = [
  { name: "reset before", leads: "lost", rules: strikeFirst({ fault: "reset-before" }) },
  { name: "reset after", leads: "lost", rules: strikeFirst({ fault: "reset-after" }) },
  { name: "delayed past the deadline", leads: "lost", rules: strikeFirst({ fault: "delay", ms: delayMs }) },
  { name: "429", thorough: true, leads: "right", rules: answer({ status: 429 }) },
  { name: "429 Retry-After", thorough: true, leads: "right", rules: answer({ status: 429, retryAfter: 1 }) },
  { name: "429 HTML", leads: "right", rules: answer({ status: 429, body: "html" }) },
  { name: "500", leads: "lost", rules: answer({ status: 500 }) },
  { name: "500, applied", thorough: true, leads: "lost", rules: answer({ status: 500, applied: true }) },
  { name: "502 HTML", thorough: true, leads: "lost", rules: answer({ status: 502, body: "html" }) },
  { name: "502 HTML, applied", leads: "lost", rules: answer({ status: 502, body: "html", applied: true }) },
  { name: "503", thorough: true, leads: "lost", rules: answer({ status: 503, body: "empty", retryAfter: 1 }) },
  { name: "cut body", leads: "lost", rules: strikeFirst({ fault: "cut-body" }) },
  { name: "invalid JSON", thorough: true, leads: "lost", rules: strikeFirst({ fault: "invalid-json" }) },
  { name: "401 once", leads: "right", rules: answer({ status: 401 }) },
  { name: "token slow", thorough: true, leads: "right", rules: signIn({ fault: "delay", ms: delayMs }, 1) },
  {
    name: "token 429",
    thorough: true,
    leads: "right",
    rules: signIn({ fault: "status", status: 429, body: "html" }, 2),
  },
  { name: "token 500", leads: "right", rules: signIn({ fault: "status", status: 500 }, 2) },
  { name: "YAML for JSON", thorough: true, leads: "right", rules: (call) => [{ ...split(call), fault: "yaml" }] },
  { name: "YAML everywhere", leads: "right", rules: () => [{ fault: "yaml" }] },
  {
    name: "page repeated, answer lost",
    leads: "either",
    rules: (call) => [...strikeFirst({ fault: "reset-after" })(call), { fault: "repeat-page", method: "GET" }],
  },
  {
    name: "listed late, answer lost",
    leads: "lost",
    rules: strikeFirst({ fault: "reset-after" }),
    settings: { listingDelayMs: 2_000 },
  },
  {
    name: "ids reassigned on PUT",
    leads: "right",
    circumstance: true,
    strikes: (call) => call.startsWith("PUT"),
    rules: strikeFirst({ fault: "settings", settings: { reassignIdsOnPut: true } }),
  },
  { name: "two requests per second", leads: "right", rules: () => [], settings: { requestsPerSecond: 2 } },
  {
    name: "403 HTML from a front proxy",
    leads: "error",
    rules: (call) => [{ ...split(call), fault: "status", status: 403, body: "html" }],
  },
  {
    name: "killed before the state was saved",
    leads: "forgotten",
    rules: () => [],
  },
  {
    name: "answer lost, then an outage",
    leads: "either",
    thorough: true,
    rules: (call) => [
      { ...split(call), fault: "reset-after" },
      strikeLaterReads({ fault: "status", status: 503, body: "html" }),
    ],
  },
  {
    name: "an outage",
    leads: "error",
    thorough: true,
    rules: (call) => [{ ...split(call), fault: "status", status: 503, body: "html" }],
  },
];
