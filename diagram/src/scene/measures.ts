import type { Size } from "../flow";
import type { Area } from "../geometry";
import { changeSigns } from "../graph/words";
import type { Tree } from "./tree";

/** Sizes in the picture. */
export const sizes = {
  /** Of a card with a short name; a longer one makes it higher. */
  card: { width: 224, height: 64 },
  column: 21,
  /** A line of a label. */
  label: 16,
  /** Around what is in a frame; above it there is the heading. */
  padding: 22,
} as const;

/** How wide a text is in the page's letters of a size and weight. */
export type Ruler = (text: string, size: number, weight: number) => number;

/** A card's name and what is under it, as the stylesheet sets them: seen from near, and from far in large letters. */
const near = { name: { size: 12.5, line: 15 }, info: { size: 11, line: 15 }, width: 140 } as const;
const far = { size: 18, line: 20, width: 180 } as const;
const bold = 600;
/** The most lines of a name: more are nobody's name. */
const most = 8;

/** The height of a card's upper part, in which its name stands whole. */
export function measureCard(item: number, tree: Tree, ruler: Ruler): number {
  const { name } = tree.getItem(item);
  const { name: title, info, width } = near;
  const titles = countLines(name, width, (text) => ruler(text, title.size, bold));
  const infos = countLines(tree.describeItem(item), width, (text) => ruler(text, info.size, 400));
  const large = countLines(name, far.width, (text) => ruler(text, far.size, bold));
  return Math.max(sizes.card.height, titles * title.line + infos * info.line + 18, large * far.line + 14);
}

/** The height of a frame's heading, and where its text stands in it. */
export interface Heading {
  readonly height: number;
  readonly text: Area;
}

/** A heading's letters from near and from far, and the room around its icon and marks. */
const heading = {
  near: 14,
  info: 12,
  line: 20,
  far: { size: 20, line: 25 },
  icon: 50,
  most: 460,
  above: 8,
  below: 16,
} as const;

/** A frame's heading: in one line as wide as it has to be; a very long name is wrapped. */
export function measureHeading(item: number, tree: Tree, ruler: Ruler, room: number): Heading {
  const { name } = tree.getItem(item);
  const { near, far, above, below } = heading;
  const marks = [...tree.countChanges(item)].map(([what, count]) => `${changeSigns[what]}${count}`);
  const problems = tree.countProblems(item);
  const words = [...marks, ...(problems > 0 ? [`${problems} broken`] : [])];
  const beside = heading.icon + words.reduce((sum, word) => sum + ruler(word, 11, 700) + 18, 0);
  const info = ruler(tree.describeItem(item), heading.info, 400) + 20;
  const measureLarge = (text: string) => ruler(text, far.size, 650);
  const measureSmall = (text: string) => ruler(text, near, 650);
  const width = Math.ceil(
    Math.min(Math.max(measureLarge(name), measureSmall(name) + info), Math.max(room, heading.most) - beside),
  );
  const height = Math.max(
    countLines(name, width, measureLarge) * far.line,
    countLines(name, width - info, measureSmall) * heading.line,
  );
  return { height: above + height + below, text: { x: 0, y: above, width: width + beside, height } };
}

/** How many lines a column takes in a card, whose letters are larger from far. */
export function countColumnLines(text: string, ruler: Ruler): number {
  return countLines(text, sizes.card.width - 28, (part) => ruler(part, 14.5, 400));
}

/** The room of a line's label, in lines, which has larger letters from far. */
export function measureLabel(texts: readonly string[], ruler: Ruler): Size {
  const widths = texts.map((text) => Math.ceil(ruler(text, 13.5, 400)));
  return { width: Math.max(...widths) + 8, height: texts.length * sizes.label + 2 };
}

/** How many lines a text takes that breaks where words end, and inside words that are too long. */
function countLines(text: string, width: number, measure: (text: string) => number): number {
  let [lines, used] = [1, 0];
  const space = measure(" ");
  for (const word of text.split(/\s+/u)) {
    const length = measure(word);
    if (used > 0 && used + space + length > width) [lines, used] = [lines + 1, 0];
    if (length > width) {
      // A letter that isn't whole at the end of a line goes to the next.
      lines += Math.ceil(length / (width - 20)) - 1;
      used = width;
    } else {
      used += length + (used > 0 ? space : 0);
    }
    if (lines >= most) return most;
  }
  return lines;
}
