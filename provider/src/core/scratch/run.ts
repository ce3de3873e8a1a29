/** Scratch documents: creates them, reads what their elements calculate, and deletes them, whatever happens. */
import { setMaxListeners } from "node:events";
import {
  type AnalyticsClient,
  ApiError,
  collect,
  type DataModelRepresentation,
  type ExportedRow,
  type File,
  isNotFound,
  isUncertain,
  readUnless,
  readUnlessGone,
} from "../api";
import { type JsonObject, toList } from "../model/json";
import { type LeftScratch, nameScratch, type ScratchJournal, type ScratchType } from "./journal";
import { NoData, type Row, type Scratch, type ScratchExport, type ScratchTable, TooManyRows } from "./scratch";

/** The rows of an element, or why there are none. */
export type ExportResult = readonly ExportedRow[] | Error;

/** The rows of a table. @throws why there are none. */
export type ReadRows = (table: ScratchTable) => readonly Row[];

/** Reads what exports found, by `exportId`. */
export const createReadRows =
  (found: ReadonlyMap<string, ExportResult>): ReadRows =>
  ({ exportId }) => {
    const rows = found.get(exportId) ?? new Error("it wasn't read");
    if (rows instanceof Error) throw rows;
    return rows;
  };

/** Undefined: the platform couldn't calculate it. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** How a scratch workbook runs. */
export interface RunOptions {
  /** See {@link openScratchJournal}. */
  readonly journal: ScratchJournal;
  /** A document whose folder takes the scratch documents where the credentials' owner has no folder. */
  readonly besideId: string | undefined;
  /** Ends the waiting; what was created is deleted all the same, so the client must not end by it. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each element that was read. */
  readonly onRead?: () => void;
  /** Is told what couldn't be deleted, and why. */
  readonly onLeft?: (message: string) => void;
}

/** Where the scratch documents of a run are. */
export interface ScratchPlace {
  /** Creates a data model. */
  createModel(spec: JsonObject): Promise<DataModelRepresentation>;
  /**
   * Creates a workbook, and reads the rows of its exports side by side. An element that the platform can't calculate
   * has an error in their place.
   */
  readRows(scratch: Scratch): Promise<ReadonlyMap<string, ExportResult>>;
}

/**
 * Creates scratch documents for some work, and deletes them, whatever happens. First it deletes what processes left
 * that were killed meanwhile. Deletes only what carries the mark of a scratch document in its own answer. Requests:
 * about eight, and for each element the export and its polls.
 *
 * @throws ApiError when a document can't be created, or when the answer to its create has the id of another one.
 * @example
 * const rows = await useScratch(client, options, (place) => place.readRows({ contents, exports }));
 */
