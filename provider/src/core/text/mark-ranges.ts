/** What stands for a secret in a text. */
export const mark = "[secret]";

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text with a mark instead of each range; overlapping ranges get one mark. */
export function markRanges(text: string, ranges: Range[]): string {
  let hidden = "";
  let end = 0;
  for (const range of ranges.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.end <= end) continue;
    hidden += range.start < end ? "" : text.slice(end, range.start) + mark;
    end = range.end;
  }
  return hidden + text.slice(end);
}
