import { type AnalyticsClient, isRefusal } from "pulumi-analytics-internal/core/api";
import { listRemoved, type RemovedPart, readUses } from "pulumi-analytics-internal/core/graph";
import {
  type BrokenDocument,
  type FileDocuments,
  findReaders,
  type ReadDocument,
  readConcerned,
} from "pulumi-analytics-internal/core/impact";
import { assignIds, type Json } from "pulumi-analytics-internal/core/model";
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import type { Context } from "../command";
import { type Address, formatAddress } from "../documents/address";
import type { Document, KnownBeside } from "../documents/document";
import { KeyTranslator, type Outline } from "../documents/key-translator";
import { readPlatform } from "../platform/reading";
import type { Reader } from "../report/readers";

/** What goes away between two sides: in the ids of the file, if one of them is one. */
export interface Gone {
  /** What `impact` is asked for it, as a shell reads it. */
  readonly question: string;
  readonly keys: readonly string[];
  readonly after: Json;
  /** Left out: both sides are files. */
  readonly model?: Outline;
}

/** Who reads what goes away. */
export interface Readers {
  readonly documents: readonly Reader[];
  /** What to say where nobody was asked, and what couldn't be read. */
  readonly notes: readonly string[];
}

/** Of two models of the platform, only versions of one are compared: nothing is gone from another one. */
export function listGone(before: Document, after: Document, known: KnownBeside): Gone | undefined {
  if (before.type !== "data model") return undefined;
  const [one, other] = [before.model, after.model];
  if (one && other && one.dataModelId !== other.dataModelId) return undefined;
  const stored = one ?? other;
  const aligned = before.align(after, known);
  const [old, now] = aligned.map(({ contents }) => assignIds(contents) as Json) as [Json, Json];
  const id = stored?.dataModelId ?? "";
  const parts = listRemoved(id, old, now);
  if (parts.length === 0) return undefined;
  const ids = aligned.find((side) => side.ids !== undefined)?.ids;
  const exposed = [now, old].flatMap((form) => readUses(form, { dataModelId: id }).exposed);
  return {
    question: formQuestion(before, after, parts),
    keys: parts.flatMap(({ keys }) => keys),
    after: now,
    ...(stored && { model: { id, ids, exposed } }),
  };
}

/** Of a commit or a state, files don't have what goes away any more: they say it by comparing, too. */
function formQuestion({ address, name }: Document, { file }: Document, parts: readonly RemovedPart[]): string {
  const isEarlier = address.from === "commit" || address.from === "state";
  if (isEarlier && file !== undefined) {
    const whole: Address = address.from === "commit" ? { from: "commit", ref: address.ref } : { from: "state" };
    return `${quoteArgument(file.file)} --against ${quoteArgument(formatAddress(whole))}`;
  }
  const asked = parts.slice(0, 3).map(({ path }) => `${name}#${path}`);
  return asked.map((one) => (/[^\w#.-]/.test(one) ? `'${one.replaceAll("'", "")}'` : one)).join(" ");
}

/** Asks the platform, where a side is a model of it; of two files, which command asks. */
export async function askReaders(
  { cwd, console }: Context,
  { model, question, keys, after }: Gone,
  client: AnalyticsClient | undefined,
): Promise<Readers> {
  if (client === undefined || model === undefined) {
    return { documents: [], notes: [`To see who reads what goes away: npx pulumi-analytics impact ${question}`] };
  }
  try {
    return await readPlatform(client, { console, folder: cwd }, async (reader) => {
      const modelIds = [model.id];
      const changed = new Map([[model.id, readUses(after, { dataModelId: model.id })]]);
      const open = (read: readonly ReadDocument[]) => {
        const translator = new KeyTranslator([model], read);
        return { own: [], translate: (key: string) => translator.translate(key) };
      };
      const files: FileDocuments = { ids: new Set(), sources: new Map(), open };
      const concerned = await readConcerned(reader, { modelIds, changed }, files);
      const broken = findReaders(concerned, { modelIds, listTargets: () => keys });
      const notes = broken.unread.map(
        ({ document: { name, type }, why }) =>
          `${name} (${type}) couldn't be read, and may break: ${why.split("\n")[0]}`,
      );
      const seen = broken.isWhole ? [] : [`Only the ${broken.documents} documents that these credentials see count.`];
      return { documents: [...broken.breaksNow, ...broken.breaksLater].map(toReader), notes: [...notes, ...seen] };
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { documents: [], notes: [`Who reads what goes away wasn't looked up: ${error.message.split("\n")[0]}`] };
  }
}

const toReader = ({ document: { type, name, path, url }, owner, tags, uses }: BrokenDocument): Reader => ({
  ...{ type, name, path, url, owner: owner ?? null, tags: [...tags] },
  places: uses.map(({ page, element, how }) => ({ page, element, how })),
});
