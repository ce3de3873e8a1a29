import { PlatformReader } from "pulumi-analytics-internal/core/impact";
import type { Context } from "../command";
import type { ProfileOptions } from "../profile";
import { Cache } from "./cache";

/** Reads the lists, does the work, and keeps what was read, also of work that ends early. */
export async function usePlatform<T>(
  context: Context,
  options: ProfileOptions,
  work: (reader: PlatformReader) => Promise<T>,
): Promise<T> {
  const client = await context.client(options);
  let cache: Cache | undefined;
  const openKnown = (organizationId: string) => {
    cache = new Cache(context.cwd, organizationId);
    return cache;
  };
  const { console } = context;
  const reader = await PlatformReader.open(client, { openKnown, showProgress: console.showProgress.bind(console) });
  try {
    return await work(reader);
  } finally {
    cache?.save();
  }
}
