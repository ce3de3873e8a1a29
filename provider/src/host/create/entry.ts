/** One entry of a state. */
export interface Entry {
  /** The stamp from its create; undefined: an older release created it. */
  readonly stamp: string | undefined;
  /** The URN of its resource, if known. */
  readonly urn: string | undefined;
}

/**
 * Whether two resources belong to one stack of one project. An unknown URN may belong to any stack.
 *
 * A renamed stack counts as another one: its URNs look like those of a second stack that declares the same. Recovery then needs the time of the lost run.
 */
export function isSameStack(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || getStack(a) === getStack(b);
}

/** `urn:pulumi:<stack>::<project>` */
function getStack(urn: string): string {
  return urn.split("::", 2).join("::");
}
