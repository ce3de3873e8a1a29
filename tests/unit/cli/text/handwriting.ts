import { isPlaceholder, type Json, type JsonObject, type Path } from "../../../../provider/src/core/spec";
import { isObject, writeStableText } from "../../../../provider/src/core/spec/json";
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
export function handwritten(value: Json, draw: fc.GeneratorValue, habits: Habits = {}): Handwriting {
  return new Hand(draw, habits).write(value);
}

/** The value an entry has; undefined where there is no such entry. */
export function entryAt(root: Json, path: readonly Step[]): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    if (typeof step === "string") value = isObject(value) ? value[step] : undefined;
    else value = Array.isArray(value) ? value[indexOf(value, step)] : undefined;
  }
  return value;
}

/** The same path with the positions of items. */
export function positionsIn(root: Json, path: readonly Step[]): Path {
  let value: Json | undefined = root;
  return path.map((step) => {
    if (typeof step === "string") {
      value = isObject(value) ? value[step] : undefined;
      return step;
    }
    const index = Array.isArray(value) ? indexOf(value, step) : -1;
    value = Array.isArray(value) ? value[index] : undefined;
    return index;
  });
}

function indexOf(items: readonly Json[], { item, nth }: ItemStep): number {
  return items.flatMap((one, index) => (nameOf(one) === item ? [index] : []))[nth] ?? -1;
}

function stepTo(items: readonly Json[], index: number): ItemStep {
  const item = nameOf(items[index] as Json);
  return { item, nth: items.slice(0, index).filter((one) => nameOf(one) === item).length };
}

