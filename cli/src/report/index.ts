/** What a command says to people: commands build it, and the renderers beside this file write it. */

/** Sections, the most important first: where room is short, the last are left out. */
export type Report = readonly Section[];

export interface Section {
  /** Left out: its lines are about the whole report, such as a verdict. */
  readonly title?: string;
  readonly lines: readonly (Line | string)[];
  /** How many lines are shown; the last one then counts the rest. Default: all. */
  readonly most?: number;
  /** Whether it is shown only to whoever asks for more, where that is possible and something else is shown. */
  readonly isFolded?: boolean;
  /** Stands above the lines. */
  readonly table?: Table;
}

/** Rows under heads. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A text, or a picture by its address. */
export type Cell = string | { readonly text: string; readonly picture: string };

/** Somebody else's text may stand in each field: renderers escape it. */
export interface Line {
  readonly text: string;
  /** What a comparison found. */
  readonly change?: Change;
  /** What became of it: `created`, `failed`. */
  readonly mark?: string;
  /** Of the mark; without one, of the text. */
  readonly tone?: Tone;
  /** Leads to what the line is about. */
  readonly url?: string;
  /** What belongs to it. */
  readonly lines?: readonly (Line | string)[];
  /** How many of `lines` are shown, as for a section. */
  readonly most?: number;
}

/** `before` and `after` name the sides of a comparison; `destroyed`: data or references are lost. */
export type Change = "before" | "after" | "destroyed" | "removed" | "added" | "changed";

export type Tone = "good" | "bad" | "warning" | "strong" | "quiet";

/** Whether anything is said. */
export const hasLines = ({ lines, table }: Section): boolean => lines.length > 0 || (table?.rows.length ?? 0) > 0;

export const toLine = (line: Line | string): Line => (typeof line === "string" ? { text: line } : line);

/** As many lines as may be shown; the last one says how many more there are. */
export function foldLines(lines: readonly (Line | string)[], most = Number.POSITIVE_INFINITY): Line[] {
  if (lines.length <= most) return lines.map(toLine);
  const more = lines.length - most + 1;
  return [...lines.slice(0, most - 1).map(toLine), { text: `… and ${more} more` }];
}
