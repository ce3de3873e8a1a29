import * as z from "zod";
import type { CreateOnce } from "./transport/create-once";
import type { Reads } from "./transport/reads";
import type { Transport } from "./transport/transport";

/** What every resource of one client depends on. */
export interface Api {
  readonly transport: Transport;
  readonly creates: CreateOnce;
  readonly reads: Reads;
}

/** The answer of calls that answer nothing worth reading. */
export const nothing = z.unknown().transform(() => undefined);

/**
 * Sends a write whose repetition the platform may refuse, which is undocumented: it has succeeded where the platform
 * then is as wanted.
 */
export async function sendUnlessDone(send: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(await isDone().catch(() => false))) throw error;
  }
}

/** Who made and changed a record, and when (ISO 8601). */
export const audit = {
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** What a list of documents leaves out, and what it has beside the rest. Not every list knows every one. */
export interface DocumentFilter {
  /** Leaves the tags of each document out. */
  readonly excludeTags?: boolean;
  /** Lists the documents of the whole organization. For administrators. */
  readonly skipPermissionCheck?: boolean;
  /** Lists archived documents instead. */
  readonly isArchived?: boolean;
  /** Leaves explorations out, which are unsaved views of workbooks. */
  readonly excludeExplorations?: boolean;
}

/** Optional texts of the platform come as absent or null; both are undefined here. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

/** A value that is absent or null is undefined. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);

/** Whether an id is a UUID, and not the one in an address. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
