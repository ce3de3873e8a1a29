import { type DataModelRepresentation, readIdentity, readMemberLabel } from "../../../core/api";
import type { LifecycleContext } from "../../declare";
import type { DataModelInputs, Known } from "../fields";
import { getStoredPlace, isMovedByOthers, placeKeys } from "../place";
import { describeDrift } from "../review/changes";
import type { Comparison } from "../stored";

/** The error of an update for a model that someone changed on the platform. */
export function createConflictError(
  context: LifecycleContext,
  server: DataModelRepresentation,
  { declared, drifted }: Comparison,
  { outputs }: Known,
  news: DataModelInputs,
): Promise<Error> {
  return describeRefusal(
    context,
    server,
    `since version ${outputs.documentVersion}, which this state knows: it is at version ${server.documentVersion}`,
    describeDrift(declared, drifted, news.confidential),
    news.file === undefined
      ? "bring the change into the declaration"
      : `bring it into the file with \`npx pulumi-analytics pull --update ${news.file}\``,
  );
}

/**
 * Refuses to rename, move, describe or hand over a model that someone else has renamed, moved, described or handed over
 * in the meantime.
 *
 * @throws with what stands there; unless that is what is declared now, or `onConflict` says to overwrite.
 */
export async function refuseMoved(
  context: LifecycleContext,
  server: DataModelRepresentation,
  known: Known,
  news: DataModelInputs,
  changed: ReadonlySet<string>,
): Promise<void> {
  if (news.onConflict === "overwrite") return;
  const moved = placeKeys.filter((key) => changed.has(key) && isMovedByOthers(key, known, news, server));
  if (moved.length === 0) return;
  const stored = getStoredPlace(known.inputs, known.outputs);
  const changes = moved.map(
    (key) => `${key}: ${JSON.stringify(stored[key] ?? "")} → ${JSON.stringify(server[key] ?? "")}`,
  );
  // In a directory of models, the file may have a name and a description at its top.
  const where = news.file === undefined ? "" : `, in the program or at the top of ${news.file}`;
  const keep = `declare the new ${moved.join(" and ")}${where}`;
  throw await describeRefusal(context, server, "since it was last read", changes, keep);
}

async function describeRefusal(
  context: LifecycleContext,
  { name, dataModelId, updatedBy, updatedAt }: DataModelRepresentation,
  since: string,
  changes: readonly string[],
  keep: string,
): Promise<Error> {
  const { userId } = await readIdentity(context.client);
  // The platform tells only who wrote last. With these credentials that may be another stack, after a change that a
  // person made.
  const who =
    updatedBy === userId ? "the owner of these API credentials" : await readMemberLabel(context.client, updatedBy);
  return new Error(
    [
      `The data model "${name}" (${dataModelId}) was changed on the platform ${since}. Nothing was written.`,
      `It was last changed by ${who} at ${updatedAt}.`,
      ...changes.map((change) => `  ${change}`),
      `To keep the change, ${keep}, then run \`pulumi up --refresh\`.`,
      'To undo it, run `pulumi refresh`, then `pulumi up`, or set onConflict: "overwrite" on the resource.',
    ].join("\n"),
  );
}
