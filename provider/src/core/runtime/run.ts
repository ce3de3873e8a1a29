/** Does what is left at the end of a run. `isSaved`: whether the engine has saved all responses already. */
type Ending = (isSaved: boolean) => void;

/**
 * One run of a program or of a command: what it knows, and who hears of it. Each door makes one and hands it down, so
 * that a process that serves another run begins anew.
 *
 * @example
 * ```ts
 * const createNames = () => new Map<string, string>();
 * const run = new Run();
 * run.get(createNames).set("orders", "urn:…"); // the same map for all that ask this run for it
 * ```
 */
export class Run {
  readonly #values = new Map<unknown, WeakMap<object, unknown>>();
  readonly #endings: Ending[] = [];

  /** @param log shows the user a message, about a resource where one is given. Default: this process prints it. */
  constructor(readonly log: (message: string, urn?: string) => void = (message) => console.log(message)) {}

  /**
   * What the run has one of, or one for each owner, such as a client.
   *
   * @param create makes it for the first that asks, and stands for it: a constant of a module.
   */
  get<T>(create: (run: Run) => T): T;
  get<T, Owner extends object>(create: (owner: Owner) => T, owner: Owner): T;
  get(create: (owner: never) => unknown, owner: object = this): unknown {
    const values = this.#values.get(create) ?? new WeakMap<object, unknown>();
    this.#values.set(create, values);
    if (!values.has(owner)) values.set(owner, create(owner as never));
    return values.get(owner);
  }

  /** Has something done at its end. */
  onEnd(ending: Ending): void {
    this.#endings.push(ending);
  }

  /** Its engine ends it. */
  end(isSaved: boolean): void {
    for (const ending of this.#endings.splice(0)) ending(isSaved);
  }
}
