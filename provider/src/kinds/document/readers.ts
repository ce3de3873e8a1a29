import type { AnalyticsClient } from "../../core/api";
import { findProjectFolder } from "../../core/files";
import { type BrokenDocument, Cache, PlatformReader } from "../../core/impact";
import type { Run } from "../../core/runtime";
import type { LiveContext } from "../declare";

/** The maximum number of documents, and of parts that nothing reads, that a message names. */
const most = 3;

interface Opened {
  readonly reader: PlatformReader;
  /** What the command has read, where it was used in this project. */
  readonly cache: Cache | undefined;
}

/** Models share lists and documents, for a client. A refusal is kept, too: the next model isn't refused once more. */
export const openForChecks = (client: AnalyticsClient) => open(client);
/** Deletes come after updates, which documents may be among. */
export const openForDeletes = (client: AnalyticsClient) => open(client);

async function open(client: AnalyticsClient): Promise<Opened> {
  let cache: Cache | undefined;
  const openKnown = (organizationId: string) => {
    cache = Cache.find(findProjectFolder(process.cwd()) ?? process.cwd(), organizationId);
    return cache;
  };
  return { reader: await PlatformReader.open(client, { openKnown }), cache };
}

/** What was said already of something. */
const createTold = (_about: object) => new Set<string>();

export function tellOnce(run: Run, about: object, what: string, tell: () => void): void {
  const before = run.get(createTold, about);
  if (before.has(what)) return;
  before.add(what);
  tell();
}

export function tellFailure(error: unknown, { client, run, log }: LiveContext, what = "what goes away"): string {
  const { message } = error as Error;
  tellOnce(run, client, message, () => log(`who reads ${what} wasn't looked up: ${message}`));
  return message;
}

export function tellUnread(reader: PlatformReader, { run, log }: Pick<LiveContext, "run" | "log">): void {
  for (const { document, why } of reader.unread) {
    tellOnce(run, reader, document.id, () =>
      log(`${document.name} (${document.type}) couldn't be read, and may break: ${why}`),
    );
  }
  if (reader.isWhole) return;
  tellOnce(run, reader, "", () =>
    log(`only the ${reader.documents.length} documents that these credentials see were looked at`),
  );
}

/** `2 workbooks and 1 report`. */
export function countTypes(documents: readonly Pick<BrokenDocument, "document">[]): string {
  const counts = (["workbook", "report", "data model"] as const).flatMap((type) => {
    const count = documents.filter(({ document }) => document.type === type).length;
    return count === 0 ? [] : `${count} ${type}${count === 1 ? "" : "s"}`;
  });
  return counts.length < 3 ? counts.join(" and ") : `${counts[0]}, ${counts[1]} and ${counts[2]}`;
}

export const nameDocuments = (documents: readonly Pick<BrokenDocument, "document" | "owner">[]) =>
  nameSome(
    documents.map(({ document: { name }, owner }) => `${name}${owner === undefined ? "" : `, owner ${owner.name}`}`),
    "; ",
  );

export function nameSome(names: readonly string[], separator: string): string {
  const more = names.length > most + 1 ? names.length - most : 0;
  return more === 0 ? names.join(separator) : [...names.slice(0, most), `${more} more`].join(separator);
}
