import type { AnalyticsClient, DataModelRepresentation } from "../api";
import { createEmptyIdentity, type IdentityMap, toLocalIds, toPlatformSpec } from "../model";
import type { JsonObject } from "../model/json";
import { indexSpec, ModelNames } from "../model/references";
import type { CheckedModel } from "./model";

/**
 * A data model of the platform, to check it. A table without a name that reads another model is called as its source
 * is, which only the platform knows: one request more.
 *
 * @param ids your ids; default: the platform's.
 * @example const model = await readCheckedModel(client, await client.dataModels.getSpec(id));
 */
export async function readCheckedModel(
  client: AnalyticsClient,
  server: DataModelRepresentation,
  ids: IdentityMap = createEmptyIdentity(),
): Promise<CheckedModel> {
  const id = server.dataModelId;
  const spec = toLocalIds(toPlatformSpec(server), ids) as JsonObject;
  const elementIds = Object.fromEntries(Object.entries(ids.elements).map(([own, one]) => [own, one.id]));
  const index = indexSpec(spec);
  const names = new ModelNames(index);
  const isNamed = (table: JsonObject) => table.kind !== "table" || names.readElementName(table).name !== undefined;
  if ([...index.elements.values()].every(isNamed)) return { id, spec, elementIds };
  const listed = await client.documents.readElements({ dataModelId: id });
  return { id, spec, elementIds, names: new Map(listed.map(({ elementId, name }) => [elementId, name])) };
}
