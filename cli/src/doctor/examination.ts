import { type Answer, type Finding, skip } from "./finding";

/** A finding, and which probe it comes from. */
export interface Check extends Finding {
  /** Never changes, for scripts: `node`, `sign-in`, `read.tags`. A probe that saw several things has several checks. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
}

/** What a probe leaves to those that build on it: a value, or why there is none. */
export interface Probe<T> {
  readonly result: Promise<{ readonly value: T } | { readonly cause: string }>;
}

/** The same probe for those that can do without its value. */
export function makeOptional<T>({ result }: Probe<T>): Probe<{ readonly known?: T }> {
  return { result: result.then((came) => ({ value: "value" in came ? { known: came.value } : {} })) };
}

type ValuesOf<Needs extends readonly Probe<unknown>[]> = {
  [Index in keyof Needs]: Needs[Index] extends Probe<infer T> ? T : never;
};

/** Who a probe is. */
export interface Head {
  readonly id: string;
  readonly title: string;
  /** True when it leaves this machine. */
  readonly network?: boolean;
}

/**
 * Probes that run side by side. Each begins when those it needs have come to a value; where one hasn't, it is skipped
 * and says why. So a failure hides nothing but what can't be known without it.
 *
 * @example
 * ```ts
 * const ok = (seen: string): Finding => ({ result: "ok", seen });
 * const examination = new Examination({ offline: false });
 * examination.group("This machine");
 * const version = examination.probe({ id: "node", title: "Node" }, [],
 *   async () => ({ findings: [ok(process.version)], value: process.version }));
 * examination.probe({ id: "npm", title: "npm" }, [version], async (node) => ({ findings: [ok(`of ${node}`)] }));
 * const checks = await examination.finish(() => {});
 * ```
 */
export class Examination {
  readonly #offline: boolean;
  readonly #probes: Promise<Check[]>[] = [];
  #group = "";

  constructor({ offline }: { offline: boolean }) {
    this.#offline = offline;
  }

  /** How many probes there are. */
  get size(): number {
    return this.#probes.length;
  }

  /** Names what the next probes have in common. */
  group(title: string): void {
    this.#group = title;
  }

  /**
   * Adds a probe, and starts it as soon as can be.
   *
   * @param run is given the values of `needs`. What it throws is a finding too.
   */
  probe<T, const Needs extends readonly Probe<unknown>[]>(
    { id, title, network = false }: Head,
    needs: Needs,
    run: (...values: ValuesOf<Needs>) => Answer<T> | Promise<Answer<T>>,
  ): Probe<T> {
    const group = this.#group;
    const done = this.#perform(network, needs, run);
    this.#probes.push(done.then(({ findings }) => findings.map((finding) => ({ id, group, title, ...finding }))));
    return {
      result: done.then(({ findings, value }) => {
        if (value !== undefined) return { value };
        // Of a row of probes that need each other, all name the one that failed.
        const only = findings[0];
        return { cause: only?.result === "skipped" ? only.seen : `needs ${title}` };
      }),
    };
  }

  /** Waits for every probe; `step` is called at the end of each. */
  async finish(step: () => void): Promise<Check[]> {
    const checks = await Promise.all(this.#probes.map((probe) => probe.finally(step)));
    return checks.flat();
  }

  async #perform<T, Needs extends readonly Probe<unknown>[]>(
    network: boolean,
    needs: Needs,
    run: (...values: ValuesOf<Needs>) => Answer<T> | Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    if (network && this.#offline) return { findings: [skip("skipped by --offline")] };
    const values: unknown[] = [];
    for (const need of needs) {
      const result = await need.result;
      if ("cause" in result) return { findings: [skip(result.cause)] };
      values.push(result.value);
    }
    try {
      return await run(...(values as ValuesOf<Needs>));
    } catch (error) {
      return { findings: [{ result: "failed", seen: error instanceof Error ? error.message : String(error) }] };
    }
  }
}