export async function useScratch<T>(
  client: AnalyticsClient,
  { journal, besideId, signal, onRead, onLeft }: RunOptions,
  work: (place: ScratchPlace) => Promise<T>,
): Promise<T> {
  const { userId, organizationId } = await client.readIdentity();
  await deleteLeft(client, journal.listLeft(organizationId));
  // Credentials may be of nobody who has a folder.
  const member = await readUnless(isNotFound, client.members.get(userId));
  const folderId = member?.homeFolderId || (besideId === undefined ? "" : (await client.files.get(besideId)).parentId);
  if (folderId === "") throw new Error("the owner of the credentials has no folder for a scratch workbook");
  signal?.throwIfAborted();
  // Every element that is waited for adds a listener; that is not a leak.
  if (signal) setMaxListeners(0, signal);
  const made: LeftScratch[] = [];
  const create = async <Read extends { name: string }>(
    type: ScratchType,
    send: (name: string) => Promise<string>,
    read: (id: string) => Promise<Read>,
  ): Promise<Read & { id: string }> => {
    signal?.throwIfAborted();
    const begun = journal.begin({ organizationId, folderId, type });
    try {
      const id = await send(nameScratch(begun));
      made.push({ ...begun, id, settle: () => journal.deleted(begun.stamp) });
      journal.made(begun.stamp, id);
      const found = await read(id);
      if (!isMarked(found, begun)) throw createForeignError(id, found.name);
      return { ...found, id };
    } catch (error) {
      // A create whose answer was lost is looked for by the next run, when lists show it.
      if (made.every(({ stamp }) => stamp !== begun.stamp) && !isUncertain(error)) journal.deleted(begun.stamp);
      throw error;
    }
  };
  const readElement = async (workbookId: string, { elementId, mostRows }: ScratchExport) => {
    try {
      const rows = await client.exports.readRows(workbookId, elementId, { rowLimit: mostRows + 1, signal });
      if (rows.some(isPlaceholder)) return [elementId, new NoData()] as const;
      const isWhole = rows.length <= mostRows;
      return [elementId, isWhole ? rows : new TooManyRows(mostRows)] as const;
    } catch (error) {
      if (!(error instanceof ApiError) || signal?.aborted) throw error;
      return [elementId, error] as const;
    } finally {
      onRead?.();
    }
  };
  try {
    return await work({
      async createModel({ pages }) {
        const spec = { schemaVersion: 1 as const, pages: toList(pages), description };
        return create(
          "data-model",
          async (name) => (await client.dataModels.createSpec({ name, folderId, ...spec })).dataModelId,
          (id) => client.dataModels.getSpec(id),
        );
      },
      async readRows({ contents, exports }) {
        const { id } = await create(
          "workbook",
          (name) => client.workbookContents.create({ name, folderId, description, contents }),
          (made) => client.files.get(made),
        );
        return new Map<string, ExportResult>(await Promise.all(exports.map((one) => readElement(id, one))));
      },
    });
  } finally {
    // What reads others goes first.
    for (const one of made.reverse()) {
      await deleteOne(client, one).catch((error: Error) =>
        onLeft?.(`The next run deletes "${nameScratch(one)}": ${error.message}`),
      );
    }
  }
}

/** Columns of a scratch workbook never have this name. */
const isPlaceholder = (row: ExportedRow): boolean => Object.keys(row).join() === "placeholder";

const description = "Made by pulumi-analytics check, which deletes it when the run ends.";

const deleteLeft = async (client: AnalyticsClient, left: readonly LeftScratch[]): Promise<void> => {
  for (const one of left) await deleteOne(client, one);
};

/** Whether an object is the scratch document that a record is of: its name has the random stamp. */
const isMarked = ({ name }: { readonly name: string }, begun: Pick<LeftScratch, "stamp">): boolean =>
  name === nameScratch(begun);

/** The error for a create whose answer had the id of something else, which stays untouched. */
const createForeignError = (id: string, name: string) =>
  new ApiError({
    ...{ method: "GET", path: `/v2/files/${id}`, outcome: "unknown" },
    detail: `the create of a scratch document was answered with this id, which is "${name}"`,
    hint:
      "Nothing of it was changed. Find the proxy or cache that mixes up answers of the platform, and run the command " +
      "again.",
  });

/** Deletes a scratch document that carries its mark. One whose id isn't known, or is another's, is found by the mark. */
async function deleteOne(client: AnalyticsClient, left: LeftScratch): Promise<void> {
  const known = left.id === undefined ? undefined : await readMarked(client, left.id, left);
  const found = known ?? (await findMarked(client, left));
  if (found !== undefined) await readUnlessGone(client.files.delete(found.id));
  left.settle();
}

async function findMarked(client: AnalyticsClient, left: LeftScratch): Promise<File | undefined> {
  await client.waitUntilListed(left.at);
  const inside = await collect(client.files.list({ type: left.type, parentId: left.folderId, directChildren: true }));
  const listed = inside.find((file) => isMarked(file, left));
  return listed && readMarked(client, listed.id, left);
}

async function readMarked({ files }: AnalyticsClient, id: string, left: LeftScratch): Promise<File | undefined> {
  const found = await readUnlessGone(files.get(id));
  return found !== undefined && isMarked(found, left) ? found : undefined;
}
