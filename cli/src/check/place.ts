/** Data models at one time, as scratch documents. */

import { type AnalyticsClient, isRefusal } from "pulumi-analytics-internal/core/api";
import {
  assignIds,
  fillPlaceholders,
  type JsonObject,
  listPlaceholderNames,
  matchIdentity,
  toPlatformSpec,
} from "pulumi-analytics-internal/core/model";
import type { ScratchPlace } from "pulumi-analytics-internal/core/scratch";
import { type CheckedModel, readCheckedModel } from "pulumi-analytics-internal/core/tables";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import { listReads, toMoved } from "../documents/affected";
import type { OwnDocument } from "../documents/match-documents";
import { createRedirect, type MovedModel, requireValue } from "../documents/redirect";
import type { Side } from "./sides";

/**
 * Creates data models for a run, those that others read first; what the platform has in place stays there. Names that
 * stand for none of them stand for what they do in production.
 *
 * @param findValue what a `!ref` stands for in production.
 * @returns the models by their ids in production; of one that can't be created, why.
 */
export async function placeModels(
  client: AnalyticsClient,
  place: ScratchPlace,
  sides: readonly Side[],
  findValue: (name: string) => string | undefined,
): Promise<ReadonlyMap<string, CheckedModel | Error>> {
  const placed = new Map<string, CheckedModel | Error>();
  const moved = sides.filter(({ inPlace }) => inPlace === undefined).map(({ document }) => document);
  for (const { document, inPlace } of sides) if (inPlace !== undefined) placed.set(document.id, inPlace);
  const redirect = createRedirect(moved.map(toMoved), ({ id }, element) => {
    const model = placed.get(id);
    const { id: there, elementIds = {} } = model === undefined || model instanceof Error ? {} : model;
    if (element === undefined || there === undefined) return there;
    const own = Object.keys(elementIds).find((key) => isSameName(key, element));
    return own === undefined ? undefined : elementIds[own];
  });
  const reads = new Map(listReads(moved).map((one) => [one.id, one.reads]));
  const create = async (model: MovedModel, file: string) => {
    const form = redirect.insertNames(model.form);
    const values = listPlaceholderNames(form).map((name) => {
      return [name, redirect.findTarget(name, model.refs) ?? requireValue(name, model, file, findValue)] as const;
    });
    const sent = assignIds(fillPlaceholders(form, Object.fromEntries(values)).spec);
    const server = await place.createModel(sent as JsonObject);
    const { map } = matchIdentity({ sent, received: toPlatformSpec(server), inOrder: true });
    return readCheckedModel(client, server, map);
  };
  const tryCreate = async (document: OwnDocument): Promise<CheckedModel | Error> => {
    const broken = (reads.get(document.id) ?? []).find((id) => placed.get(id) instanceof Error);
    if (broken !== undefined) return new UsageError("it reads a model that can't be compared");
    try {
      return await create(toMoved(document), document.file);
    } catch (error) {
      if (error instanceof UsageError || isRefusal(error)) return error;
      throw error;
    }
  };
  const open = new Set(moved);
  while (open.size > 0) {
    const isReady = ({ id }: { readonly id: string }) =>
      (reads.get(id) ?? []).every((read) => read === id || [...open].every((other) => other.id !== read));
    const ready = [...open].filter(isReady);
    const next = ready.length > 0 ? ready : [...open];
    for (const document of next) {
      placed.set(document.id, await tryCreate(document));
      open.delete(document);
    }
  }
  return placed;
}
