import { quoteArgument } from "../../core/text";
import type { LifecycleContext } from "../declare";
import type { DocumentInputs, KnownDocument, ServerDocument } from "./fields";
import { getStoredPlace, isMovedByOthers, placeKeys } from "./place";

/** What somebody changed on the platform, and what to do about it. */
interface Refusal {
  readonly what: string;
  readonly changes: readonly string[];
  readonly keep: string;
}

/**
 * The error of an update of contents that someone changed on the platform.
 *
 * @param told the document, such as `data model "Orders" (1f0c…)`, and what changed in it.
 */
export function createConflictError(
  context: LifecycleContext,
  server: ServerDocument,
  { outputs }: KnownDocument,
  news: DocumentInputs,
  told: { readonly subject: string; readonly changes: readonly string[] },
): Promise<Error> {
  const { subject, changes } = told;
  const [before, now] = [outputs.documentVersion, server.documentVersion];
  return describeRefusal(context, server, {
    what:
      `The ${subject} was changed on the platform since version ${before}, which this state knows: it is at version ` +
      `${now}. Nothing was written.`,
    changes,
    keep: adviseToPull(news, "it"),
  });
}

/** How a change of contents is kept. */
const adviseToPull = ({ file }: DocumentInputs, change: string) =>
  file === undefined
    ? "bring the change into the declaration"
    : `bring ${change} into the file with \`npx pulumi-analytics pull ${quoteArgument(file)}\``;

/**
 * Refuses to rename, move, describe or hand over a document that someone else has renamed, moved, described or handed
 * over in the meantime.
 *
 * @throws with what stands there; unless that is what is declared now, or `onConflict` says to overwrite.
 */
export async function refuseMoved(
  context: LifecycleContext,
  server: ServerDocument,
  known: KnownDocument,
  news: DocumentInputs,
  { subject, changed }: { readonly subject: string; readonly changed: ReadonlySet<string> },
): Promise<void> {
  if (news.onConflict === "overwrite") return;
  const moved = placeKeys.filter((key) => changed.has(key) && isMovedByOthers(key, known, news, server));
  if (moved.length === 0) return;
  const stored = getStoredPlace(known.inputs, known.outputs);
  const versions = [known.outputs.documentVersion, server.documentVersion];
  // The run that this one's advice leads to would overwrite what nobody has heard of.
  const isRewritten = versions[0] !== versions[1];
  const changes = [
    ...moved.map((key) => `${key}: ${JSON.stringify(stored[key] ?? "")} → ${JSON.stringify(server[key] ?? "")}`),
    ...(isRewritten ? [`its contents: version ${versions.join(" → ")}`] : []),
  ];
  // In a directory of models, the file may have a name and a description at its top.
  const where = news.file === undefined ? "" : `, in the program or at the top of ${news.file}`;
  const keep = [
    `declare the new ${moved.join(" and ")}${where}`,
    ...(isRewritten ? [adviseToPull(news, "what changed in the contents")] : []),
  ].join(", and ");
  const what = `The ${subject} was changed on the platform since it was last read. Nothing was written.`;
  throw await describeRefusal(context, server, { what, changes, keep });
}

async function describeRefusal(
  context: LifecycleContext,
  { updatedBy, updatedAt }: ServerDocument,
  { what, changes, keep }: Refusal,
): Promise<Error> {
  const { userId } = await context.client.readOwner();
  // The platform tells only who wrote last. With these credentials that may be another stack, after a change that a
  // person made.
  const who =
    updatedBy === userId ? "the owner of these API credentials" : await context.client.members.readLabel(updatedBy);
  return new Error(
    [
      what,
      `It was last changed by ${who} at ${updatedAt}.`,
      ...changes.map((change) => `  ${change}`),
      `To keep the change, ${keep}, then run \`pulumi up --refresh\`.`,
      'To undo it, run `pulumi refresh`, then `pulumi up`, or set onConflict: "overwrite" on the resource.',
    ].join("\n"),
  );
}
