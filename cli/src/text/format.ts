import { dropMark, parseJson, writeJson } from "pulumi-analytics-internal/core/data";
import { type Json, type ParseOptions, parseSpec } from "pulumi-analytics-internal/core/model";
import { isSameJson } from "pulumi-analytics-internal/core/model/json";
import { getFieldShape, pickObject, type Shape } from "pulumi-analytics-internal/core/model/schema";
import { createPositionFinder } from "pulumi-analytics-internal/core/model/text";
import { type Alias, CST, type Document, isCollection, isMap, Lexer, type Node, type Pair, visit } from "yaml";
import { UsageError } from "../command";
import { Layout } from "./layout";
import { getItemShape, sortDeep, sortKeys } from "./order";
import { Remarks } from "./remarks";
import { chooseShape } from "./shape";
import { Source } from "./source";
import { commaFix, commaProblem, findTrailingComma } from "./trailing-comma";
import { type Collection, getContents, getKey, getPairs, isEntry, readScalars } from "./tree";
import { printTree, readTree } from "./yaml";

/** How to read and write a text. */
export interface FormatOptions extends ParseOptions {
  /** Of what is a part of a workbook. */
  readonly shape?: Shape | undefined;
}

/** Where a text is from, and what is done with it. */
export interface KeptOptions extends ParseOptions {
  /** What would lose a comment, and what to do then. */
  readonly what?: string;
  readonly hint?: string;
}

/**
 * A model's text in canonical order and layout, with the same meaning and all its comments, each still at what it stood
 * at.
 *
 * @param language `json` is printed with two blanks a level.
 * @throws SpecSyntaxError when the text can't be read.
 * @throws UsageError when a comment or the meaning would get lost; it says which line to write in another way.
 */
export function formatModel(text: string, language: "yaml" | "json", options: FormatOptions = {}): string {
  const bare = dropMark(text).replaceAll("\r\n", "\n");
  const before = parseSpec(bare, options);
  const { shape = chooseShape(before) } = options;
  const formatted = language === "json" ? formatJson(bare, shape, options) : formatYaml(bare, shape);
  checkKept(bare, before, formatted, options);
  return text.includes("\r\n") ? formatted.replaceAll("\n", "\r\n") : formatted;
}

function formatJson(text: string, shape: Shape, { file = "the text" }: ParseOptions): string {
  try {
    return `${writeJson(sortDeep(parseJson(text) as Json, shape), 2)}\n`;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const comma = findTrailingComma(text);
    if (comma !== undefined) {
      const { line, column } = createPositionFinder(text)(comma);
      throw new UsageError(`${file}:${line}:${column}: ${commaProblem}. ${commaFix}`);
    }
    throw new UsageError(`${file} contains YAML, but its name says JSON. Rename it to \`.yaml\`.`);
  }
}

function formatYaml(text: string, shape: Shape): string {
  const closed = text.endsWith("\n") ? text : `${text}\n`;
  const document = readTree(closed);
  const root = document.contents;
  if (!isCollection(root) || root.items.length === 0) return closed;
  const remarks = new Remarks(document, new Source(closed));
  sort(root as Collection, shape, document);
  remarks.lift();
  new Layout(document, remarks).layOut(root, shape, { column: 0, indent: 0 });
  remarks.putBack();
  return printTree(document);
}

type Entry = Pair<Node, Node | null>;

/**
 * Puts the keys of every mapping in order, but for a mapping in which an alias would come to stand before its anchor.
 */
function sort(collection: Collection, shape: Shape | undefined, document: Document): void {
  const fields = isMap(collection) ? pickObject(shape, readScalars(collection, document)) : undefined;
  for (const content of getContents(collection)) {
    const [value, inner] = isEntry(content)
      ? [content.value, getFieldShape(fields, getKey(content))]
      : [content, getItemShape(shape)];
    if (isCollection(value)) sort(value as Collection, inner, document);
  }
  if (!isMap(collection)) return;
  const byKey = new Map(getPairs(collection).map((pair) => [getKey(pair), pair]));
  const order = sortKeys([...byKey.keys()], fields).map((key) => byKey.get(key) as Entry);
  if (order.length === collection.items.length && isSound(order, getPairs(collection))) collection.items = order;
}

/** Whether each alias still means the same anchor when the pairs of a mapping stand in another order. */
function isSound(after: readonly Entry[], before: readonly Entry[]): boolean {
  const [now, then] = [mapMeanings(after), mapMeanings(before)];
  return [...then].every(([alias, anchor]) => now.get(alias) === anchor);
}

/** Which of some pairs holds the anchor that an alias means; at the end, which holds the last anchor of each name. */
function mapMeanings(entries: readonly Entry[]): Map<Alias | string, Entry | undefined> {
  const found = new Map<Alias | string, Entry | undefined>();
  for (const entry of entries) {
    visit(entry.value, {
      Alias: (_, alias) => void found.set(alias, found.get(alias.source)),
      Value: (_, { anchor }) => void (anchor !== undefined && found.set(anchor, entry)),
    });
  }
  return found;
}

/** Nothing is lost: the result means what it should, and has the same comments. */
export function checkKept(
  before: string,
  form: Json,
  after: string,
  { what = "formatting", hint = "Move it to the line above.", ...options }: KeptOptions,
): void {
  const file = options.file ?? "the text";
  if (!isSameJson(parseSpec(after, options), form)) {
    throw new UsageError(`${file} can't be formatted without changing its meaning. Use simpler YAML.`);
  }
  const kept = findComments(after).map(({ text }) => text);
  const locate = createPositionFinder(before);
  const lost = findComments(before).flatMap(({ text, offset }) => {
    const index = kept.indexOf(text);
    if (index >= 0) kept.splice(index, 1);
    const { line, column } = locate(offset);
    return index >= 0 ? [] : [`${file}:${line}:${column}: ${what} would lose this comment: ${text}. ${hint}`];
  });
  if (lost.length > 0) throw new UsageError(...lost);
}

/** Every comment of a text. */
function findComments(text: string): { text: string; offset: number }[] {
  const found: { text: string; offset: number }[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith("#") && !isScalar) found.push({ text: lexeme.trimEnd(), offset });
    isScalar = lexeme === CST.SCALAR;
    if (!marks.has(lexeme)) offset += lexeme.length;
  }
  return found;
}

/** Signs of the lexer that are not in the text. */
const marks: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
