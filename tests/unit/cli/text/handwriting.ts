import { isPlaceholder, type Json, type JsonObject, type Path } from "../../../../provider/src/core/model";
import { isObject, writeStableText } from "../../../../provider/src/core/model/json";
import fc from "../../../fast-check";

/** A step into a value: a key, or what tells an item of a list from its neighbors. */
type Step = string | ItemStep;
interface ItemStep {
  readonly item: string;
  /** Of several that are alike. */
  readonly nth: number;
}

/** A comment, and the entry it stands at. */
export interface Remark {
  readonly text: string;
  readonly at: readonly Step[];
}

/** A text as people write it, and the comments in it. */
export interface Handwriting {
  readonly text: string;
  readonly remarks: readonly Remark[];
}

/** What may be in a text. */
export interface Habits {
  /** Default: none. */
  readonly hasAnchors?: boolean;
  /** Comments and blank lines; default: some. */
  readonly hasRemarks?: boolean;
}

/** Writes a value as somebody might: any style, any indentation, comments, blank lines. */
export function writeByHand(value: Json, draw: fc.GeneratorValue, habits: Habits = {}): Handwriting {
  return new Hand(draw, habits).write(value);
}

/** The value an entry has; undefined where there is no such entry. */
export function findEntry(root: Json, path: readonly Step[]): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    if (typeof step === "string") value = isObject(value) ? value[step] : undefined;
    else value = Array.isArray(value) ? value[findIndex(value, step)] : undefined;
  }
  return value;
}

/** The same path with the positions of items. */
export function listPositions(root: Json, path: readonly Step[]): Path {
  let value: Json | undefined = root;
  return path.map((step) => {
    if (typeof step === "string") {
      value = isObject(value) ? value[step] : undefined;
      return step;
    }
    const index = Array.isArray(value) ? findIndex(value, step) : -1;
    value = Array.isArray(value) ? value[index] : undefined;
    return index;
  });
}

function findIndex(items: readonly Json[], { item, nth }: ItemStep): number {
  return items.flatMap((one, index) => (getName(one) === item ? [index] : []))[nth] ?? -1;
}

function buildStep(items: readonly Json[], index: number): ItemStep {
  const item = getName(items[index] as Json);
  return { item, nth: items.slice(0, index).filter((one) => getName(one) === item).length };
}

function getName(item: Json): string {
  return isObject(item) && typeof item.id === "string" ? `#${item.id}` : writeStableText(item);
}

const plain = /^(?!(?:null|true|false|~)$)[A-Za-z][\w/-]*(?: [\w/-]+)*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what can't stand as it is.
const printable = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]*$/;

class Hand {
  private readonly remarks: Remark[] = [];
  /** Anchors by the value they stand for. */
  private readonly anchors = new Map<string, string>();
  private count = 0;

  constructor(
    private readonly draw: fc.GeneratorValue,
    private readonly habits: Habits,
  ) {}

  write(value: Json): Handwriting {
    const { hasRemarks = true } = this.habits;
    const lines = hasRemarks && this.drawChance(2) ? ["# top of the file", ...(this.drawChance(2) ? [""] : [])] : [];
    if (this.drawChance(5)) lines.push("---");
    if (isObject(value) && this.drawChance(6)) lines.push(this.writeFlow(value, 0, []));
    else lines.push(...this.writeBlock(value, 0, []));
    if (hasRemarks && this.drawChance(3)) lines.push("# end of the file");
    const lineBreak = this.drawChance(6) ? "\r\n" : "\n";
    const isOpen = this.drawChance(4) && !/^\s*[|>]/m.test(lines.at(-1) as string) && !this.isBlockEnd(lines);
    return { text: lines.join(lineBreak) + (isOpen ? "" : lineBreak), remarks: this.remarks };
  }

