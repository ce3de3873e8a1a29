import { type AnalyticsClient, isRefusal } from "pulumi-analytics-internal/core/api";
import { listRemoved, readUses } from "pulumi-analytics-internal/core/graph";
import { type BrokenDocument, findReaders, readConcerned } from "pulumi-analytics-internal/core/impact";
import {
  assignIds,
  type Json,
  type LocalSpec,
  toPlatformSpec,
  toServerIds,
} from "pulumi-analytics-internal/core/model";
import type { Context } from "../command";
import { translate } from "../documents/data-model";
import type { Document, KnownBeside } from "../documents/document";
import { readPlatform } from "../platform/reading";
import type { Reader } from "../report/readers";

/** What goes away between two sides, in the platform's ids where one of them is a model of the platform. */
export interface Gone {
  /** Left out: both sides are files. */
  readonly dataModelId?: string;
  /** What `impact` calls the parts: `orders#Fact Orders.Region`. */
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly after: Json;
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
  const dataModelId = (one ?? other)?.dataModelId;
  const [old, now] = [convert(before, after, known), convert(after, before, known)];
  const parts = listRemoved(dataModelId ?? "", old, now);
  if (parts.length === 0) return undefined;
  const model = dataModelId ?? before.name;
  return {
    names: parts.map(({ path }) => `${model}#${path}`),
    keys: parts.flatMap(({ keys }) => keys),
    after: now,
    ...(dataModelId === undefined ? {} : { dataModelId }),
  };
}

/** A side in the ids of the platform's model, if one of the two is that. */
function convert(side: Document, other: Document, known: KnownBeside): Json {
  if (side.model !== undefined) return toPlatformSpec(side.model) as Json;
  const form = assignIds(side.contents) as unknown as LocalSpec;
  if (other.model === undefined) return form as Json;
  return toServerIds(form, translate(side.contents, other.model, known).ids) as Json;
}

/** Asks the platform, where a side is a model of it; of two files, which command asks. */
export async function askReaders(
  { cwd, console }: Context,
  { dataModelId, names, keys, after }: Gone,
  client: AnalyticsClient | undefined,
): Promise<Readers> {
  if (client === undefined || dataModelId === undefined) {
    const asked = names.slice(0, 3).map((name) => (/[^\w#.-]/.test(name) ? `'${name.replaceAll("'", "")}'` : name));
    return {
      documents: [],
      notes: [`To see who reads what goes away: npx pulumi-analytics impact ${asked.join(" ")}`],
    };
  }
  try {
    return await readPlatform(client, { console, folder: cwd }, async (reader) => {
      const changed = new Map([[dataModelId, readUses(after, { dataModelId })]]);
      const concerned = await readConcerned(reader, { modelIds: [dataModelId], changed });
      const broken = findReaders(concerned, { modelIds: [dataModelId], listTargets: () => keys });
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
