import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  describeFate,
  type Exposed,
  formColumnIdKey,
  formColumnKey,
  formElementKey,
  formTableKey,
  formWordKey,
  listKeys,
  type Use,
} from "pulumi-analytics-internal/core/graph";
import type { OpenedFiles, ReadDocument, Scope, Sought } from "pulumi-analytics-internal/core/impact";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { dropSide } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command/exit";
import {
  type CommitAddress,
  type FileAddress,
  formatAddress,
  type PlatformAddress,
  type StateAddress,
} from "../documents/address";
import { type PartKind, refuseBothKinds, splitKind } from "../documents/part-kind";
import { parseAddresses } from "../documents/set";
import type { Change } from "./changes";

/** What is asked about. */
export interface Question {
  /** As the user wrote it. */
  readonly text: string;
  /** Undefined for a table. */
  readonly model?: { readonly id: string };
  /** Element, and column or metric; the rest of the text. */
  readonly part?: string;
  readonly table?: AskedTable;
  /** What goes away, in place of a part that is named. */
  readonly keys?: readonly string[];
  /** What becomes of it: `removed`, `renamed to Area`; undefined: that isn't known. */
  readonly becomes?: string;
  /** `column`, `data model`. */
  readonly is?: string;
}

/** A table of a warehouse, or a column of one. */
export interface TablePath {
  /** `DB`, `SCHEMA`, `TABLE`. */
  readonly path: readonly string[];
  readonly column?: string;
}

/** Where `isOpen`, only the documents can tell whether the last name is that of a column. */
export type AskedTable = TablePath & { readonly isOpen?: boolean };

/** Arguments, taken apart. */
export interface Asked {
  readonly addresses: readonly AskedAddress[];
  readonly tables: readonly Question[];
}

/** Commits are compared with, and not asked about. */
export type AskedAddress = FileAddress | StateAddress | PlatformAddress;

/** What files are compared with, to ask about what goes away. */
export type ComparedAddress = FileAddress | CommitAddress | StateAddress;

const tablePrefix = "table:";

/**
 * Takes arguments apart: addresses of data models and their parts, and `table:DB.SCHEMA.TABLE`.
 *
 * @throws UsageError for what names nothing that can be asked about.
 */
export function parseAsked(texts: readonly string[]): Asked {
  const isTable = (text: string) => text.startsWith(tablePrefix);
  const addresses = parseAddresses(
    texts.filter((text) => !isTable(text)),
    { origins: ["files", "state", "platform"], instead: "Compare with it: --against.", parts: true },
  );
  for (const address of addresses) {
    if (address.from !== "platform" || address.version === undefined) continue;
    throw new UsageError(
      `${formatAddress(address)}: names a version. Leave it out: the answer tells what reads a tag.`,
    );
  }
  return { addresses, tables: texts.filter(isTable).map(parseTable) };
}

/** `table:DB.SCHEMA.TABLE`, or with a column at its end, which no one but the documents can tell apart. */
function parseTable(text: string): Question {
  const path = text
    .slice(tablePrefix.length)
    .split(".")
    .filter((word) => word !== "");
  if (path.length < 2) throw new UsageError(`${text}: write table:DB.SCHEMA.TABLE or table:DB.SCHEMA.TABLE.COLUMN.`);
  return { text: path.join("."), table: { path, isOpen: true } };
}

/** Questions about what goes away. */
export const askChanges = (changes: readonly Change[]): Question[] =>
  changes.map((change) => {
    const { text, modelId, keys, is } = change;
    return { text, model: { id: modelId }, keys, is, becomes: describeFate(change) };
  });

/** What some questions look for. */
export function describeSought(questions: readonly Question[]): Scope & Sought {
  let tables: readonly TablePath[] = [];
  let meant: readonly MeantPart[] = [];
  const hasTables = questions.some(({ table }) => table !== undefined);
  return {
    modelIds: questions.flatMap(({ model }) => model?.id ?? []),
    hasTables,
    listTargets: (read, translate) => {
      const all = new Set(hasTables ? read.flatMap(({ uses }) => uses.uses.map(({ target }) => target)) : []);
      tables = questions.flatMap(({ table }) => (table === undefined ? [] : resolveTable(table, all)));
      meant = questions.flatMap((question) => listMeant(question, read, translate));
      return [
        ...tables.flatMap((one) => listTableTargets(one, all)),
        ...questions.flatMap(({ keys = [] }) => keys),
        ...meant.flatMap(({ part }) => listKeys(part)),
      ];
    },
    isMeant: (use, uses) => mayConcern(tables, use, uses),
    isOwn: (use, dataModelId) => {
      const isOfModel = ({ model, part }: Question) => model?.id === dataModelId && part === undefined;
      const isInside = ({ modelId, part: { is, elementId } }: MeantPart) =>
        modelId === dataModelId && is === "element" && elementId === use.elementId;
      return questions.some(isOfModel) || meant.some(isInside);
    },
  };
}

