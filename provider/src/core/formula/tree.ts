/** The tree of a formula: every token of the text is in it, in order, so that it can be written back as it was. */
import type { Token } from "./tokens";

/** What a part of a tree consists of, in the order of the text. */
export type Part = Token | Node;

interface Parts {
  readonly parts: readonly Part[];
}

/** A value that is one token: `[Revenue]`, `"text"`, `1.5`, `True`; a word is a name without brackets. */
export interface Leaf extends Parts {
  readonly kind: "reference" | "text" | "number" | "constant" | "word" | "stray";
  readonly token: Token;
}

/** `Sum([Amount])`. */
export interface Call extends Parts {
  readonly kind: "call";
  readonly name: Token;
  readonly args: readonly Node[];
  readonly open: Token;
  /** Undefined: it is never closed. */
  readonly close: Token | undefined;
}

/** A value, or several, in parentheses. */
export interface Group extends Parts {
  readonly kind: "group";
  readonly items: readonly Node[];
  readonly open: Token;
  readonly close: Token | undefined;
}

/** `[Payload].users[0].email`. */
export interface Access extends Parts {
  readonly kind: "access";
  readonly of: Node;
  /** What leads further: the words behind dots, and indexes. */
  readonly steps: readonly Token[];
}

/** `-[Amount]`, `not [Paid]`. */
export interface Prefix extends Parts {
  readonly kind: "prefix";
  readonly operators: readonly Token[];
  readonly operand: Node;
}

/** Operators that bind equally, with the values between them: `[A] + [B] - [C]`. */
export interface Chain extends Parts {
  readonly kind: "chain";
  readonly level: Level;
  readonly operands: readonly Node[];
  readonly operators: readonly Token[];
}

export type Level = "or" | "and" | "comparison" | "concat" | "additive" | "multiplicative" | "power";

/** A test of SQL: `[A] is not null`, `[A] in ("x", "y")`, `[A] between 1 and 2`. */
export interface SqlTest extends Parts {
  readonly kind: "test";
  readonly left: Node;
  readonly word: Token;
  readonly isNegated: boolean;
  /** What it is compared with. */
  readonly operands: readonly Node[];
}

/** `case when … then … else … end` of SQL, `if … then … else … end` of others, and `… ? … : …`. */
export interface Branches extends Parts {
  readonly kind: "branches";
  readonly word: Token;
  /** What all conditions are compared with. */
  readonly subject: Node | undefined;
  readonly branches: readonly (readonly [condition: Node, value: Node])[];
  readonly otherwise: Node | undefined;
}

/** A value that isn't there. */
export interface Missing extends Parts {
  readonly kind: "missing";
  /** Where it is expected. */
  readonly at: number;
}

/** Values and strays without an operator between them. */
export interface Sequence extends Parts {
  readonly kind: "sequence";
  readonly items: readonly Node[];
}

/** What is nested too deeply. */
export interface TooDeep extends Parts {
  readonly kind: "too-deep";
}

export type Node = Leaf | Call | Group | Access | Prefix | Chain | SqlTest | Branches | Missing | Sequence | TooDeep;

/** A formula, read. */
export interface Formula {
  readonly text: string;
  readonly root: Node;
  /** All of its tokens, the last one with what is behind them. */
  readonly tokens: readonly Token[];
}

export const isToken = (part: Part): part is Token => !("parts" in part);

/** Writes a formula as it was read. */
export const printFormula = ({ root, tokens }: Formula): string => printPart(root) + tokens.at(-1)!.before;

/** Writes a part of a formula as it was read. */
export function printPart(part: Part): string {
  if (isToken(part)) return part.before + part.text;
  return part.parts.map(printPart).join("");
}

/** Where a part of a formula begins, without the space before it. */
export function getStart(part: Part): number {
  if (isToken(part)) return part.start;
  if (part.kind === "missing") return part.at;
  return getStart(part.parts[0]!);
}

/** Where it ends. */
export function getPartEnd(part: Part): number {
  if (isToken(part)) return part.start + part.text.length;
  return part.kind === "missing" ? part.at : getPartEnd(part.parts.at(-1)!);
}

/** The text of a part, without the space before it. */
export const getText = (formula: string, part: Part): string => formula.slice(getStart(part), getPartEnd(part));

/** Visits a node, and all that are in it, with those around each: the innermost last. */
export function walkTree(
  root: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: readonly Node[] = [],
): void {
  visit(root, around);
  const inside = [...around, root];
  for (const part of root.parts) if (!isToken(part)) walkTree(part, visit, inside);
}
