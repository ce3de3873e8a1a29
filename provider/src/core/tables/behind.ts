/** Which rows are behind a metric. */
import {
  findNames,
  getPartEnd,
  getStart,
  getText,
  isToken,
  type Node,
  parseFormula,
  readName,
  type Token,
  walkTree,
} from "../formula";
import { findFunction, type PlatformFunction } from "../formula/functions";

/** What an aggregate reads of a table's rows. */
export interface Reading {
  /** Conditions that rows must fulfill. */
  readonly requires: readonly string[];
  /** Conditions by which it treats rows in different ways. */
  readonly splits: readonly string[];
  /** What it calculates with; rows where one is null have no part in it. */
  readonly values: readonly string[];
  /** Whether aggregates of others are inside, so that its conditions can't be counted. */
  readonly isNested: boolean;
}

/**
 * What each aggregate of a metric reads. Conditions are as large as they are: `[Paid] and [Open]` is one.
 *
 * @param formula with what its names stand for in their places.
 * @example listReadings("SumIf([Amount], [Paid])") // [{ requires: ["[Paid]"], splits: [], values: ["[Amount]"], … }]
 */
export function listReadings(formula: string): Reading[] {
  const readings: Reading[] = [];
  const read = (node: Node) => getText(formula, node);
  const isNested = (node: Node) => findCall(node, ({ isAggregate: one, isWindow }) => one || isWindow);
  const add = (reading: Reading, around: readonly Node[]) => {
    // The rows of another table are counted nowhere; without conditions it is a value of this table's row.
    if (!around.some(isRollup)) readings.push(reading);
    else if (reading.requires.length + reading.splits.length > 0) readings.push({ ...reading, isNested: true });
  };
  const isOfRows = (node: Node) => node.kind === "call" && findFunction(node.name.text)?.isAggregate === true;
  walkTree(parseFormula(formula).root, (node, around) => {
    // Beside aggregates, only a control has a name that is known. What else is there may read any rows.
    if (node.kind === "reference" && readName(node.token).segments.length > 1 && !around.some(isOfRows))
      readings.push({ requires: [read(node)], splits: [], values: [], isNested: true });
    if (node.kind !== "call" || !isOfRows(node)) return;
    const isConditional = /if$/i.test(node.name.text);
    const isCount = /^(count|ndv)/i.test(node.name.text);
    const first = /^countif$/i.test(node.name.text) ? 0 : 1;
    const [values, requires] = isConditional ? [node.args.slice(0, first), node.args.slice(first)] : [node.args, []];
    const splits = new Set(values.flatMap((value) => listSplits(formula, value)));
    const isRead = (value: Node) => !isNested(value) && findNames(read(value)).length > 0;
    const write = (value: Node) => {
      const written = dropLiterals(formula, value);
      // What a factor makes 0 adds nothing to a sum, as what a condition makes 0.
      const isProduct = /^sum(if)?$/i.test(node.name.text) && hasFactors(formula, value);
      return isProduct ? `nullif ( ${written} , 0 )` : written;
    };
    const reading: Reading = {
      requires: requires.map(read),
      splits: [...splits],
      // A plain count has a value of each row.
      values: isCount && splits.size === 0 ? [] : values.filter(isRead).map(write),
      isNested: node.args.some(isNested),
    };
    add(reading, around);
  });
  return readings;
}

/** The conditions that decide between values. */
function listSplits(formula: string, node: Node): string[] {
  const read = (one: Node) => getText(formula, one);
  const split = (some: readonly Node[]) => some.flatMap((one) => listSplits(formula, one));
  switch (node.kind) {
    case "test":
      return [read(node)];
    case "prefix":
      return node.operators.some(({ text }) => /^(not|!)$/i.test(text)) ? [read(node)] : split([node.operand]);
    case "chain":
      return ["or", "and", "comparison"].includes(node.level) ? [read(node)] : split(node.operands);
    case "branches":
    case "call": {
      const known = node.kind === "call" ? findFunction(node.name.text) : undefined;
      if (known?.isAggregate) return [];
      if (known?.returns === "logical") return [read(node)];
      const { conditions, values } = readChoice(node, read);
      return [...conditions, ...split(values)];
    }
    default:
      return split(node.parts.filter((part): part is Node => !isToken(part)));
  }
}

/** The conditions by which a node chooses, and the values that it chooses from or calculates with. */
interface Choice {
  readonly conditions: readonly string[];
  readonly values: readonly Node[];
}

