import type * as z from "zod";
import type { AnalyticsClient, DocumentIds, Probe } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { type Collection, findByName, findMatching, readById, search, type WithId } from "./collection";
import { createFolderFilter } from "./paths";
import type { LookupContext, Question } from "./question";

/** The library that describes fields. It is an argument, so a program that calls lookups never loads it. */
export type Zod = typeof z;

/** Fields by name, each with its description. */
export type FieldTypes = Readonly<Record<string, z.ZodType>>;

/** The reference page of a lookup. */
export interface LookupDocs {
  /** Markdown; the first sentence is a summary. */
  readonly description: string;
  readonly endpoints: readonly string[];
  /** An example program, in TypeScript. */
  readonly example: string;
  /** When it fails. */
  readonly throws?: string;
}

/** A lookup, from which types, docs and the variant for outputs are generated. */
export interface LookupDeclaration {
  readonly question: Question;
  readonly docs: LookupDocs;
  readonly permission?: string;
  args(zod: Zod): FieldTypes;
  /** The fields of the result, or of each entry of a list. */
  result(zod: Zod): FieldTypes;
  /** The name of the result's type. */
  readonly resultName: string;
  readonly isList: boolean;
  /** The description of the result's type, one sentence. */
  readonly resultDescription: string;
  /** The name of the result type that this one extends. */
  readonly base?: string;
}

/** The lookups of one file, and the request by which `doctor` tests them. */
export interface LookupModule {
  readonly lookups: readonly LookupDeclaration[];
  /** The noun that a kind lists in `dependsOn`. */
  readonly noun: string;
  readonly probe?: Probe;
}

/** The arguments of a list that are true or false. */
export type Flags = Readonly<Record<string, boolean | undefined>>;

/** A list on the platform whose entries a program finds by id or by name. */
export interface CollectionDeclaration<Entry extends object, Whole extends object> {
  /** The noun for an entry in messages, such as `data model`. */
  readonly noun: string;
  /** The plural, as a title: `Data models`. */
  readonly title: string;
  /** The description of an entry, one sentence. Default: the noun. */
  readonly about?: string;
  readonly permission?: string;
  readonly isEssential?: true;
  /** The operation that reads one entry; undefined: there is none, and the lookup searches the list. */
  readonly getEndpoint?: string;
  readonly listEndpoint: string;
  readonly examples: { readonly get: string; readonly list: string };
  /** The fields of an entry beside its id, each with its description. */
  fields(zod: Zod): FieldTypes;
  /** Fields that only the call for one entry returns. */
  wholeFields?(zod: Zod): FieldTypes;
  /** The argument beside `id` that finds an entry: a field and its description. Default: its name. */
  readonly by?: { readonly field: string; readonly description: string };
  /** Fields that distinguish entries with the same name. */
  readonly narrowedBy?: readonly string[];
  /** Fields that filter the list. */
  readonly filters: readonly string[];
  /** Arguments that identify the object that has the list, each with its description. */
  readonly within?: Readonly<Record<string, string>>;
  /** Other arguments that the list request accepts, each with its description. */
  readonly listArgs?: Readonly<Record<string, string>>;
  /** Those that are true or false. With `isArchived`, the list has the archived entries alone. */
  readonly listFlags?: Readonly<Record<string, string>>;
  entries(client: AnalyticsClient, args: Readonly<Record<string, string>>, flags: Flags): AsyncIterable<Entry>;
  /** Reads one entry by its id. */
  get?(client: AnalyticsClient, id: string, args: Readonly<Record<string, string>>): Promise<Whole>;
  idOf(entry: Entry): string;
  /** The name of an entry for people: its name, address or path. */
  nameOf(entry: Entry): string;
  /** Finds an entry by name. Default: searches the list. */
  find?(
    context: LookupContext,
    name: string,
    collection: Collection<Entry>,
    args: Readonly<Record<string, string>>,
  ): Promise<WithId<Entry>>;
  /** The request of `doctor`. Default: the first page of the list. */
  probe?(client: AnalyticsClient): Promise<readonly unknown[] | undefined>;
}

