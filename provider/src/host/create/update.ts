import { writeWatchers } from "../../core/api";
import type { Properties } from "../../core/engine";
import type { StateObject } from "../baseline/values";
import { type Access, addSent } from "../baseline/write";
import type { Journal, JournalledUpdate } from "./journal";
import { JournalEntry } from "./journal-entry";
import { getOwnership } from "./ownership";
import { openSealed, seal } from "./seal";
import { createStamp } from "./stamp";

/**
 * An update. If the process is killed before the engine has saved the result, the platform has changes that the state
 * lacks. The next update then recognizes them as its own and reports no conflict.
 */
export class Update {
  /** What the state knows, and what lost updates of this stack may have written since. */
  readonly before: StateObject;
  readonly #journal: Journal;
  /** What earlier updates of the object sent whose result no state has, oldest first. */
  readonly #lost: readonly JournalledUpdate[];

  constructor(
    private readonly access: Access & { readonly clientSecret: string },
    private readonly id: string,
    known: StateObject,
    private readonly inputs: Properties,
  ) {
    const { kind, context, clientSecret } = access;
    this.#journal = getOwnership(context.run).journal;
    this.#lost = this.#journal.updates.filter((one) => one.id === id);
    this.before = this.#lost.reduce((all: StateObject, record) => {
      const sent = openSealed(clientSecret, record.sent) as Properties | undefined;
      return sent === undefined ? all : addSent(kind, all, sent);
    }, known);
  }

  /** Runs it. The journal records it before its first request, and its result. */
  async run<T>(update: () => Promise<T>): Promise<T> {
    const { id, inputs } = this;
    const stamp = createStamp();
    const entry = new JournalEntry(this.#journal, stamp, () =>
      this.#journal.begin({ update: stamp, id, sent: seal(this.access.clientSecret, inputs) }),
    );
    const result = await writeWatchers.run(entry, update);
    // The state knows what the platform has.
    for (const lost of this.#lost) this.#journal.settle(lost.update);
    return result;
  }
}
