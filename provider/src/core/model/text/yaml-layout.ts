/**
 * What is wrong with the layout of a YAML text that its parser refuses, in words that say what to write. The errors of
 * `yaml`, the other parser, read as well for few of these mistakes: a test names them.
 */

/** A place in a text, from 1. */
interface LayoutPosition {
  readonly line: number;
  readonly column: number;
}

/** What is wrong, where, and what to write. */
export interface LayoutProblem extends LayoutPosition {
  readonly reason: string;
  readonly hint: string;
}

/** What the parser says of a line that begins or ends in the wrong place. */
const isAboutLayout = /indentation|document separator|multiline key|block collection|block mapping|expected ':' after/;

/**
 * Explains why a parser of YAML or JSON refuses a text: a conflict of a merge, a line that begins in the wrong column,
 * or a space or quotes that are missing.
 *
 * @param reason what the parser says.
 * @param place where it stopped.
 * @returns undefined if it is about something else.
 * @example explainLayout("a:\n  b: 1\n c: 2\n", "bad indentation of a mapping entry", { line: 3, column: 2 })
 */
export function explainLayout(
  text: string,
  reason: string,
  { line, column }: LayoutPosition,
): LayoutProblem | undefined {
  const conflict = findConflict(text);
  if (conflict !== undefined) return conflict;
  if (!isAboutLayout.test(reason) || /tab/.test(reason)) return undefined;
  const lines = listLines(text.split(/\r?\n/, line));
  const found = lines.findLast(({ number }) => number <= line);
  if (found === undefined) return undefined;
  const above = lines.slice(0, lines.indexOf(found));
  return (
    findTab(found) ??
    findMissingDash(found, above) ??
    findBrokenBlock(found, above) ??
    findMissingSpace([...above.slice(-1), found]) ??
    findUnquotedSign(found) ??
    findUnquotedColon(found, line === found.number ? column : Number.POSITIVE_INFINITY) ??
    findMissingColon(found, above.at(-1)) ??
    findWrongColumn(found, above)
  );
}

/** A line with something in it that begins an entry. */
interface Line {
  readonly number: number;
  readonly text: string;
  /** The columns at which entries begin, from 1: each `-`, and the key after them. */
  readonly dashes: readonly number[];
  /** Where the text after the dashes begins. */
  readonly column: number;
  /** The text after the dashes, without a comment. */
  readonly entry: string;
  /** The key of the entry; undefined: it has none. */
  readonly key: string | undefined;
  /** What stands after the key, or the whole entry. */
  readonly value: string;
}

/** The lines that begin entries: none that are blank, comments, or inside of a block of text or of brackets. */
function listLines(texts: readonly string[]): Line[] {
  const lines: Line[] = [];
  /** The column that a line must be right of, to be inside a block of text. */
  let block: number | undefined;
  let depth = 0;
  for (const [index, text] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const line = readLine(text, index + 1);
    if (line === undefined) continue;
    const start = line.dashes[0] ?? line.column;
    if (block !== undefined && start > block && !isLast) continue;
    block = undefined;
    if (depth === 0 || isLast) lines.push(line);
    depth = Math.max(0, depth + countOpen(line.entry));
    if (isBlock(line)) block = line.dashes.at(-1) ?? line.column;
  }
  return lines;
}

function readLine(text: string, number: number): Line | undefined {
  const [lead] = /^\s*(?:-\s+)*/.exec(text)!;
  const entry = text
    .slice(lead.length)
    .replace(/(?:^|\s)#[\s\S]*/, "")
    .trimEnd();
  if (entry === "" || /^(?:---|\.\.\.|%)/.test(text)) return undefined;
  const dashes = [...lead.matchAll(/-/g)].map(({ index }) => index + 1);
  const [, key, value = ""] = /^("[^"]*"|'[^']*'|[^\s"'[{#&*!|>%@`-][^:]*):(?:\s([\s\S]*))?$/.exec(entry) ?? [];
  const column = lead.length + 1;
  return { number, text, dashes, column, entry, key, value: key === undefined ? entry : value.trimStart() };
}

/** The brackets that a line leaves open; those in quotes don't count. */
function countOpen(entry: string): number {
  const bare = entry.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|(\\.|[\s\S])/gy, "$1");
  const count = (pattern: RegExp) => (bare.match(pattern) ?? []).length;
  return /[[{]/.test(bare) || /^[\]}]/.test(bare) ? count(/[[{]/g) - count(/[\]}]/g) : 0;
}

