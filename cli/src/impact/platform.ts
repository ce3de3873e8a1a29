import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { PlatformReader } from "pulumi-analytics-internal/core/impact";
import type { Context } from "../command";
import { NoCredentialsError, type ProfileOptions } from "../profile";
import { Cache } from "./cache";

/**
 * Reads the lists, does the work, and keeps what was read, also of work that ends early.
 *
 * @param workAlone what to do without credentials; left out: these are needed.
 */
export async function usePlatform<T>(
  context: Context,
  options: ProfileOptions,
  work: (reader: PlatformReader, client: AnalyticsClient) => Promise<T>,
  workAlone?: () => Promise<T>,
): Promise<T> {
  let client: AnalyticsClient;
  try {
    client = await context.client(options);
  } catch (error) {
    if (error instanceof NoCredentialsError && workAlone !== undefined) return workAlone();
    throw error;
  }
  let cache: Cache | undefined;
  const openKnown = (organizationId: string) => {
    cache = new Cache(context.cwd, organizationId);
    return cache;
  };
  const { console } = context;
  const reader = await PlatformReader.open(client, { openKnown, showProgress: console.showProgress.bind(console) });
  try {
    return await work(reader, client);
  } finally {
    cache?.save();
  }
}