/**
 * Declares `get…` and `list…` for a list on the platform.
 *
 * @see `lookups/team.ts`
 */
export function defineCollection<Entry extends object, Whole extends object = Entry>(
  declaration: CollectionDeclaration<Entry, Whole>,
): LookupModule & { readonly get: Question<WithId<Whole>>; readonly list: Question<WithId<Entry>[]> } {
  const { noun, title, permission, isEssential, entries } = declaration;
  const { get, list } = createQuestions(declaration);
  const probe: Probe = {
    title,
    ...(permission === undefined ? {} : { permission }),
    ...(isEssential ? { isEssential } : {}),
    call: declaration.probe ?? ((client) => takeFirst(entries(client, {}, {}))),
  };
  let lookups: readonly LookupDeclaration[] | undefined;
  return {
    // What these say may need the client's code, which a program loads with its first call.
    get lookups() {
      lookups ??= [declareGet(declaration, get), declareList(declaration, list)];
      return lookups;
    },
    noun,
    probe,
    get,
    list,
  };
}

type AnyCollection = Omit<
  CollectionDeclaration<object, object>,
  "entries" | "get" | "idOf" | "nameOf" | "find" | "probe"
>;

/** The argument beside `id` that finds an entry. */
const getKey = ({ by = { field: "name", description: "Its name." } }: Pick<AnyCollection, "by">) => by;

/** The flags of the list that say where one entry is searched for by its name, too. */
const listSearchFlags = ({ listFlags = {} }: Pick<AnyCollection, "listFlags">) =>
  Object.fromEntries(Object.entries(listFlags).filter(([name]) => name === "skipPermissionCheck"));

/** How a collection answers the calls of programs. */
function createQuestions<Entry extends object, Whole extends object>(
  declaration: CollectionDeclaration<Entry, Whole>,
): { readonly get: Question<WithId<Whole>>; readonly list: Question<WithId<Entry>[]> } {
  const { noun, title, filters, narrowedBy = [], entries, idOf, nameOf } = declaration;
  const by = getKey(declaration);
  const within = Object.keys(declaration.within ?? {});
  const listArgs = Object.keys(declaration.listArgs ?? {});
  const listFlags = Object.keys(declaration.listFlags ?? {});

  const getCollection = (args: Readonly<Record<string, string>>): Collection<Entry> => {
    const flags = pick(args, listFlags) as Flags;
    return {
      noun,
      entries: (client) => entries(client, args, flags),
      idOf,
      nameOf,
      areArchived: flags.isArchived,
      key: JSON.stringify([noun, ...within, ...listArgs, ...listFlags].map((name) => args[name] ?? name)),
    };
  };

  /** The collection and the values to match; entries of another folder with the same path text are left out. */
  async function narrow(
    context: LookupContext,
    args: Readonly<Record<string, string>>,
    fields: readonly string[],
  ): Promise<{ readonly collection: Collection<Entry>; readonly filter: Partial<Entry> }> {
    const collection = getCollection(args);
    if (args.path === undefined || !fields.includes("path")) return { collection, filter: pick(args, fields) };
    const { path, accepts } = await createFolderFilter(context, args.path);
    return {
      collection: { ...collection, accepts: (entry) => accepts(idOf(entry)) },
      filter: pick({ ...args, path }, fields),
    };
  }

  async function findEntry(context: LookupContext, args: Readonly<Record<string, string>>): Promise<WithId<Entry>> {
    const { id, [by.field]: name = "" } = args;
    const { collection, filter } = await narrow(context, args, narrowedBy);
    if (id === undefined)
      return declaration.find?.(context, name, collection, args) ?? findByName(context, collection, name, filter);
    const found = await search(context, collection, (entries) => entries.find((entry) => entry.id === id));
    if (found === undefined) throw new Error(`there is no ${noun} with the id ${id}.`);
    return found;
  }

  return {
    get: {
      name: `get${toPascalCase(noun)}`,
      oneOf: ["id", by.field],
      required: within,
      optional: [...narrowedBy, ...Object.keys(listSearchFlags(declaration))],
      async answer(context, args) {
        const { id } = args;
        if (id === undefined || declaration.get === undefined) {
          const found = await findEntry(context, args);
          if (declaration.get === undefined || declaration.wholeFields === undefined)
            return found as unknown as WithId<Whole>;
          return readById(noun, found.id, declaration.get(context.client, found.id, args));
        }
        return readById(noun, id, declaration.get(context.client, id, args));
      },
    },
    list: {
      name: `list${toPascalCase(title)}`,
      required: within,
      optional: [...listArgs, ...listFlags, ...filters],
      async answer(context, args) {
        const { collection, filter } = await narrow(context, args, filters);
        return findMatching(context, collection, filter);
      },
    },
  };
}

