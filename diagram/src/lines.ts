import { type Face, measureText } from "./fonts";
import { cleanText } from "./graph";

/** How a text is set, and the room it has. */
export interface Setting {
  readonly size: number;
  readonly face?: Face;
  readonly width: number;
}

/**
 * A text as lines that fit: broken where words end, inside them where there is no other way; with `…` for what doesn't
 * fit at all.
 *
 * @example wrap("fact_orders_by_region_and_month", { size: 13, width: 120 }, 2)
 * // ["fact_orders_by_", "region_and_mo…"]
 */
export function wrap(text: string, setting: Setting, most: number): string[] {
  const isFitting = (line: string) => measureText(line.trimEnd(), setting.size, setting.face) <= setting.width;
  const words = cleanText(text).split(/(?<=[\s_./-])/u);
  const pieces = words.flatMap((word) => (isFitting(word) ? [word] : splitLetters(word)));
  const lines: string[] = [];
  let line = "";
  for (const [index, piece] of pieces.entries()) {
    if (line === "" || isFitting(line + piece)) {
      line += piece;
    } else if (lines.length < most - 1) {
      lines.push(line.trimEnd());
      line = piece;
    } else {
      return [...lines, cut(line + pieces.slice(index).join(""), isFitting)];
    }
  }
  return [...lines, line.trimEnd()];
}

/** A text as one line that fits. */
export function fitLine(text: string, setting: Setting): string {
  return wrap(text, setting, 1)[0]!;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader takes for letters, so that none is torn apart. */
const splitLetters = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

function cut(text: string, fits: (line: string) => boolean): string {
  let kept = "";
  for (const letter of splitLetters(text)) {
    if (!fits(`${kept}${letter}…`)) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}
