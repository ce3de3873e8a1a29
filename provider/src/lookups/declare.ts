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
 * @example See `lookups/team.ts`.
 */
export function defineCollection<Entry extends object, Whole extends object = Entry>(
  declaration: CollectionDeclaration<Entry, Whole>,
): LookupModule & { readonly get: Question<WithId<Whole>>; readonly list: Question<WithId<Entry>[]> } {
  const { noun, title, permission, isEssential, filters, narrowedBy = [], entries, idOf, nameOf } = declaration;
  const by = declaration.by ?? { field: "name", description: "Its name." };
  const [getName, listName] = [`get${toPascalCase(noun)}`, `list${toPascalCase(title)}`];
  const resultName = `${getName.charAt(0).toUpperCase()}${getName.slice(1)}Result`;
  const about = declaration.about ?? `${getArticle(noun)} ${noun}.`;
  const within = Object.keys(declaration.within ?? {});
  const listArgs = Object.keys(declaration.listArgs ?? {});
  const listFlags = Object.keys(declaration.listFlags ?? {});
  const searchFlags = Object.fromEntries(
    Object.entries(declaration.listFlags ?? {}).filter(([name]) => isSearchFlag(name)),
  );
  const describeArgs = (type: z.ZodType, descriptions: Readonly<Record<string, string>> = {}): FieldTypes =>
    Object.fromEntries(Object.entries(descriptions).map(([name, text]) => [name, type.describe(text)]));

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

  const get: Question<WithId<Whole>> = {
    name: getName,
    oneOf: ["id", by.field],
    required: within,
    optional: [...narrowedBy, ...Object.keys(searchFlags)],
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

  const list: Question<WithId<Entry>[]> = {
    name: listName,
    required: within,
    optional: [...listArgs, ...listFlags, ...filters],
    async answer(context, args) {
      const { collection, filter } = await narrow(context, args, filters);
      return findMatching(context, collection, filter);
    },
  };

  const buildEntryFields = (zod: Zod): FieldTypes => ({
    id: zod.string().describe("Its id."),
    ...declaration.fields(zod),
  });
  const filterFields = (zod: Zod, fields: readonly string[]): FieldTypes =>
    Object.fromEntries(
      fields.map((name) => {
        const whole = buildEntryFields(zod)[name]!;
        const description = filterDescriptions[name] ?? whole.description ?? "";
        return [name, unwrapType(whole).describe(description).optional()];
      }),
    );
  const isWhole = declaration.wholeFields !== undefined;
  const listedName = isWhole ? `Listed${toPascalCase(noun)}` : resultName;
  const endpoints = [declaration.getEndpoint, declaration.listEndpoint].filter((endpoint) => endpoint !== undefined);
  const narrowing = narrowedBy.length > 0 ? ` (and ${narrowedBy.map((name) => `\`${name}\``).join(", ")})` : "";
  const lookups: LookupDeclaration[] = [
    {
      question: get,
      permission,
      docs: {
        description: `${about.replace(/\.$/, "")}, by \`id\` or by \`${by.field}\`${narrowing}.`,
        endpoints,
        example: declaration.examples.get,
        throws: `when there is none, or more than one with this ${by.field}: the message lists the candidates.`,
      },
      args: (zod) => ({
        id: zod.string().describe("Its id."),
        [by.field]: zod.string().describe(by.description),
        ...describeArgs(zod.string(), declaration.within),
        ...describeArgs(zod.boolean().optional(), searchFlags),
        ...filterFields(zod, narrowedBy),
      }),
      result: (zod) => (isWhole ? (declaration.wholeFields?.(zod) ?? {}) : buildEntryFields(zod)),
      resultName,
      resultDescription: about,
      isList: false,
      ...(isWhole ? { base: listedName } : {}),
    },
    {
      question: list,
      permission,
      docs: {
        description: `The ${lowerTitle(title)} that these credentials can see, without archived ones.`,
        endpoints: [declaration.listEndpoint],
        example: declaration.examples.list,
      },
      args: (zod) => ({
        ...describeArgs(zod.string(), declaration.within),
        ...describeArgs(zod.string().optional(), declaration.listArgs),
        ...describeArgs(zod.boolean().optional(), declaration.listFlags),
        ...filterFields(zod, filters),
      }),
      result: buildEntryFields,
      resultName: listedName,
      resultDescription: isWhole ? `${about.replace(/\.$/, "")}, as listed.` : about,
      isList: true,
    },
  ];

  const probe: Probe = {
    title,
    ...(permission === undefined ? {} : { permission }),
    ...(isEssential ? { isEssential } : {}),
    call: declaration.probe ?? ((client) => takeFirst(entries(client, {}, {}))),
  };
  return { lookups, noun, probe, get, list };
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
 * @example See `lookups/whoami.ts`.
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
  /** The last part of the endpoints: `sources`. */
  readonly operation: string;
  readonly docs: Pick<LookupDocs, "description" | "example">;
  entries(documents: AnalyticsClient["documents"], ids: DocumentIds): Promise<Entry[]>;
}

