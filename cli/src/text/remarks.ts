/**
 * Comments and blank lines, each at the entry it stands at: taken out of a text, and put back once the entries have
 * their new places.
 */
import { type Document, isCollection, type Node, visit } from "yaml";
import type { Entry, FlowEntry, Source } from "./source";
import { type Collection, type Content, getContents, isBlock, isEntry, readHeaderComment } from "./tree";

/** Lines of comments, beginning with `#`; "" is a blank line. */
type Lines = readonly string[];

/** What stands at an entry: above it, and at the end of its line. */
interface Remark {
  readonly above: Lines;
  readonly beside: Lines;
}

const none: Remark = { above: [], beside: [] };

/** The comments of a document that holds a collection. */
export class Remarks {
  private readonly remarks = new Map<Content, Remark>();
  /** Below the last entry of a collection. */
  private readonly ends = new Map<Collection, Lines>();
  private readonly root: Collection;
  /** At the top of the file. */
  private readonly head: Lines;

  /** Takes them out; the reader's own idea of what they belong to is dropped. */
  constructor(
    document: Document.Parsed,
    private readonly source: Source,
  ) {
    visit(document, { Node: (_, node) => dropComments(node) });
    this.root = document.contents as Collection;
    const { range } = source.getRoot(document);
    const before = readComments(source.text.slice(0, range.start));
    document.commentBefore = before.length > 0 ? formatComments(before) : null;
    document.comment = null;
    const below = splitLines(source.text.slice(range.end)).filter((line) => line === "" || line.startsWith("#"));
    this.collect(this.root, below);
    this.head = this.takeHead();
  }

  /** What stands above the first entry of an item stands above the item: both begin on one line. */
  lift(collection: Collection = this.root): void {
    for (const content of getContents(collection)) {
      const value = getValueNode(content);
      if (!isCollection(value)) continue;
      this.lift(value as Collection);
      const [inner] = getContents(value as Collection);
      if (isEntry(content) || inner === undefined) continue;
      const { above, beside } = this.getRemark(inner);
      this.add(inner, { above: [], beside });
      this.add(content, {
        above: [...this.getRemark(content).above, ...above.filter((line) => line !== "")],
        beside: this.getRemark(content).beside,
      });
    }
  }

  /** Whether there are comments inside a collection, which then can't stand on one line. */
  isInside(collection: Collection): boolean {
    return (
      this.ends.has(collection) ||
      getContents(collection).some((content) => {
        const { above, beside } = this.getRemark(content);
        const value = getValueNode(content);
        const isHere = beside.length > 0 || above.some((line) => line !== "");
        return isHere || (isCollection(value) && this.isInside(value as Collection));
      })
    );
  }

  /** Puts all of them at the entries that are to be printed. */
  putBack(): void {
    const [first] = getContents(this.root) as [Content];
    const { above, beside } = this.getRemark(first);
    this.add(first, { above: [...this.head, ...(above[0] === "" ? above.slice(1) : above)], beside });
    this.put(this.root);
  }

  private getRemark(content: Content): Remark {
    return this.remarks.get(content) ?? none;
  }

  private add(content: Content, { above, beside }: Remark): void {
    const { anchor } = (getValueNode(content) ?? {}) as Partial<Collection>;
    // A comment between an anchor and what it stands for would break their line.
    const isBroken = anchor !== undefined && isCollection(getValueNode(content));
    this.remarks.set(content, isBroken ? { above: [...above, ...beside], beside: [] } : { above, beside });
  }

  // Taking

  /** @param below what stands below the last entry, beside what the entry itself has. */
  private collect(collection: Collection, below: Lines): void {
    const left = isBlock(collection) ? this.collectLines(collection) : this.collectBrackets(collection);
    const end = [...left, ...below];
    while (end.at(-1) === "") end.pop();
    if (end.length > 0) this.ends.set(collection, end);
  }