function nameOf(item: Json): string {
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
    const lines = hasRemarks && this.chance(2) ? ["# top of the file", ...(this.chance(2) ? [""] : [])] : [];
    if (this.chance(5)) lines.push("---");
    if (isObject(value) && this.chance(6)) lines.push(this.flow(value, 0, []));
    else lines.push(...this.block(value, 0, []));
    if (hasRemarks && this.chance(3)) lines.push("# end of the file");
    const lineBreak = this.chance(6) ? "\r\n" : "\n";
    const isOpen = this.chance(4) && !/^\s*[|>]/m.test(lines.at(-1) as string) && !this.endsInBlock(lines);
    return { text: lines.join(lineBreak) + (isOpen ? "" : lineBreak), remarks: this.remarks };
  }

  private endsInBlock(lines: readonly string[]): boolean {
    return lines.some((line) => /[|>][-+\d]*(?: #.*)?$/.test(line));
  }

  /** True once in so many times. */
  private chance(times: number): boolean {
    return this.draw(fc.integer, { min: 1, max: times }) === times;
  }

  private isRemarked(times: number): boolean {
    return this.habits.hasRemarks !== false && this.chance(times);
  }

  private remark(at: readonly Step[]): string {
    const text = `# r${++this.count}.`;
    this.remarks.push({ text, at: [...at] });
    return text;
  }

  /** The lines of a mapping or list that has lines of its own. */
  private block(value: Json, indent: number, at: readonly Step[]): string[] {
    const entries: [string, Json, Step][] = Array.isArray(value)
      ? value.map((item, index) => ["-", item, stepTo(value, index)])
      : this.keys(value as JsonObject).map((key) => [`${this.key(key)}:`, (value as JsonObject)[key] as Json, key]);
    const blanks = " ".repeat(indent);
    return entries.flatMap(([head, inner, step], index) => {
      const path = [...at, step];
      // Above the first entry of all stands what is said of the file.
      const isTop = at.length === 0 && index === 0;
      const above = !isTop && this.isRemarked(8) ? [blanks + this.remark(path)] : [];
      if (this.isRemarked(8)) above.unshift("");
      return [...above, ...this.entry(blanks + head, inner, indent, path)];
    });
  }

  private entry(head: string, value: Json, indent: number, at: readonly Step[]): string[] {
    const known = this.anchors.get(writeStableText(value));
    if (known !== undefined && this.chance(2)) return [`${head} *${known}${this.trailing(at)}`];
    const isCollection =
      (Array.isArray(value) && value.length > 0) ||
      (isObject(value) && !isPlaceholder(value) && Object.keys(value).length > 0);
    const anchor = this.habits.hasAnchors && this.chance(12) ? this.anchor() : "";
    const written = isCollection
      ? this.collection(`${head}${anchor}`, value as Json[] | JsonObject, indent, at)
      : this.leaf(`${head}${anchor}`, value, indent, at);
    if (anchor !== "") this.anchors.set(writeStableText(value), anchor.slice(2));
    return written;
  }

  private anchor(): string {
    return ` &a${++this.count}`;
  }

  private collection(head: string, value: Json[] | JsonObject, indent: number, at: readonly Step[]): string[] {
    const isItem = head.trimStart().startsWith("-");
    if (this.chance(3)) return [`${head} ${this.flow(value, indent + 2, at)}${this.trailing(at)}`];
    if (isItem && !head.includes("&") && this.chance(2)) {
      // The first entry on the line of the dash.
      const width = 1 + this.draw(fc.integer, { min: 1, max: 3 });
      const lines = this.block(value, indent + width, at);
      const first = lines.findIndex((line) => line.trim() !== "" && !line.trim().startsWith("#"));
      if (first === 0) return [head + (lines[0] as string).slice(indent + 1), ...lines.slice(1)];
      return [`${head}`, ...lines];
    }
    const isLoose = Array.isArray(value) && !isItem && this.chance(3);
    const step = isLoose ? 0 : 1 + this.draw(fc.integer, { min: 1, max: 3 });
    return [head + this.trailing(at), ...this.block(value, indent + step, at)];
  }

  private trailing(at: readonly Step[]): string {
    return this.isRemarked(8) ? ` ${this.remark(at)}` : "";
  }

  private keys(value: JsonObject): string[] {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    return this.chance(3) ? keys.toReversed() : keys;
  }

  private key(key: string): string {
    return plain.test(key) && !this.chance(10) ? key : JSON.stringify(key);
  }

  private leaf(head: string, value: Json, indent: number, at: readonly Step[]): string[] {
    const isText =
      typeof value === "string" && printable.test(value) && /^\S[\s\S]*\S\n?$/.test(value) && !/\n\s*\n/.test(value);
    if (isText && (value.includes("\n") || this.chance(12))) {
      const step = 1 + this.draw(fc.integer, { min: 0, max: 3 });
      const body = value.endsWith("\n") ? value.slice(0, -1) : value;
      const sign = value.endsWith("\n") ? "|" : "|-";
      return [
        `${head} ${sign}${this.trailing(at)}`,
        ...body.split("\n").map((line) => " ".repeat(indent + step) + line),
      ];
    }
    return [`${head} ${this.scalar(value)}${this.trailing(at)}`];
  }

  private scalar(value: Json): string {
    if (isPlaceholder(value)) return /^[\w#-]+$/.test(value.$ref) ? `!ref ${value.$ref}` : JSON.stringify(value);
    if (typeof value !== "string") return JSON.stringify(value);
    if (plain.test(value) && !this.chance(4)) return value;
    if (printable.test(value) && !value.includes("\n") && this.chance(3)) return `'${value.replaceAll("'", "''")}'`;
    return JSON.stringify(value).replace(
      /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
      (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }

  private flow(value: Json, indent: number, at: readonly Step[]): string {
    if (typeof value !== "object" || value === null || isPlaceholder(value)) return this.scalar(value);
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const entries: [string, Json, Step][] = Array.isArray(value)
      ? value.map((item, index) => ["", item, stepTo(value, index)])
      : this.keys(value).map((key) => [`${this.key(key)}: `, value[key] as Json, key]);
    if (entries.length === 0) return `${open}${close}`;
    if (!this.chance(4)) {
      const pad = this.chance(2) ? " " : "";
      return (
        open +
        pad +
        entries.map(([head, inner, step]) => head + this.flow(inner, indent, [...at, step])).join(", ") +
        pad +
        close
      );
    }
    const blanks = " ".repeat(indent + 2);
    const lines = entries.map(([head, inner, step], index) => {
      const path = [...at, step];
      const above = this.isRemarked(6) ? `${blanks}${this.remark(path)}\n` : "";
      const comma = index < entries.length - 1 || this.chance(3) ? "," : "";
      return `${above}${blanks}${head}${this.flow(inner, indent + 2, path)}${comma}${this.trailing(path)}\n`;
    });
    return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
  }
}
