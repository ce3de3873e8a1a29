import { writeWatchers } from "../../core/api";
import type { Properties } from "../../core/engine";
import type { StateObject } from "../baseline/values";
import { type Access, addSent } from "../baseline/write";
import { getOwnership } from "./ownership";
import { openSealed, seal } from "./seal";

/** An update, with what the journal has of earlier ones. */
export interface JournalledUpdate {
  /** What the state knows, and what lost updates of this stack may have written since. */
  readonly before: StateObject;
  /** Runs the update. The journal records it before its first request, and its result. */
  run<T>(update: () => Promise<T>): Promise<T>;
}

/**
 * Opens an update. If the process is killed before the engine has saved the result, the platform has changes
 * that the state lacks. The next update then recognizes them as its own and reports no conflict.
 */
export function openUpdate(
  { kind, context, clientSecret }: Access & { readonly clientSecret: string },
  id: string,
  before: StateObject,
  inputs: Properties,
): JournalledUpdate {
  const attempt = getOwnership(context.run).beginUpdate(id, () => seal(clientSecret, inputs));
  const known = attempt.lost.reduce((all: StateObject, record) => {
    const sent = openSealed(clientSecret, record.sent) as Properties | undefined;
    return sent === undefined ? all : addSent(kind, all, sent);
  }, before);
  return {
    before: known,
    async run(update) {
      const result = await writeWatchers.run(attempt, update);
      attempt.noteDone();
      return result;
    },
  };
}