  /** Returns what stands below the last entry. */
  private collectLines(collection: Collection): Lines {
    const { text } = this.source;
    let left: Lines = [];
    for (const entry of this.source.listBlockEntries(collection)) {
      const { content, core, headEnd, lead } = entry;
      const { node, range } = entry.value;
      const head = readComments(text.slice(headEnd, range.start));
      const above = [...left, ...splitLines(this.source.slice(lead))];
      if (isBlock(node)) {
        this.add(content, isEntry(content) ? { above, beside: head } : { above: [...above, ...head], beside: [] });
        this.collect(node as Collection, splitLines(text.slice(range.end, core.end)));
        left = [];
      } else {
        const end = this.source.endOfLines(range.end);
        const beside = [readHeaderComment(node) ?? [], readComments(text.slice(range.end, end))].flat();
        this.add(content, { above: [...above, ...head], beside });
        if (isCollection(node)) this.collect(node as Collection, []);
        left = splitLines(text.slice(end, core.end));
      }
    }
    return left;
  }

  private collectBrackets(collection: Collection): Lines {
    const { entries, closing } = this.source.listFlowEntries(collection);
    for (const entry of entries) {
      const { node } = entry.value;
      this.add(entry.content, { above: this.readAbove(entry), beside: this.readBeside(entry) });
      if (isCollection(node)) this.collect(node as Collection, []);
    }
    return readComments(this.source.slice(closing));
  }

  private readAbove({ lead, headEnd, value }: Entry): Lines {
    return readComments(`${this.source.slice(lead)}\n${this.source.text.slice(headEnd, value.range.start)}`);
  }

  private readBeside({ value, core, trail }: FlowEntry): Lines {
    return readComments(`${this.source.text.slice(value.range.end, core.end)}\n${this.source.slice(trail)}`);
  }

  /** What stands above the first entry belongs to the file, down to the last blank line if there is one. */
  private takeHead(): Lines {
    if (!isBlock(this.root)) return [];
    const [first] = getContents(this.root) as [Content];
    const { above, beside } = this.getRemark(first);
    const blank = above.lastIndexOf("");
    const head = blank < 0 ? above : above.slice(0, blank + 1);
    this.add(first, { above: above.slice(head.length), beside });
    return head;
  }

  // Putting

  private put(collection: Collection): void {
    const end = this.ends.get(collection);
    if (end) collection.comment = formatComments(end);
    for (const [index, content] of getContents(collection).entries()) {
      this.placeRemark(content, index === 0);
      const value = getValueNode(content);
      if (isBlock(value)) this.put(value as Collection);
    }
  }

  private placeRemark(content: Content, isFirst: boolean): void {
    const value = getValueNode(content);
    const { above: lines, beside } = this.getRemark(content);
    const place = isEntry(content) ? content.key : content;
    // One comment fits beside; none where an item's lines begin.
    const isBeside = beside.length > 0 && (isEntry(content) || !isBlock(value));
    if (isBeside) (isBlock(value) || value === null ? place : value).comment = formatComments(beside.slice(-1));
    const above = [...lines, ...(isBeside ? beside.slice(0, -1) : beside)];
    const blanks = above.findIndex((line) => line !== "");
    place.spaceBefore = !isFirst && above[0] === "";
    if (blanks >= 0) place.commentBefore = formatComments(above.slice(blanks));
  }
}

const getValueNode = (content: Content): Node | null => (isEntry(content) ? content.value : content);

function dropComments(node: Node): void {
  Object.assign(node, { comment: undefined, commentBefore: undefined, spaceBefore: undefined });
}

/** Lines of comments with single blank lines between. */
function splitLines(text: string): Lines {
  const lines = text.split("\n").map((line) => line.trim());
  lines.pop();
  return lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
}

/** The comments in a text that holds nothing else but blanks, anchors, tags and signs. */
function readComments(text: string): Lines {
  return (text.match(/(?<=^|\s)#[^\n]*/g) ?? []).map((comment) => comment.trimEnd());
}

/** Comments as the library has them: without their signs, a blank standing for an empty one. */
const formatComments = (lines: Lines) => lines.map((line) => (line === "#" ? " " : line.slice(1))).join("\n");