function readChoice(node: Extract<Node, { kind: "branches" | "call" }>, read: (node: Node) => string): Choice {
  const compare = (subject: Node, value: Node) => `( ${read(subject)} ) = ( ${read(value)} )`;
  if (node.kind === "branches") {
    const { subject, branches, otherwise } = node;
    return {
      conditions: branches.map(([one]) => (subject === undefined ? read(one) : compare(subject, one))),
      values: [...branches.map(([, value]) => value), ...(otherwise ? [otherwise] : [])],
    };
  }
  const { args } = node;
  const [first, ...rest] = args;
  if (first === undefined) return { conditions: [], values: [] };
  /** Arguments by turns, of which a last one that would be a condition is the value of what is left. */
  const readTurns = (turns: readonly Node[], write: (one: Node) => string): Choice => {
    const isCondition = (at: number) => at % 2 === 0 && at < turns.length - 1;
    return {
      conditions: turns.filter((_, at) => isCondition(at)).map(write),
      values: turns.filter((_, at) => !isCondition(at)),
    };
  };
  switch (findFunction(node.name.text)?.name) {
    case "If":
      return readTurns(args, read);
    case "Switch":
      return readTurns(rest, (one) => compare(first, one));
    case "Choose":
      return { conditions: rest.map((_, at) => `( ${read(first)} ) = ${at + 1}`), values: rest };
    case "Nullif":
      return { conditions: rest.map((one) => compare(first, one)), values: args };
    case "Coalesce": {
      // Where the same stands for each null, the sum has nothing more of such rows.
      const conditions = rest.every(isLiteral) ? [] : args.slice(0, -1).map((one) => `isnotnull ( ${read(one)} )`);
      return { conditions, values: args };
    }
    default:
      return { conditions: [], values: args };
  }
}

const isLiteral = (node: Node): boolean =>
  node.kind === "prefix" ? isLiteral(node.operand) : ["number", "text", "constant"].includes(node.kind);
const isZero = (node: Node) => node.kind === "number" && Number(node.token.text) === 0;

/** Whether values are multiplied with each other. */
function hasFactors(formula: string, root: Node): boolean {
  let found = false;
  const hasNames = (node: Node) => findNames(getText(formula, node)).length > 0;
  walkTree(root, (node) => {
    found ||= node.kind === "chain" && node.level === "multiplicative" && node.operands.filter(hasNames).length > 1;
  });
  return found;
}

/** A value that is null where a condition makes it 0, or a literal stands for null: such a row adds nothing of its own. */
function dropLiterals(formula: string, root: Node): string {
  const read = (node: Node) => getText(formula, node);
  const zeros: Node[] = [];
  const names: Token[] = [];
  const visit = (node: Node): void => {
    if (isZero(node)) zeros.push(node);
    else if (node.kind === "group") node.items.forEach(visit);
    else if (node.kind === "branches") readChoice(node, read).values.forEach(visit);
    else if (node.kind === "call" && /^(if|switch|choose|coalesce|zn)$/i.test(node.name.text)) {
      readChoice(node, read).values.forEach(visit);
      if (/^coalesce$/i.test(node.name.text)) zeros.push(...node.args.filter((one) => isLiteral(one) && !isZero(one)));
      if (/^zn$/i.test(node.name.text)) names.push(node.name);
    }
  };
  visit(root);
  const cut = [
    ...zeros.map((node) => [getStart(node), getPartEnd(node), "null"] as const),
    ...names.map(({ start, text }) => [start, start + text.length, ""] as const),
  ].sort(([a], [b]) => b - a);
  const base = getStart(root);
  return cut.reduce(
    (text, [start, end, by]) => text.slice(0, start - base) + by + text.slice(end - base),
    getText(formula, root),
  );
}

/**
 * The values that a metric calculates with, and those that these are calculated with. What decides between values alone
 * isn't one of them.
 *
 * @param formula with what its names stand for in their places.
 * @example listMeasures("sumif ( - [price] , [paid] )") // ["- [price]", "[price]"]
 */
export function listMeasures(formula: string): string[] {
  const measures: string[] = [];
  const add = (node: Node): void => {
    measures.push(getText(formula, node));
    listOperands(formula, node).forEach(add);
  };
  walkTree(parseFormula(formula).root, (node) => {
    if (node.kind === "call" && isAggregate(node) && node.args[0] !== undefined) add(node.args[0]);
  });
  return measures;
}

/** What a value is calculated with. */
function listOperands(formula: string, node: Node): readonly Node[] {
  switch (node.kind) {
    case "group":
      return node.items;
    case "prefix":
      return [node.operand];
    case "chain":
      return ["additive", "multiplicative", "power"].includes(node.level) ? node.operands : [];
    case "branches":
    case "call":
      return readChoice(node, (one) => getText(formula, one)).values;
    default:
      return [];
  }
}

/** Of those that calculate with values. */
const isAggregate = (node: Node) =>
  node.kind === "call" && findFunction(node.name.text)?.isAggregate === true && !/^(count|ndv)/i.test(node.name.text);

/** What aggregates the rows of another table, for each row of this one. */
export const isRollup = (node: Node) => node.kind === "call" && findFunction(node.name.text)?.name === "Rollup";

/** Outside of rollups. */
function findCall(root: Node, isMeant: (called: PlatformFunction) => boolean): boolean {
  let found = false;
  walkTree(root, (node, around) => {
    const called = node.kind === "call" ? findFunction(node.name.text) : undefined;
    found ||= called !== undefined && isMeant(called) && !around.some(isRollup);
  });
  return found;
}
