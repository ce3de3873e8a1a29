import { type AnalyticsClient, ApiError } from "../../../core/api";
import { createEmptyIdentity, isPossiblyStored, toPlatformSpec, toServerIds } from "../../../core/spec";
import type { LifecycleContext } from "../../declare";
import { isUnread } from "../../document/digest";
import { addPlace, getPlace, placeBaseline, placeKeys } from "../../document/place";
import { describePlace, handOver, updatePlace } from "../../document/place-writes";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs, DataModelOutputs, Known } from "../fields";
import { readUnlessDeleted, readWritten } from "../read";
import { refuseMovedModel } from "./conflict";
import { listSchedules, readBack } from "./read-back";
import { replaceContents } from "./replace";

/** Creates a model. */
export async function createModel(context: LifecycleContext, inputs: DataModelInputs) {
  const { name, folderId, description } = inputs;
  const { pages } = toServerIds(getModel(inputs).declared, createEmptyIdentity());
  const { dataModelId: id } = await context.client.dataModels.createSpec(
    {
      name,
      folderId,
      ...(description === undefined ? {} : { description }),
      schemaVersion: 1,
      pages: pages as readonly unknown[],
    },
    {
      ...context.createOptions,
      isStored: (there) => isPossiblyStored(getModel(inputs).declared, toPlatformSpec(there)),
    },
  );
  // The create of a model takes no owner. Where the call that does fails, the next update makes it.
  const unowned = { ...inputs, ownerId: undefined };
  context.checkpoint(id, { inputs: unowned, outputs: {} });
  const server = await context.client.dataModels.getSpec(id);
  const outputs = await readBack(context, id, unowned, { server }, {});
  const owner = await handOver(context.client, id, inputs, server.ownerId);
  return {
    id,
    outputs: describePlace(context, getTitle(inputs), inputs, outputs, placeBaseline(inputs, { ...server, ...owner })),
  };
}

/** Updates contents and place of a model, each if it changed. */
export async function updateModel(
  context: LifecycleContext,
  id: string,
  olds: Known,
  news: DataModelInputs,
  changed: ReadonlySet<string>,
): Promise<DataModelOutputs> {
  const { dataModels, files } = context.client;
  if (olds.outputs.deleted && (await readUnlessDeleted(context.client, id)) === undefined) {
    await files.restore(id, { parentId: news.folderId });
  }
  const place = placeKeys.filter((key) => changed.has(key));
  const writesContents =
    changed.has("spec") ||
    changed.has("ignorePaths") ||
    olds.outputs.documentVersion === undefined ||
    isUnread(olds) ||
    isUnmet(olds, context);
  let outputs = olds.outputs as DataModelOutputs;
  if (!writesContents && place.length === 0) return outputs;

  // At once: nothing is to come between the read and the write.
  const [server, schedules] = await Promise.all([
    dataModels.getSpec(id),
    writesContents ? listSchedules(context, id) : undefined,
  ]);
  await refuseMovedModel(context, server, olds, news, changed);
  const known = olds.outputs.baseline?.place;
  if (writesContents) {
    const inputs = { ...news, ...getPlace(olds.inputs) };
    const before = await readWritten(context, id, olds, server);
    const written = await replaceContents(context, id, before, inputs, server, schedules);
    outputs = addPlace(await readBack(context, id, inputs, written, olds.outputs), known);
    context.checkpoint(id, { inputs, outputs });
  }
  if (place.length === 0) return outputs;
  const readNewAddress = () => readAddress(context.client, id);
  return updatePlace(context, id, {
    ...{ title: getTitle(news), olds, news, outputs },
    changed: place,
    readAddress: readNewAddress,
  });
}

/**
 * The address, which the platform makes of the name; nothing where it can't be read: the model was renamed all the
 * same.
 */
async function readAddress(
  { dataModels }: AnalyticsClient,
  id: string,
): Promise<Pick<DataModelOutputs, "url"> | object> {
  try {
    return { url: (await dataModels.get(id)).url };
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** Whether the last write ended with an error because of what the platform didn't keep. */
function isUnmet({ outputs }: Known, { settings }: LifecycleContext): boolean {
  return settings["not-kept"] === "error" && (outputs.notKept ?? []).length > 0;
}
