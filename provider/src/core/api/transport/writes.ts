import { AsyncLocalStorage } from "node:async_hooks";

/** Follows the requests of one operation that may change something on the platform. */
export interface WriteWatcher {
  /** A request is about to be sent. */
  sending(): void;
  /** The platform surely didn't carry it out. */
  notApplied(): void;
}

const watchers = new AsyncLocalStorage<WriteWatcher>();

/** Runs an operation whose requests are followed. Requests of other operations that run meanwhile are not. */
export function watchWrites<T>(watcher: WriteWatcher, operation: () => Promise<T>): Promise<T> {
  return watchers.run(watcher, operation);
}

/** Who follows the operation that this is part of. */
export function writeWatcher(): WriteWatcher | undefined {
  return watchers.getStore();
}
