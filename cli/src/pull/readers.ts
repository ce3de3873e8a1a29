import { isRefusal, readUnless } from "pulumi-analytics-internal/core/api";
import { listModels, type PlatformDocument, type PlatformReader } from "pulumi-analytics-internal/core/impact";
import { joinSome } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";

/** What reads a data model, in a line for a program: `Sales (Ann Lee), Board (report, Eva Park) and 12 more`. */
export type ReadersByModel = ReadonlyMap<string, string | undefined>;

/** So many are named. */
const mostNamed = 4;

/** So many documents are read for it: a request each, five at once, in about ten seconds. */
const mostRead = 500;

/**
 * What reads each data model of the platform, by its id: workbooks, reports and other data models, by their lists of
 * sources. Undefined where the lists may not be read, and with a note where too many documents would have to be.
 *
 * @param open gives a reader of the platform to the work.
 */
export const findReaders = (
  console: Pick<Console, "note">,
  open: <T>(work: (reader: PlatformReader) => Promise<T>) => Promise<T>,
): Promise<ReadersByModel | undefined> =>
  readUnless(
    isRefusal,
    open(async (reader) => {
      const unread = reader.countUnreadSources();
      if (unread <= mostRead) return readReaders(reader);
      console.note(
        `note: what reads the data models isn't looked up: ${unread} documents would be read. Run ` +
          "`pulumi-analytics impact --unused` in this folder, which keeps what it reads, and pull again.",
      );
      return undefined;
    }),
  );

async function readReaders(reader: PlatformReader): Promise<ReadersByModel> {
  const sources = await reader.readSources();
  const people = await reader.readPeople();
  const describe = ({ name, type, ownerId }: PlatformDocument) => {
    const about = [...(type === "workbook" ? [] : [type]), people.get(ownerId)?.name ?? ""].filter((one) => one !== "");
    return about.length === 0 ? name : `${name} (${about.join(", ")})`;
  };
  const found = new Map<string, Map<string, string>>();
  for (const [document, own] of sources) {
    for (const { dataModelId } of own) {
      if (dataModelId === undefined || dataModelId === document.id) continue;
      // A document and its tagged versions have one address.
      const readers = found.get(dataModelId) ?? new Map<string, string>();
      found.set(dataModelId, readers.set(document.url, describe(document)));
    }
  }
  return new Map(
    listModels(reader).map(({ id }) => [id, formatReaders([...(found.get(id)?.values() ?? [])], reader.isWhole)]),
  );
}

/** Undefined: nothing reads it, or nothing that the credentials see. */
function formatReaders(names: readonly string[], isWhole: boolean): string | undefined {
  if (names.length === 0) return undefined;
  const named = joinSome([...names].sort(), mostNamed);
  return isWhole ? named : `${named}; these credentials don't see all documents`;
}
