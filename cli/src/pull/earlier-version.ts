import { type AnalyticsClient, isAboutOneThing } from "pulumi-analytics-internal/core/api";
import { type PlatformSpec, toPlatformSpec } from "pulumi-analytics-internal/core/spec";

/** An earlier version; undefined where the platform has it no more. */
export async function readEarlierVersion(
  client: AnalyticsClient,
  id: string,
  documentVersion: number,
): Promise<PlatformSpec | undefined> {
  try {
    return toPlatformSpec(await client.dataModels.getSpec(id, { documentVersion }));
  } catch (error) {
    if (isAboutOneThing(error)) return undefined;
    throw error;
  }
}