const buildEntryFields = ({ fields }: AnyCollection, zod: Zod): FieldTypes => ({
  id: zod.string().describe("Its id."),
  ...fields(zod),
});

const describeArgs = (type: z.ZodType, descriptions: Readonly<Record<string, string>> = {}): FieldTypes =>
  Object.fromEntries(Object.entries(descriptions).map(([name, text]) => [name, type.describe(text)]));

/** Optional arguments that are fields of an entry. */
const filterFields = (declaration: AnyCollection, zod: Zod, fields: readonly string[]): FieldTypes =>
  Object.fromEntries(
    fields.map((name) => {
      const whole = buildEntryFields(declaration, zod)[name]!;
      const description = filterDescriptions[name] ?? whole.description ?? "";
      return [name, unwrapType(whole).describe(description).optional()];
    }),
  );

/** The names and descriptions of the types of one entry, and of an entry of the list. */
function nameResults({ noun, about = `${getArticle(noun)} ${noun}.`, wholeFields }: AnyCollection) {
  const name = toPascalCase(noun);
  const one = { resultName: `Get${name}Result`, resultDescription: about };
  if (wholeFields === undefined) return { one, listed: one };
  return { one, listed: { resultName: `Listed${name}`, resultDescription: `${about.replace(/\.$/, "")}, as listed.` } };
}

function declareGet(declaration: AnyCollection, question: Question<unknown>): LookupDeclaration {
  const { permission, narrowedBy = [], wholeFields, within, examples, getEndpoint, listEndpoint } = declaration;
  const by = getKey(declaration);
  const { one, listed } = nameResults(declaration);
  const narrowing = narrowedBy.length > 0 ? ` (and ${narrowedBy.map((name) => `\`${name}\``).join(", ")})` : "";
  return {
    question,
    permission,
    docs: {
      description: `${one.resultDescription.replace(/\.$/, "")}, by \`id\` or by \`${by.field}\`${narrowing}.`,
      endpoints: [getEndpoint, listEndpoint].filter((endpoint) => endpoint !== undefined),
      example: examples.get,
      throws: `when there is none, or more than one with this ${by.field}: the message lists the candidates.`,
    },
    args: (zod) => ({
      id: zod.string().describe("Its id."),
      [by.field]: zod.string().describe(by.description),
      ...describeArgs(zod.string(), within),
      ...describeArgs(zod.boolean().optional(), listSearchFlags(declaration)),
      ...filterFields(declaration, zod, narrowedBy),
    }),
    result: (zod) => wholeFields?.(zod) ?? buildEntryFields(declaration, zod),
    ...one,
    isList: false,
    ...(wholeFields === undefined ? {} : { base: listed.resultName }),
  };
}

