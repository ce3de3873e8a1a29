/** A part of a page, from a heading to the next one. */
export interface Section {
  /** The file of the page, seen from the one that searches. */
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  /** What readers call the page, as in the index. */
  readonly words: string;
  readonly text: string;
}