/** Declares a list that every document has: a workbook, a report or a data model. */
export function defineDocumentLookup<Entry>({ operation, docs, entries, ...rest }: DocumentLookup<Entry>) {
  return defineLookup<Entry[]>({
    ...rest,
    isList: true,
    permission: "access to the document",
    docs: {
      ...docs,
      endpoints: [
        `GET /v2/workbooks/{workbookId}/${operation}`,
        `GET /v2/reports/{reportId}/${operation}`,
        `GET /v2/dataModels/{dataModelId}/${operation}`,
      ],
    },
    oneOf: ["workbookId", "reportId", "dataModelId"],
    args: (zod) => ({
      workbookId: zod.string().describe("Id of the workbook."),
      reportId: zod.string().describe("Id of the report."),
      dataModelId: zod.string().describe("Id of the data model."),
    }),
    answer: ({ client }, ids: DocumentIds) => entries(client.documents, ids),
  });
}

/** How a document is addressed, whether it was deleted, and its tags. */
export const createDocumentFields = (zod: Zod, noun: string): FieldTypes => ({
  ...createFileState(zod),
  tags: zod
    .array(
      zod
        .object({
          versionTagId: zod.string().describe("Id of the tag."),
          name: zod.string().describe("The tag's name."),
          version: zod.int().describe("The version of the document that has the tag."),
          taggedAt: zod.string().describe("When the version was tagged (ISO 8601)."),
          taggedDocumentId: zod
            .string()
            .optional()
            .describe(
              "Id of the tagged version, a document of its own: the id for its grants and embeds. The platform " +
                "doesn't return it for data models.",
            ),
        })
        .meta({ title: "DocumentTagResult" }),
    )
    .optional()
    .describe(`The tags on versions of the ${noun}. Absent with \`excludeTags\`.`),
});

/** How a document or folder is addressed, and whether it was deleted. */
export const createFileState = (zod: Zod): FieldTypes => ({
  urlId: zod.string().describe("The id in its address in the product."),
  ...createArchivedState(zod),
});

/** Whether an object was deleted. */
export const createArchivedState = (zod: Zod): FieldTypes => ({
  isArchived: zod.boolean().optional().describe("Whether it was deleted."),
});

/** Arguments of the lists of documents. */
export const documentFlags = {
  excludeTags: "Whether to leave out the tags of each entry. Default: false.",
  skipPermissionCheck:
    "Whether to search what the whole organization has, and not only what the owner of the credentials may see. " +
    "For administrators. Default: false.",
} as const;

/** Whether a flag of a list says where one entry is searched for by its name, too. */
const isSearchFlag = (name: string) => name === "skipPermissionCheck";

/** The argument of lists that can have archived entries. */
export const archivedFlag = { isArchived: "True: the archived ones alone. Default: false." } as const;

/** Who created and changed an object, and when. */
export const audit = (zod: Zod): FieldTypes => ({
  createdBy: zod.string().describe("Id of the member who created it."),
  updatedBy: zod.string().describe("Id of the member who last changed it."),
  ...createTimes(zod),
});

/** When an object was created and changed. */
export const createTimes = (zod: Zod): FieldTypes => ({
  createdAt: zod.string().describe("When it was created (ISO 8601)."),
  updatedAt: zod.string().describe("When it was last changed (ISO 8601)."),
});

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
