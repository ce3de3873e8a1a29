import { z } from "zod";
import { Settings } from "../settings";

/** Which requests a rule means. All that is given must hold; the count of `nth` is the rule's own. */
const matching = {
  /** Names the rule in the request log; made up when left out. */
  id: z.string().min(1).optional(),
  method: z.string().toUpperCase().optional(),
  // Path without the query. `*` stands for one segment, `**` for any number: `/v2/dataModels/*/spec`.
  path: z.string().startsWith("/").optional(),
  /** Strikes only the nth matching request (1 is the first), or each of several. */
  nth: z.union([z.number().int().positive(), z.array(z.number().int().positive())]).optional(),
  /** Strikes so many times at most. */
  times: z.number().int().positive().optional(),
  /** Strikes with this probability, by a generator that starts from `seed`. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.number().int().default(1),
};

/**
 * A fault the emulator produces on purpose. "Applied" means: the platform did what was asked, only the answer suffers.
 */
export const FaultRule = z.discriminatedUnion("fault", [
  /** The connection is reset before the request is read. */
  z.strictObject({ ...matching, fault: z.literal("reset-before") }),
  /** The connection is reset before an answer; applied. */
  z.strictObject({ ...matching, fault: z.literal("reset-after") }),
  /** The answer comes late; applied at once. */
  z.strictObject({ ...matching, fault: z.literal("delay"), ms: z.number().positive() }),
  /** Another status than the real one. Not applied, unless `applied` says so: then only the answer is replaced. */
  z.strictObject({
    ...matching,
    fault: z.literal("status"),
    status: z.number().int().min(300).max(599),
    body: z.enum(["json", "html", "empty"]).default("json"),
    /** The code in the body. */
    code: z.string().optional(),
    /** As the header has it: seconds or a date. */
    retryAfter: z.union([z.string(), z.number()]).transform(String).optional(),
    applied: z.boolean().default(false),
  }),
  /** The second half of the body never comes; applied. */
  z.strictObject({ ...matching, fault: z.literal("cut-body") }),
  /** The body isn't JSON although it says so; applied. */
  z.strictObject({ ...matching, fault: z.literal("invalid-json") }),
  /** YAML although JSON was asked for; applied. */
  z.strictObject({ ...matching, fault: z.literal("yaml") }),
  /** The answer to a list leads to the same page again. */
  z.strictObject({ ...matching, fault: z.literal("repeat-page") }),
  /** Entries are missing from a list: it is late, or the credentials don't see them. */
  z.strictObject({
    ...matching,
    fault: z.literal("hide"),
    /** The entries that have one of these ids. Default: all. */
    ids: z.array(z.string()).optional(),
    /** Whether the answer is in no documented form: nothing but `entries`. */
    bare: z.boolean().default(false),
  }),
  /** A GET is answered as the same URL was answered at most so long ago: a proxy stores answers. */
  z.strictObject({
    ...matching,
    fault: z.literal("stored"),
    ms: z.number().positive(),
    /** Whether the proxy obeys `Cache-Control: no-cache`. */
    obeys: z.boolean().default(false),
  }),
  /** Other settings than the emulator's hold for the request: ids reassigned on this PUT, say. */
  z.strictObject({ ...matching, fault: z.literal("settings"), settings: z.record(z.string(), z.unknown()) }),
]);

/** A rule as it is given. */
export type FaultInput = z.input<typeof FaultRule>;
export type FaultRule = z.output<typeof FaultRule> & { readonly id: string };

/** The rules in force, in the order they were added. */
export class Faults {
  #rules: { rule: FaultRule; matches: (method: string, path: string) => boolean }[] = [];
  #added = 0;

  add(input: unknown): FaultRule {
    const parsed = FaultRule.parse(input);
    if (parsed.fault === "settings") {
      Settings.parse(parsed.settings);
    }
    const rule = { ...parsed, id: parsed.id ?? `${parsed.fault}-${++this.#added}` };
    this.#rules.push({ rule, matches: createMatcher(rule) });
    return rule;
  }

  list(): FaultRule[] {
    return this.#rules.map(({ rule }) => rule);
  }

  /** Without an id: all of them. */
  remove(id?: string): void {
    this.#rules = id === undefined ? [] : this.#rules.filter(({ rule }) => rule.id !== id);
  }

  /** The rule that strikes a request: the first that matches. The others count it all the same. */
  strike(method: string, path: string): FaultRule | undefined {
    return this.#rules.filter(({ matches }) => matches(method, path))[0]?.rule;
  }
}

/** Says of each request whether the rule strikes it; counts the requests it is meant for. */
function createMatcher(rule: FaultRule): (method: string, path: string) => boolean {
  const pattern = rule.path === undefined ? undefined : buildPathPattern(rule.path);
  const nths = rule.nth === undefined ? undefined : [rule.nth].flat();
  const random = createGenerator(rule.seed);
  let seen = 0;
  let struck = 0;
  return (method, path) => {
    if ((rule.method !== undefined && rule.method !== method) || pattern?.test(path) === false) {
      return false;
    }
    seen++;
    const strikes =
      (nths === undefined || nths.includes(seen)) &&
      (rule.probability === undefined || random() < rule.probability) &&
      (rule.times === undefined || struck < rule.times);
    if (strikes) {
      struck++;
    }
    return strikes;
  };
}

function buildPathPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === "**" ? ".*" : part === "*" ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
  return new RegExp(`^${source}$`);
}

/** Mulberry32: numbers in [0, 1) that are the same for the same seed. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
