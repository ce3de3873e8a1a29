/** Writes the name, folder, description and owner of a document. */
import { type AnalyticsClient, isUncertain } from "../../core/api";
import { addTried, type LifecycleContext } from "../declare";
import type { DocumentInputs, DocumentOutputs, FileFields, KnownDocument } from "./fields";
import { addPlace, getPlace, omitKeys, pick, placeBaseline, placeKeys } from "./place";
import { warn } from "./warn";

/** Renames, moves, describes or hands over a document. Returns what the platform has then. */
async function writePlace(
  { client }: LifecycleContext,
  id: string,
  { name, folderId, description = "", ownerId }: DocumentInputs,
  changed: readonly (keyof FileFields)[],
): Promise<FileFields> {
  const written = await client.files.update(id, {
    ...(changed.includes("name") ? { name } : {}),
    ...(changed.includes("folderId") ? { parentId: folderId } : {}),
    ...(changed.includes("description") ? { description } : {}),
    ...(changed.includes("ownerId") ? { ownerId } : {}),
  });
  return {
    name: written.name,
    folderId: written.parentId ?? folderId,
    description: written.description,
    ownerId: written.ownerId ?? undefined,
  };
}

/**
 * Writes the changed parts of a place, and records what the platform made of them.
 *
 * @param readAddress the address, which the platform makes of the name.
 */
export async function updatePlace<Outputs extends DocumentOutputs>(
  context: LifecycleContext,
  id: string,
  {
    title,
    olds,
    news,
    changed,
    outputs,
    readAddress,
  }: {
    readonly title: string;
    readonly olds: KnownDocument;
    readonly news: DocumentInputs;
    readonly changed: readonly (keyof FileFields)[];
    readonly outputs: Outputs;
    readonly readAddress: () => Promise<Partial<Outputs>>;
  },
): Promise<Outputs> {
  const known = olds.outputs.baseline?.place;
  const found = await writePlace(context, id, news, changed).catch((error) => {
    const tried = addTried(olds.tried, news, changed);
    if (isUncertain(error)) context.checkpoint(id, { inputs: { ...news, ...getPlace(olds.inputs) }, outputs, tried });
    throw error;
  });
  const now = { ...getPlace(news), ...pick(found, changed) };
  const addressed = changed.includes("name") ? { ...outputs, ...(await readAddress()) } : outputs;
  return describePlace(context, title, news, addressed, { ...omitKeys(known, changed), ...placeBaseline(news, now) });
}

/** The outputs with what the platform made of the place, which is told when it is new. */
export function describePlace<Outputs extends DocumentOutputs>(
  context: LifecycleContext,
  title: string,
  inputs: DocumentInputs,
  outputs: Outputs,
  place: Partial<FileFields> | undefined,
): Outputs {
  for (const key of placeKeys) {
    const stored = place?.[key];
    if (stored === undefined || stored === outputs.baseline?.place?.[key] || context.settings["not-kept"] === "off")
      continue;
    warn(context, title, `${key}: the platform stored \`${inputs[key] ?? ""}\` as \`${stored}\``);
  }
  return addPlace(outputs, place);
}

/** Gives a new document its owner: no create takes one. */
export async function handOver(
  { files }: AnalyticsClient,
  id: string,
  { ownerId: declared }: DocumentInputs,
  current: string | undefined,
): Promise<Pick<FileFields, "ownerId">> {
  if (declared === undefined || declared === current) return {};
  const { ownerId } = await files.update(id, { ownerId: declared });
  return { ownerId: ownerId ?? undefined };
}
