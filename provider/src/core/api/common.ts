import * as z from "../zod";
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

/** Who made and changed a record, and when (ISO 8601). */
export const audit = {
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** Optional texts of the platform come as absent or null; both are undefined here. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

/** Whether an id is a UUID, and not the one in an address. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
