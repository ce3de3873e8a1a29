/**
 * What one run knows: of a program or of a command. Each door makes one and hands it down, so that a process that
 * serves another run begins anew.
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

  /**
   * What the run has one of, or one for each owner, such as a client.
   *
   * @param create makes it for the first that asks, and stands for it: a constant of a module.
   */
  get<T>(create: () => T): T;
  get<T, Owner extends object>(create: (owner: Owner) => T, owner: Owner): T;
  get(create: (owner: object) => unknown, owner: object = this): unknown {
    const values = this.#values.get(create) ?? new WeakMap<object, unknown>();
    this.#values.set(create, values);
    if (!values.has(owner)) values.set(owner, create(owner));
    return values.get(owner);
  }
}