/** A part of a data model that a question names, itself or with all around it. */
interface MeantPart {
  readonly modelId: string;
  readonly part: Exposed;
}

/** What a question names, among what the documents offer; none where it is about changes or tables. */
function listMeant(question: Question, documents: readonly ReadDocument[], translate: Translate): MeantPart[] {
  const { model, keys, part } = question;
  if (model === undefined || keys !== undefined) return [];
  const exposed = documents.flatMap(({ document, uses }) => (document.id === model.id ? uses.exposed : []));
  const meant = part === undefined ? exposed : findParts(question as AskedPart, exposed, translate);
  return meant.map((one) => ({ modelId: model.id, part: one }));
}

type Translate = OpenedFiles["translate"];
type AskedPart = Required<Pick<Question, "text" | "model" | "part">>;

/** An element with all that is in it, or one column or metric, by name or id; names may hold dots. */
function findParts({ text, model, part }: AskedPart, exposed: readonly Exposed[], translate: Translate): Exposed[] {
  const formKey = (elementId: string) => formElementKey(model.id, elementId);
  const isNamed = ({ elementId, element }: Exposed, name: string) =>
    translate(formKey(elementId)) === translate(formKey(name)) ||
    normalizePlainName(element) === normalizePlainName(name);
  const whole = exposed.filter((one) => isNamed(one, part));
  if (whole.length > 0) return whole;
  const dots = [...part.matchAll(/\./g)].map(({ index }) => index);
  for (const dot of dots) {
    const [name, inner] = [part.slice(0, dot), part.slice(dot + 1)];
    const inside = exposed.filter((one) => isNamed(one, name) && one.is !== "element");
    const find = ({ name: called, kind }: ReturnType<typeof splitKind>) =>
      inside.filter(
        ({ elementId, idKey, name: own, is }) =>
          (idKey === translate(formColumnIdKey(formKey(elementId), called)) ||
            normalizePlainName(own) === normalizePlainName(called)) &&
          (kind === undefined || is === kind),
      );
    // The platform labels a column of a join or relationship by what it is from: `Region (Customer)`.
    const [plain] = dropSide([inner]) ?? [];
    const spellings = [{ name: inner }, splitKind(inner), ...(plain === undefined ? [] : [{ name: plain }])];
    const found = spellings.map(find).find(({ length }) => length > 0);
    if (found !== undefined) {
      const kinds = found.flatMap(({ is, name: own }): [PartKind, string][] =>
        is === "column" || is === "metric" ? [[is, own]] : [],
      );
      refuseBothKinds(text, new Map(kinds));
      return found;
    }
    if (inside.length > 0) {
      const names = [...new Set(inside.map((one) => one.name))];
      throw new UsageError(`${text}: \`${name}\` has no column or metric \`${inner}\`.${suggestWord(inner, names)}`);
    }
  }
  const elements = exposed.filter(({ is }) => is === "element").map(({ name }) => name);
  const [name = part] = part.split(".", 1);
  throw new UsageError(`${text}: the model has no element \`${name}\`.${suggestWord(name, elements)}`);
}

/** What a path may be: a table that documents read, a column of one, or either. */
function resolveTable({ isOpen = false, ...table }: AskedTable, all: ReadonlySet<string>): TablePath[] {
  if (!isOpen) return [table];
  const { path } = table;
  const column = { path: path.slice(0, -1), column: path.at(-1)! };
  if (hasTable(path, all)) return [table];
  return path.length > 3 || hasTable(column.path, all) ? [column] : [table, column];
}

const hasTable = (path: readonly string[], all: ReadonlySet<string>) =>
  [...all].some((key) => isOfTable(key, formTableKey(path)));

const isOfTable = (key: string, table: string) => key === table || key.startsWith(`${table}/`);

/** The keys of a table or column. Statements are searched for the table, with or without database and schema. */
function listTableTargets({ path, column }: TablePath, all: ReadonlySet<string>): string[] {
  const table = formTableKey(path);
  const words = listWordKeys(path);
  const isMeant = (key: string) =>
    column === undefined ? isOfTable(key, table) : key === formColumnKey(table, column);
  return [...all].filter((key) => isMeant(key) || words.has(key));
}

/** The names that a statement may have for a path: all of it, or without what comes first. */
const listWordKeys = (path: readonly string[]): Set<string> =>
  new Set(path.map((_, index) => formWordKey(path.slice(index).join("."))));

/** Whether a use may concern a table: a statement that doesn't have the column's name doesn't read the column. */
function mayConcern(tables: readonly TablePath[], use: Use, uses: readonly Use[]): boolean {
  if (!use.target.startsWith("word/")) return true;
  const words = new Set(uses.filter(({ elementId }) => elementId === use.elementId).map(({ target }) => target));
  return tables.some(({ path, column }) => {
    if (!listWordKeys(path).has(use.target)) return false;
    return column === undefined || words.has(formWordKey(column)) || words.has(formWordKey("*"));
  });
}
