import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { Cache, PlatformReader } from "pulumi-analytics-internal/core/impact";
import type { Context } from "../command";
import type { Console } from "../command/console";
import { NoCredentialsError, type ProfileOptions } from "./profile";

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
  const { console, cwd } = context;
  return readPlatform(client, { console, folder: cwd }, (reader) => work(reader, client));
}

/** How the platform is read. */
interface ReadOptions {
  readonly console: Console;
  /** Has the cache. */
  readonly folder: string;
  /** Whether nothing may be written. */
  readonly isDryRun?: boolean;
}

/** The same with a client. */
export async function readPlatform<T>(
  client: AnalyticsClient,
  { console, folder, isDryRun = false }: ReadOptions,
  work: (reader: PlatformReader) => Promise<T>,
): Promise<T> {
  let cache: Cache | undefined;
  const openKnown = (organizationId: string) => {
    cache = new Cache(folder, organizationId);
    return cache;
  };
  const reader = await PlatformReader.open(client, { openKnown, showProgress: console.showProgress.bind(console) });
  try {
    return await work(reader);
  } finally {
    if (!isDryRun) cache?.save();
  }
}
