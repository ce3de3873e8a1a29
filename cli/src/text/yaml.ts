/**
 * How model files are read into and printed from the `yaml` library's tree. Models are read with js-yaml everywhere
 * else; `fmt` and `pull` edit files in place, and js-yaml keeps neither comments nor how a text is written.
 * This library is in the command's bundle only.
 */
import { escapeUnits, listInvisible, replaceInvisible } from "pulumi-analytics-internal/core/text";
import {
  Document,
  type DocumentOptions,
  type Node,
  type ParseOptions,
  parseDocument,
  type Scalar,
  type ScalarTag,
  type SchemaOptions,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

type CollectionTag = Exclude<Extract<NonNullable<SchemaOptions["customTags"]>, unknown[]>[number], string | ScalarTag>;
type Tag = ScalarTag | CollectionTag;

/**
 * What readers of some version of YAML take for a line break, hide, or refuse, and halves of characters: written as
 * escapes.
 */
const hazards =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that are looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]|\p{Surrogate}/u;
const everyHazard = new RegExp(hazards.source, "gu");

/** Whether a text can't stand as it is, in whatever style. */
export const isEscapeNeeded = (text: string) => hazards.test(text) || listInvisible(text).length > 0;

/** Characters that a line of folded text may have. */
const foldedWidth = 120;

/** A double-quoted text on one line; also valid JSON. */
function quoteDouble(text: string): string {
  return replaceInvisible(JSON.stringify(text).replace(everyHazard, escapeUnits), escapeUnits);
}

const own: Readonly<Record<string, (tag: Tag) => Tag>> = {
  "tag:yaml.org,2002:str": (tag) => ({ ...(tag as ScalarTag), stringify: createTextPrinter(tag as ScalarTag) }),
  // A number stays as it was written: 1.50, 0x10, 1e400.
  "tag:yaml.org,2002:int": keepSource,
  "tag:yaml.org,2002:float": keepSource,
  // Mappings with blanks inside their braces, lists without: { a: [1, 2] }.
  "tag:yaml.org,2002:map": (tag) => padTag(tag as CollectionTag, " "),
  "tag:yaml.org,2002:seq": (tag) => padTag(tag as CollectionTag, ""),
};

/**
 * Words, blanks, dots and dashes that every reader takes for a text, without quotes, wherever they stand. Most texts of
 * a model are such, and the library tries each against all that it might be taken for.
 */
const plainWords = /^(?!(?:y|yes|n|no|true|false|on|off|null)$)[a-z][\w .-]*(?<![ -])$/i;

/** Whether a text is printed as it is, without quotes. */
export const isPlainWords = (text: string) => plainWords.test(text);

/**
 * Prints texts as the library does, but for double quotes, merge keys, and folded texts, which keep their narrow lines.
 */
function createTextPrinter({ stringify }: ScalarTag): NonNullable<ScalarTag["stringify"]> {
  return (item, context, ...rest) => {
    const { value, type } = item as Scalar<string>;
    if (type === "QUOTE_DOUBLE") return quoteDouble(value);
    if (type === "PLAIN" && (value === "<<" || isPlainWords(value))) return value;
    const options = type === "BLOCK_FOLDED" ? { ...context.options, lineWidth: foldedWidth } : undefined;
    return stringify?.(item, options === undefined ? context : { ...context, options }, ...rest) ?? "";
  };
}

function keepSource(tag: Tag): Tag {
  const { stringify } = tag as ScalarTag;
  return { ...(tag as ScalarTag), stringify: (item, ...rest) => item.source ?? stringify?.(item, ...rest) ?? "" };
}

/** Mappings of one pair that are printed as `[a: 1]`. */
const bare = new WeakSet<object>();

/** Has a mapping of one pair, which is an item of a list in brackets, printed as `a: 1`. */
export function printWithoutBraces(map: YAMLMap<unknown, unknown>): void {
  bare.add(map);
}

/** Printing asks every tag for a `stringify`, although the types have it for scalars only. */
function padTag(tag: CollectionTag, flowCollectionPadding: string): Tag {
  const stringify: NonNullable<ScalarTag["stringify"]> = (item, context, ...rest) => {
    const collection = item as unknown as YAMLMap | YAMLSeq;
    const text = collection.toString({ ...context, flowCollectionPadding } as typeof context, ...rest);
    return bare.has(collection) && context.inFlow ? text.replace(/^\{ (.*) \}$/, "$1") : text;
  };
  return { ...tag, stringify } as unknown as CollectionTag;
}

const schema = new Document(undefined, {
  version: "1.2",
  // Quoted is also what an older reader would take for a boolean, a date or a number.
  compat: "yaml-1.1",
  customTags: (tags) => tags.map((tag) => (typeof tag === "string" ? tag : (own[tag.tag]?.(tag) ?? tag))),
}).schema;

/** The schema is made once: that takes longer than reading or printing a line. */
const options: SchemaOptions & DocumentOptions = { version: "1.2", schema, logLevel: "silent" };

const layout: ToStringOptions = { lineWidth: 0, verifyAliasOrder: false };

/** A text as a tree that knows its comments and the places of everything in the text. */
export function readTree(text: string): Document.Parsed {
  const reading: ParseOptions = { keepSourceTokens: true, prettyErrors: false, uniqueKeys: false };
  return parseDocument(text, { ...options, ...reading });
}

/** An empty document to print from. */
export function createDocument(): Document {
  return new Document(undefined, options);
}

/** The text of a tree. */
export function printTree(document: Document, indent = 2): string {
  return document.toString({ ...layout, indent });
}

/** The text of a node by itself. */
export function printNode(node: Node, indent?: number): string {
  const document = createDocument();
  document.contents = node as typeof document.contents;
  return printTree(document, indent);
}
