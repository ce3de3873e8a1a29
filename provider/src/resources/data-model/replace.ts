import type { DataModelRepresentation } from "../../api";
import { ApiError } from "../../api/errors";
import type { Call } from "../../engine/kind";
import { equal } from "../../engine/values";
import {
  diffSpecs,
  emptyIdentity,
  followRenames,
  type IdentityMap,
  type Json,
  matchIdentity,
  takeLeft,
  toLocalIds,
  toServerIds,
} from "../../spec";
import { agree, contentsOf, declared, pagesOf } from "./contents";
import type { DataModelInputs, Known } from "./inputs";
import { driftBetween } from "./review";

/** What the platform has at this moment, and how it maps onto the user's ids. */
interface Current {
  readonly documentVersion: number;
  /** The ids of what is both there and declared. */
  readonly ids: IdentityMap;
  /** The contents in the user's ids. */
  readonly contents: Json;
}

/** Contents as they were sent. */
export interface Replaced {
  /** The version they are. */
  readonly documentVersion: number;
  /** The map they were sent with. */
  readonly ids: IdentityMap;
  /** True when the map stays as it is, if the platform keeps its ids: nothing is new, and nothing is gone. */
  readonly keepsIds: boolean;
}

/**
 * Sends the declared contents, in the platform's ids, on top of the version the state knows.
 *
 * @throws when the model moved on since that version, with who, when and what changed; unless it is already as declared, only
 *   parts that are left to the platform changed, or `onConflict` says to overwrite.
 */
export async function replaceContents(call: Call, id: string, olds: Known, news: DataModelInputs): Promise<Replaced> {
  const wanted = declared(news);
  const leave = news.leave ?? [];

  const put = async (on: Omit<Current, "contents">, contents: Json): Promise<Replaced> => {
    const sent = toServerIds(contents, on.ids);
    const pages = pagesOf(sent);
    await call.client.dataModels.updateSpec(id, { schemaVersion: 1, documentVersion: on.documentVersion, pages });
    const { map } = matchIdentity({ sent: wanted, received: sent, previous: on.ids });
    // What was accepted on top of a version is the next one. What a read finds could be somebody else's already.
    return { documentVersion: on.documentVersion + 1, ids: on.ids, keepsIds: equal(map, on.ids) };
  };
  const putOnCurrent = async ({ contents, ...on }: Current): Promise<Replaced> =>
    agree(contents, wanted, leave) ? { ...on, keepsIds: true } : put(on, takeLeft(wanted, contents, leave));

  const { ids, documentVersion } = olds.outputs;
  // Parts left to the platform have to be sent back as it has them; and after a write that was cut short, what is there is all
  // anybody knows.
  if (leave.length > 0 || ids === undefined || documentVersion === undefined) {
    return putOnCurrent(await current(call, id, olds, news, wanted));
  }
  const before = declared(olds.inputs);
  // Other ids of the user's for the same things are nothing to the platform, as long as it still has these things.
  if (diffSpecs(before, wanted).every(({ action }) => action === "renamed")) {
    return putOnCurrent(await current(call, id, olds, news, wanted));
  }
  try {
    return await put({ documentVersion, ids: followRenames(ids, before, wanted) }, wanted);
  } catch (error) {
    if (!mayBeStale(error)) throw error;
    const now = await current(call, id, olds, news, wanted);
    if (now.documentVersion === documentVersion) throw error;
    return putOnCurrent(now);
  }
}

/** Nobody says which status the refusal of a stale version has, so that the version itself is looked at. */
function mayBeStale(error: unknown): boolean {
  return error instanceof ApiError && !error.fromProxy && ![401, 403, 404, 429].includes(error.status ?? 0);
}

/** Reads the model, and refuses to go on when somebody else changed what is declared. */
async function current(
  { client }: Call,
  id: string,
  olds: Known,
  news: DataModelInputs,
  wanted: Json,
): Promise<Current> {
  const server = await client.dataModels.getSpec(id);
  const received = contentsOf(server);
  // A model that waits to be restored was emptied in the state: what is declared now tells more of what it held.
  const before = olds.outputs.deleted ? wanted : declared(olds.inputs);
  const previous = olds.outputs.ids ?? emptyIdentity();
  const theirs = toLocalIds(received, matchIdentity({ sent: before, received, previous }).map);
  const ids = matchIdentity({ sent: wanted, received, previous: followRenames(previous, before, wanted) }).map;
  const contents = toLocalIds(received, ids);
  const { documentVersion } = olds.outputs;
  const untouched =
    documentVersion === undefined ||
    server.documentVersion === documentVersion ||
    agree(theirs, before, news.leave) ||
    // The version moved on because this very change arrived, and only its answer was lost.
    agree(contents, wanted, news.leave);
  if (!untouched && news.onConflict !== "overwrite") throw conflict(id, server, documentVersion, before, theirs, news);
  return { documentVersion: server.documentVersion, ids, contents };
}

function conflict(
  id: string,
  { name, documentVersion, updatedBy, updatedAt }: DataModelRepresentation,
  known: number,
  before: Json,
  theirs: Json,
  { confidential }: DataModelInputs,
): Error {
  return new Error(
    [
      `The data model "${name}" (${id}) was changed on the platform since version ${known}, which this state knows: it is at version ${documentVersion}, ` +
        `by ${updatedBy} at ${updatedAt}. Nothing was written.`,
      ...driftBetween(before, theirs, confidential).map((change) => `  ${change}`),
      "Run `pulumi refresh` to take the change into the state, then bring it into the file or let `pulumi up` undo it. " +
        'Or set onConflict: "overwrite" on the resource.',
    ].join("\n"),
  );
}
