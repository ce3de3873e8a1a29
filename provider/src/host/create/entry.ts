/** One entry of a state. */
export interface Entry {
  /** The stamp from its create; undefined: an older release created it. */
  readonly stamp: string | undefined;
  /** The URN of its resource, if known. */
  readonly urn: string | undefined;
}
