import * as z from "zod";
import { CreateOnce, type CreateOptions, type Creation } from "./transport/create-once";
import type { Reads } from "./transport/reads";
import type { Call, Transport } from "./transport/transport";

/** The answer of calls that answer nothing worth reading. */
export const nothing = z.unknown().transform(() => undefined);

/** A call whose answer is dropped, unless it says what that looks like. */
type Write<T> = Omit<Call<T>, "answer"> & Partial<Pick<Call<T>, "answer">>;

/** A create whose request is nothing but a `POST`, to the collection unless it has another path. */
type Posted<T> = Omit<Creation<T>, "send"> & {
  readonly post: Pick<Call<T>, "body" | "answer" | "secrets"> & Partial<Pick<Call<T>, "path">>;
};

/** What every resource of one client sends its requests with. */
export class Api {
  readonly creates: CreateOnce;

  constructor(
    readonly transport: Transport,
    readonly reads: Reads,
  ) {
    this.creates = new CreateOnce(transport);
  }

  /** Sends a write, after which no listing of the collection from before is shared. */
  write(collection: string, call: Write<undefined>): Promise<undefined>;
  write<T>(collection: string, call: Call<T>): Promise<T>;
  write(collection: string, call: Write<unknown>): Promise<unknown> {
    return this.reads.invalidateDuring(collection, () => this.transport.send({ answer: nothing, ...call }));
  }

  /** {@link CreateOnce.sendOnce}, after which no listing of the collection from before is shared. */
  createOnce<T>(collection: string, creation: Creation<T> | Posted<T>, options?: CreateOptions): Promise<T> {
    const whole = "send" in creation ? creation : { ...creation, send: this.#buildSender(collection, creation.post) };
    return this.reads.invalidateDuring(collection, () => this.creates.sendOnce(whole, options));
  }

  #buildSender<T>(collection: string, post: Posted<T>["post"]): Creation<T>["send"] {
    return (deadline) => this.transport.send({ method: "POST", path: collection, ...post, deadline });
  }
}

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