  private isBlockEnd(lines: readonly string[]): boolean {
    return lines.some((line) => /[|>][-+\d]*(?: #.*)?$/.test(line));
  }

  /** True once in so many times. */
  private drawChance(times: number): boolean {
    return this.draw(fc.integer, { min: 1, max: times }) === times;
  }

  private isRemarked(times: number): boolean {
    return this.habits.hasRemarks !== false && this.drawChance(times);
  }

  private makeRemark(at: readonly Step[]): string {
    const text = `# r${++this.count}.`;
    this.remarks.push({ text, at: [...at] });
    return text;
  }

  /** The lines of a mapping or list that has lines of its own. */
  private writeBlock(value: Json, indent: number, at: readonly Step[]): string[] {
    const entries: [string, Json, Step][] = Array.isArray(value)
      ? value.map((item, index) => ["-", item, buildStep(value, index)])
      : this.listKeys(value as JsonObject).map((key) => [
          `${this.writeKey(key)}:`,
          (value as JsonObject)[key] as Json,
          key,
        ]);
    const blanks = " ".repeat(indent);
    return entries.flatMap(([head, inner, step], index) => {
      const path = [...at, step];
      // Above the first entry of all stands what is said of the file.
      const isTop = at.length === 0 && index === 0;
      const above = !isTop && this.isRemarked(8) ? [blanks + this.makeRemark(path)] : [];
      if (this.isRemarked(8)) above.unshift("");
      return [...above, ...this.writeEntry(blanks + head, inner, indent, path)];
    });
  }

  private writeEntry(head: string, value: Json, indent: number, at: readonly Step[]): string[] {
    const known = this.anchors.get(writeStableText(value));
    if (known !== undefined && this.drawChance(2)) return [`${head} *${known}${this.makeTrailing(at)}`];
    const isCollection =
      (Array.isArray(value) && value.length > 0) ||
      (isObject(value) && !isPlaceholder(value) && Object.keys(value).length > 0);
    const anchor = this.habits.hasAnchors && this.drawChance(12) ? this.makeAnchor() : "";
    const written = isCollection
      ? this.writeCollection(`${head}${anchor}`, value as Json[] | JsonObject, indent, at)
      : this.writeLeaf(`${head}${anchor}`, value, indent, at);
    if (anchor !== "") this.anchors.set(writeStableText(value), anchor.slice(2));
    return written;
  }

  private makeAnchor(): string {
    return ` &a${++this.count}`;
  }

  private writeCollection(head: string, value: Json[] | JsonObject, indent: number, at: readonly Step[]): string[] {
    const isItem = head.trimStart().startsWith("-");
    if (this.drawChance(3)) return [`${head} ${this.writeFlow(value, indent + 2, at)}${this.makeTrailing(at)}`];
    if (isItem && !head.includes("&") && this.drawChance(2)) {
      // The first entry on the line of the dash.
      const width = 1 + this.draw(fc.integer, { min: 1, max: 3 });
      const lines = this.writeBlock(value, indent + width, at);
      const first = lines.findIndex((line) => line.trim() !== "" && !line.trim().startsWith("#"));
      if (first === 0) return [head + (lines[0] as string).slice(indent + 1), ...lines.slice(1)];
      return [`${head}`, ...lines];
    }
    const isLoose = Array.isArray(value) && !isItem && this.drawChance(3);
    const step = isLoose ? 0 : 1 + this.draw(fc.integer, { min: 1, max: 3 });
    return [head + this.makeTrailing(at), ...this.writeBlock(value, indent + step, at)];
  }

  private makeTrailing(at: readonly Step[]): string {
    return this.isRemarked(8) ? ` ${this.makeRemark(at)}` : "";
  }

  private listKeys(value: JsonObject): string[] {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    return this.drawChance(3) ? keys.toReversed() : keys;
  }

  private writeKey(key: string): string {
    return plain.test(key) && !this.drawChance(10) ? key : JSON.stringify(key);
  }

  private writeLeaf(head: string, value: Json, indent: number, at: readonly Step[]): string[] {
    const isText =
      typeof value === "string" && printable.test(value) && /^\S[\s\S]*\S\n?$/.test(value) && !/\n\s*\n/.test(value);
    if (isText && (value.includes("\n") || this.drawChance(12))) {
      const step = 1 + this.draw(fc.integer, { min: 0, max: 3 });
      const body = value.endsWith("\n") ? value.slice(0, -1) : value;
      const sign = value.endsWith("\n") ? "|" : "|-";
      return [
        `${head} ${sign}${this.makeTrailing(at)}`,
        ...body.split("\n").map((line) => " ".repeat(indent + step) + line),
      ];
    }
    return [`${head} ${this.writeScalar(value)}${this.makeTrailing(at)}`];
  }

  private writeScalar(value: Json): string {
    if (isPlaceholder(value)) return /^[\w#-]+$/.test(value.$ref) ? `!ref ${value.$ref}` : JSON.stringify(value);
    if (typeof value !== "string") return JSON.stringify(value);
    if (plain.test(value) && !this.drawChance(4)) return value;
    if (printable.test(value) && !value.includes("\n") && this.drawChance(3)) return `'${value.replaceAll("'", "''")}'`;
    return JSON.stringify(value).replace(
      /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
      (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }

  private writeFlow(value: Json, indent: number, at: readonly Step[]): string {
    if (typeof value !== "object" || value === null || isPlaceholder(value)) return this.writeScalar(value);
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const entries: [string, Json, Step][] = Array.isArray(value)
      ? value.map((item, index) => ["", item, buildStep(value, index)])
      : this.listKeys(value).map((key) => [`${this.writeKey(key)}: `, value[key] as Json, key]);
    if (entries.length === 0) return `${open}${close}`;
    if (!this.drawChance(4)) {
      const pad = this.drawChance(2) ? " " : "";
      return (
        open +
        pad +
        entries.map(([head, inner, step]) => head + this.writeFlow(inner, indent, [...at, step])).join(", ") +
        pad +
        close
      );
    }
    const blanks = " ".repeat(indent + 2);
    const lines = entries.map(([head, inner, step], index) => {
      const path = [...at, step];
      const above = this.isRemarked(6) ? `${blanks}${this.makeRemark(path)}\n` : "";
      const comma = index < entries.length - 1 || this.drawChance(3) ? "," : "";
      return `${above}${blanks}${head}${this.writeFlow(inner, indent + 2, path)}${comma}${this.makeTrailing(path)}\n`;
    });
    return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
  }
}
