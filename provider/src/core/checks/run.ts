/** Scratch documents: creates them, reads what their elements calculate, and deletes them, whatever happens. */
import { setMaxListeners } from "node:events";
import {
  type AnalyticsClient,
  ApiError,
  collect,
  type DataModelRepresentation,
  type ExportedRow,
  isNotFound,
  isUncertain,
  readUnless,
} from "../api";
import { type JsonObject, toList } from "../model/json";
import { type LeftScratch, nameScratch, type ScratchJournal, type ScratchType } from "./journal";
import { type Scratch, type ScratchExport, TooManyRows } from "./scratch";

/** The rows of an element, or why there are none. */
export type ExportResult = readonly ExportedRow[] | Error;

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
 * that were killed meanwhile. Requests: about six, and for each element the export and its polls.
 *
 * @throws ApiError when a document can't be created.
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
  const create = async (type: ScratchType, send: (name: string) => Promise<string>) => {
    signal?.throwIfAborted();
    const begun = journal.begin({ organizationId, folderId, type });
    try {
      const id = await send(nameScratch(begun));
      made.push({ ...begun, id, settle: () => journal.deleted(begun.stamp) });
      journal.made(begun.stamp, id);
      return id;
    } catch (error) {
      // A create whose answer was lost is looked for by the next run, when lists show it.
      if (made.every(({ stamp }) => stamp !== begun.stamp) && !isUncertain(error)) journal.deleted(begun.stamp);
      throw error;
    }
  };
  const readElement = async (workbookId: string, { elementId, mostRows }: ScratchExport) => {
    try {
      const rows = await client.exports.readRows(workbookId, elementId, { rowLimit: mostRows + 1, signal });
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
        const id = await create("data-model", async (name) => {
          return (await client.dataModels.createSpec({ name, folderId, ...spec })).dataModelId;
        });
        return client.dataModels.getSpec(id);
      },
      async readRows({ contents, exports }) {
        const workbookId = await create("workbook", (name) =>
          client.workbookContents.create({ name, folderId, description, contents }),
        );
        return new Map<string, ExportResult>(await Promise.all(exports.map((one) => readElement(workbookId, one))));
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

/** The rows of a scratch workbook, as {@link useScratch}. */
export const runScratch = (
  client: AnalyticsClient,
  scratch: Scratch,
  options: RunOptions,
): Promise<ReadonlyMap<string, ExportResult>> => useScratch(client, options, ({ readRows }) => readRows(scratch));

const description = "Made by pulumi-analytics check, which deletes it when the run ends.";

const deleteLeft = async (client: AnalyticsClient, left: readonly LeftScratch[]): Promise<void> => {
  for (const one of left) await deleteOne(client, one);
};

/** Deletes a scratch document; one whose id isn't known is found by its stamp, in the folder that it was created in. */
async function deleteOne(client: AnalyticsClient, left: LeftScratch): Promise<void> {
  const ids = left.id === undefined ? await findByStamp(client, left) : [left.id];
  for (const id of ids) {
    await client.files.delete(id).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
  left.settle();
}

async function findByStamp(client: AnalyticsClient, left: LeftScratch): Promise<string[]> {
  await client.waitUntilListed(left.at);
  const name = nameScratch(left);
  const inside = await collect(client.files.list({ type: left.type, parentId: left.folderId, directChildren: true }));
  return inside.filter((file) => file.name === name && file.parentId === left.folderId).map(({ id }) => id);
}
