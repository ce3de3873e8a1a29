import { AsyncLocalStorage } from "node:async_hooks";

/** Follows the requests of one operation that may change something on the platform. */
export interface WriteWatcher {
  /** A request is about to be sent. */
  noteSending(): void;
  /** The platform surely didn't carry it out. */
  noteNotApplied(): void;
}

/**
 * Who follows the operation that a request is part of. Requests of other operations that run meanwhile have another
 * one, or none.
 */
export const writeWatchers = new AsyncLocalStorage<WriteWatcher>();
