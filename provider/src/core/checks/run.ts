/** Runs a scratch workbook: creates it, reads what its elements calculate, and deletes it, whatever happens. */
import { setMaxListeners } from "node:events";
import { type AnalyticsClient, ApiError, collect, type ExportedRow, isNotFound, isUncertain, readUnless } from "../api";
import { type LeftScratch, nameScratch, type ScratchJournal } from "./journal";
import type { Scratch } from "./scratch";

/** The rows of an element, or why there are none. */
export type ExportResult = readonly ExportedRow[] | Error;

/** How a scratch workbook runs. */
export interface RunOptions {
  /** See {@link openScratchJournal}. */
  readonly journal: ScratchJournal;
  /** A document whose folder takes the workbook where the credentials' owner has no folder. */
  readonly besideId: string;
  /** Ends the waiting; the workbook is deleted all the same, so the client must not end by it. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each element that was read. */
  readonly onRead?: () => void;
  /** Is told that the workbook couldn't be deleted, and why. */
  readonly onLeft?: (message: string) => void;
}

/**
 * Creates a scratch workbook, reads the rows of its exports side by side, and deletes it. First it deletes what
 * processes left that were killed meanwhile. Requests: about six, and for each element the export and its polls.
 *
 * @returns the rows by element. An element that the platform can't calculate has an error in their place.
 * @throws ApiError when the workbook can't be created.
 * @example
 * const rows = await runScratch(client, { contents, exports: [{ elementId: "t1r", mostRows: 10 }] }, options);
 */
export async function runScratch(
  client: AnalyticsClient,
  { contents, exports }: Scratch,
  { journal, besideId, signal, onRead, onLeft }: RunOptions,
): Promise<ReadonlyMap<string, ExportResult>> {
  const { userId, organizationId } = await client.readIdentity();
  await deleteLeft(client, journal.listLeft(organizationId));
  // Credentials may be of nobody who has a folder.
  const member = await readUnless(isNotFound, client.members.get(userId));
  const folderId = member?.homeFolderId || (await client.files.get(besideId)).parentId;
  signal?.throwIfAborted();
  // Every element that is waited for adds a listener; that is not a leak.
  if (signal) setMaxListeners(0, signal);
  const begun = journal.begin({ organizationId, folderId });
  let id: string | undefined;
  try {
    id = await client.workbookContents.create({ name: nameScratch(begun), folderId, description, contents });
    journal.made(begun.stamp, id);
    const workbookId = id;
    const read = async (elementId: string, mostRows: number): Promise<readonly [string, ExportResult]> => {
      try {
        const rows = await client.exports.readRows(workbookId, elementId, { rowLimit: mostRows + 1, signal });
        if (rows.length > mostRows) return [elementId, new Error(`there are more than ${mostRows} groups`)];
        return [elementId, rows];
      } catch (error) {
        if (!(error instanceof ApiError) || signal?.aborted) throw error;
        return [elementId, error];
      } finally {
        onRead?.();
      }
    };
    return new Map(await Promise.all(exports.map(({ elementId, mostRows }) => read(elementId, mostRows))));
  } catch (error) {
    if (id === undefined && !isUncertain(error)) journal.deleted(begun.stamp);
    throw error;
  } finally {
    // A create whose answer was lost is looked for by the next run, when lists show it.
    if (id !== undefined) {
      const made = { ...begun, id, settle: () => journal.deleted(begun.stamp) };
      await deleteOne(client, made).catch((error: Error) =>
        onLeft?.(`The next run deletes the workbook "${nameScratch(begun)}": ${error.message}`),
      );
    }
  }
}

const description = "A scratch workbook of pulumi-analytics check. It is deleted when the run ends.";

const deleteLeft = async (client: AnalyticsClient, left: readonly LeftScratch[]): Promise<void> => {
  for (const one of left) await deleteOne(client, one);
};

/** Deletes a scratch workbook; one whose id isn't known is found by its stamp, in the folder that it was created in. */
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
  const inside = await collect(client.files.list({ type: "workbook", parentId: left.folderId, directChildren: true }));
  return inside.filter((file) => file.name === name && file.parentId === left.folderId).map(({ id }) => id);
}
