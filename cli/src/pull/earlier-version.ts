import { type AnalyticsClient, isAboutOneThing, readUnless } from "pulumi-analytics-internal/core/api";
import { type PlatformSpec, toPlatformSpec } from "pulumi-analytics-internal/core/model";

/** An earlier version; undefined where the platform has it no more. */
export async function readEarlierVersion(
  client: AnalyticsClient,
  id: string,
  documentVersion: number,
): Promise<PlatformSpec | undefined> {
  const found = await readUnless(isAboutOneThing, client.dataModels.getSpec(id, { documentVersion }));
  return found && toPlatformSpec(found);
}