/** What Git writes where two changes meet. */
function findConflict(text: string): LayoutProblem | undefined {
  const found = /^(?:<{7}|\|{7}|>{7}) .*$/m.exec(text);
  if (found === null) return undefined;
  const line = text.slice(0, found.index).split("\n").length;
  const hint = "Keep one of the two versions, or both, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.";
  return { line, column: 1, reason: "a conflict of a merge isn't resolved here", hint };
}

function findTab({ number, text }: Line): LayoutProblem | undefined {
  const at = /^[ \t]*/.exec(text)![0].indexOf("\t");
  if (at < 0) return undefined;
  return { line: number, column: at + 1, reason: "a tab stands in the indentation", hint: "Indent with spaces." };
}

/** A mapping below another one, which would both be items of a list. */
function findMissingDash(line: Line, above: readonly Line[]): LayoutProblem | undefined {
  const before = above.at(-1);
  const isMapping = ({ entry }: Line) => entry.startsWith("{");
  if (before === undefined || line.dashes.length > 0 || ![line, before].every(isMapping)) return undefined;
  return {
    line: line.number,
    column: line.column,
    reason: `this mapping stands below another one (line ${before.number}), and isn't an item of a list`,
    hint: "Begin each item of the list with `- `, in the same column.",
  };
}

/** A line of a block of text that is left of the block's first line. */
function findBrokenBlock(line: Line, above: readonly Line[]): LayoutProblem | undefined {
  if (line.key !== undefined || line.dashes.length > 0) return undefined;
  const before = above.findLast(({ key }) => key !== undefined);
  if (before === undefined || !isBlock(before)) return undefined;
  const block = `the text of \`${before.key}\` (line ${before.number})`;
  return {
    line: line.number,
    column: line.column,
    reason: `bad indentation: this line is left of the first line of ${block}`,
    hint: "Begin all lines of the text in the same column, or further right.",
  };
}

const isBlock = ({ value }: Line) => /^[|>][-+\d]*$/.test(value);

/** `-id: main` or `id:main`, which are one word each. */
function findMissingSpace(lines: readonly Line[]): LayoutProblem | undefined {
  for (const { number, column, entry, key } of lines) {
    const place = { line: number, column };
    const word = entry.split(/\s/, 1)[0]!;
    if (/^-\w[\w$-]*:(?=\s|$)/.test(entry)) {
      return {
        ...place,
        reason: `there is no space after the \`-\` of \`${word}\``,
        hint: `Write \`- ${word.slice(1)}\`.`,
      };
    }
    if (key === undefined && /^[a-zA-Z_]\w*:(?!\/\/)[^\s:]/.test(word)) {
      return {
        ...place,
        reason: `there is no space after the \`:\` of \`${word}\``,
        hint: `Write \`${word.replace(":", ": ")}\`.`,
      };
    }
  }
  return undefined;
}