function declareList(declaration: AnyCollection, question: Question<unknown>): LookupDeclaration {
  const { title, permission, filters, within, listArgs, listFlags, examples, listEndpoint } = declaration;
  return {
    question,
    permission,
    docs: {
      description: `The ${lowerTitle(title)} that these credentials can see, without archived ones.`,
      endpoints: [listEndpoint],
      example: examples.list,
    },
    args: (zod) => ({
      ...describeArgs(zod.string(), within),
      ...describeArgs(zod.string().optional(), listArgs),
      ...describeArgs(zod.boolean().optional(), listFlags),
      ...filterFields(declaration, zod, filters),
    }),
    result: (zod) => buildEntryFields(declaration, zod),
    ...nameResults(declaration).listed,
    isList: true,
  };
}

/** A lookup that isn't for entries with ids and names. */
export interface SingleLookup<Answer> extends Omit<LookupDeclaration, "question" | "isList"> {
  readonly name: string;
  /** Whether the answer is a list. */
  readonly isList?: true;
  /** Arguments of which exactly one is required. */
  readonly oneOf?: readonly string[];
  /** The required arguments, then the optional ones. */
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  answer: Question<Answer>["answer"];
  readonly noun?: string;
  readonly probe?: Probe;
}

/**
 * Declares a lookup that isn't for entries with ids and names.
 *
 * @see `lookups/whoami.ts`
 */
export function defineLookup<Answer>(
  declaration: SingleLookup<Answer>,
): LookupModule & { readonly get: Question<Answer> } {
  const {
    name,
    isList = false,
    oneOf = [],
    required = [],
    optional = [],
    answer,
    noun = name,
    probe,
    ...rest
  } = declaration;
  const get: Question<Answer> = { name, oneOf, required, optional, answer };
  return { lookups: [{ ...rest, question: get, isList }], noun, get, ...(probe && { probe }) };
}

/** What a lookup of a document is: everything but what all of them share. */
interface DocumentLookup<Entry>
  extends Pick<SingleLookup<Entry[]>, "name" | "resultName" | "resultDescription" | "result"> {
  /** Which documents have the list, and the last part of its endpoint: `{ workbookId: "sources" }`. */
  readonly operations: { readonly [Id in keyof DocumentIds]: string };
  readonly docs: Pick<LookupDocs, "description" | "example">;
  entries(client: AnalyticsClient, ids: DocumentIds): Promise<Entry[]>;
}

/** What a document is called. */
const documentNouns = { workbookId: "workbook", reportId: "report", dataModelId: "data model" } as const;

/** Declares a list that documents have: workbooks, reports or data models. */
export function defineDocumentLookup<Entry>({ operations, docs, entries, ...rest }: DocumentLookup<Entry>) {
  const ids = Object.keys(operations) as (keyof DocumentIds)[];
  return defineLookup<Entry[]>({
    ...rest,
    isList: true,
    permission: "access to the document",
    docs: { ...docs, endpoints: ids.map((id) => `GET /v2/${id.replace(/Id$/, "s")}/{${id}}/${operations[id]}`) },
    oneOf: ids,
    args: (zod) => Object.fromEntries(ids.map((id) => [id, zod.string().describe(`Id of the ${documentNouns[id]}.`)])),
    answer: ({ client }, given: DocumentIds) => entries(client, given),
  });
}

function pick(args: Readonly<Record<string, string>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, args[name]]));
}

/** Descriptions of filters that differ from those of the fields. */
const filterDescriptions: Readonly<Record<string, string>> = {
  name: "The exact name.",
  path: "Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\\/`.",
};

const splitWords = (text: string) =>
  text
    .replace(/[^A-Za-z]+/g, " ")
    .trim()
    .split(" ");
const toPascalCase = (text: string) =>
  splitWords(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
const lowerTitle = (title: string) =>
  /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
const getArticle = (noun: string) => (/^[aeioAEIO]/.test(noun) ? "An" : "A");
const unwrapType = (type: z.ZodType): z.ZodType =>
  "unwrap" in type ? unwrapType((type as z.ZodOptional).unwrap() as z.ZodType) : type;