/** `name: @all`, and a text in quotes after whose end more follows: `name: 'it's'`. */
function findUnquotedSign({ number, text, dashes, column, key, value }: Line): LayoutProblem | undefined {
  const isReserved = /^[`@%]/.test(value);
  const isEnded = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*[^\s:,\]}]/.test(value);
  const isValue = key !== undefined || dashes.length > 0;
  if (!isValue || !(isReserved || isEnded)) return undefined;
  const meant = isEnded && value.at(-1) === value[0] ? value.slice(1, -1) : value;
  const what = key === undefined ? "the item" : `the value of \`${key}\``;
  return {
    line: number,
    column: text.indexOf(value, column - 1 + (key?.length ?? 0)) + 1,
    reason: isReserved
      ? `${what} begins with ${value[0]}, which needs quotes`
      : `${what} goes on after its closing quote`,
    hint: `Write \`${key === undefined ? "-" : `${key}:`} ${JSON.stringify(meant)}\`.`,
  };
}

/** `name: Orders: all` */
function findUnquotedColon({ number, text, column, key, value }: Line, mark: number): LayoutProblem | undefined {
  if (key === undefined || /^["'[{|>&*!]/.test(value) || !/:(?:\s|$)/.test(value)) return undefined;
  const start = text.indexOf(value, column - 1 + key.length) + 1;
  if (mark < start) return undefined;
  return {
    line: number,
    column: start,
    reason: `the value of \`${key}\` has a \`:\` in it, and no quotes`,
    hint: `Write \`${key}: ${JSON.stringify(value)}\`.`,
  };
}

/** `name Orders`, in the line or in the one above, which then goes on in it. */
function findMissingColon(line: Line, before: Line | undefined): LayoutProblem | undefined {
  const wrong = [before, line].find((one) => one?.key === undefined && one?.column === line.column);
  const { number = 0, column = 0, entry = "" } = wrong ?? {};
  const [, word, rest] = /^([a-zA-Z_]\w*)\s+(\S.*)$/.exec(entry) ?? [];
  if (word === undefined) return undefined;
  return {
    line: number,
    column: column + word.length,
    reason: `there is no \`:\` after \`${word}\``,
    hint: `Write \`${word}: ${rest}\`.`,
  };
}

/** An entry above, to which another one may belong. */
interface Level {
  readonly column: number;
  readonly isDash: boolean;
  readonly name: string;
  readonly number: number;
  /** Whether it has its value in its own line, so that nothing can be deeper. */
  readonly isDone: boolean;
}

/** A line that begins where nothing above begins, or deeper than what has its value already. */
function findWrongColumn(line: Line, above: readonly Line[]): LayoutProblem | undefined {
  const start = line.dashes[0] ?? line.column;
  const isDash = line.dashes.length > 0;
  const open = listOpenLevels(above);
  const levels = open.filter((level) => level.isDash === isDash);
  const name = isDash ? "-" : (line.key ?? line.entry);
  const nearest = levels.reduce<Level | undefined>(
    (best, level) => (best && Math.abs(best.column - start) < Math.abs(level.column - start) ? best : level),
    undefined,
  );
  const other = open.find(({ column }) => column === start);
  const parent = open.at(-1);
  if (nearest === undefined && parent?.isDone && start > parent.column) {
    return {
      line: line.number,
      column: start,
      reason:
        `\`${name}\` begins in column ${start}, below \`${parent.name}\` in line ${parent.number}, ` +
        "which has its value already",
      hint: "Remove that value, or write a key above this line.",
    };
  }
  if (nearest === undefined || nearest.column === start) return undefined;
  const why =
    parent?.isDone && start > parent.column
      ? `deeper than \`${parent.name}\` in line ${parent.number}, which has its value already`
      : other
        ? `as the \`${other.name}\` of line ${other.number} does, which is ${describeSort(other)}`
        : "where nothing above begins";
  return {
    line: line.number,
    column: start,
    reason: `bad indentation: \`${name}\` begins in column ${start}, ${why}`,
    hint: `Begin it in column ${nearest.column}, as \`${nearest.name}\` in line ${nearest.number}.`,
  };
}

const describeSort = ({ isDash }: Level) => (isDash ? "an item of a list" : "a key");

/** The entries that are open after these lines, the outermost first. */
function listOpenLevels(above: readonly Line[]): Level[] {
  let open: Level[] = [];
  for (const { number, dashes, column, key, value } of above) {
    const first = dashes[0] ?? column;
    open = open.filter(
      (level) => level.column < first || (level.column === first && level.isDash !== dashes.length > 0),
    );
    for (const dash of dashes) open.push({ column: dash, isDash: true, name: "-", number, isDone: false });
    if (key === undefined) continue;
    const isDone = value !== "" && !/^[&!]\S*$/.test(value);
    open.push({ column, isDash: false, name: key, number, isDone });
  }
  return open;
}
