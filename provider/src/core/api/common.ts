import * as z from "zod";
import { isUncertain } from "./errors";
import type { Reads } from "./transport/reads";
import { attemptsWhenBroken, retryDelay, wait } from "./transport/retries";
import type { Call, Transport } from "./transport/transport";

/** The answer of calls that answer nothing worth reading. */
export const nothing = z.unknown().transform(() => undefined);

/** A call whose answer is dropped, unless it says what that looks like. */
type Write<T> = Omit<Call<T>, "answer"> & Partial<Pick<Call<T>, "answer">>;

/** The `POST` that creates an object, to the collection unless it has another path. */
type Post<T> = Pick<Call<T>, "body" | "answer" | "secrets" | "query"> & Partial<Pick<Call<T>, "path">>;

/** What every resource of one client sends its requests with. */
export class Api {
  constructor(
    readonly transport: Transport,
    readonly reads: Reads,
  ) {}

  /** Sends a write, after which no listing of the collection from before is shared. */
  write(collection: string, call: Write<undefined>): Promise<undefined>;
  write<T>(collection: string, call: Call<T>): Promise<T>;
  write(collection: string, call: Write<unknown>): Promise<unknown> {
    return this.reads.invalidateDuring(collection, () => this.transport.send({ answer: nothing, ...call }));
  }

  /**
   * Creates an object, after which no listing of the collection from before is shared.
   *
   * @param madeId the object, if a request whose answer was lost created it: it is read, and nothing is sent.
   * @throws ApiError, whose outcome says whether the object may exist. The caller then searches for it before another
   * attempt.
   */
  create<T>(collection: string, post: Post<T>, read: (id: string) => Promise<T>, madeId?: string): Promise<T> {
    if (madeId !== undefined) return read(madeId);
    return this.reads.invalidateDuring(collection, () =>
      this.transport.send({ method: "POST", path: collection, ...post }),
    );
  }
}

/** Milliseconds between two looks for what a write has done, and for how long at most. */
const looks = { pauseMs: 250, afterLossMs: 750, afterRefusalMs: 8_000 };

/**
 * Sends a write that can't be done twice, but whose repetition the platform may refuse, which is undocumented: it has
 * succeeded where the platform then has what it does. Where an answer was lost, it is sent again.
 *
 * @param find what the write does, or whether it is done; undefined or false: the platform doesn't have that, or
 * doesn't list it yet.
 */
export async function sendUntilDone(send: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void>;
export async function sendUntilDone<T>(send: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T>;
export async function sendUntilDone(send: () => Promise<unknown>, find: () => Promise<unknown>): Promise<unknown> {
  for (let lost = 0; ; ) {
    try {
      return await send();
    } catch (error) {
      const wasLost = lost > 0;
      if (isUncertain(error)) lost += 1;
      const forMs = isUncertain(error) ? looks.afterLossMs : wasLost ? looks.afterRefusalMs : 0;
      for (let leftMs = forMs; ; leftMs -= looks.pauseMs) {
        const found = await find().catch(() => undefined);
        if (found) return found;
        if (leftMs <= 0) break;
        await wait(looks.pauseMs);
      }
      if (!isUncertain(error) || lost >= attemptsWhenBroken) throw error;
      await wait(retryDelay(lost));
    }
  }
}

/**
 * What an answer about one object looks like: it has the id that was asked for, if it has any. A proxy or cache that
 * mixes up answers would otherwise make another object this one.
 *
 * @param field the answer's id.
 */
export function expectId<T extends object>(answer: z.ZodType<T>, field: string, id: string): z.ZodType<T> {
  return answer.superRefine((given, context) => {
    const found = given as Readonly<Record<string, unknown>>;
    const own = found[field];
    // What has an address is also found by the id in it.
    const isMeant = [own, found.urlId, found[field.replace(/Id$/, "UrlId")]].some((one) => isSameId(one, id));
    if (own === undefined || isMeant) return;
    const message =
      `it has the id of another object, ${JSON.stringify(own)}. Find the proxy or cache that mixes up answers of ` +
      "the platform, and run the command again";
    context.addIssue({ code: "custom", path: [field], message });
  });
}

/** Whether a value is an id: the case of a UUID has no meaning. */
export const isSameId = (found: unknown, id: unknown): boolean =>
  typeof found === "string" &&
  typeof id === "string" &&
  (found === id || (isUuid(id) && found.toLowerCase() === id.toLowerCase()));

/** Whether an object was deleted. */
export const archived = { isArchived: z.boolean().optional().describe("Whether it was deleted.") };

/** Who made and changed a record, and when (ISO 8601). */
export const audit = {
  createdBy: z.string().describe("Id of the member who created it."),
  updatedBy: z.string().describe("Id of the member who last changed it."),
  createdAt: z.string().describe("When it was created (ISO 8601)."),
  updatedAt: z.string().describe("When it was last changed (ISO 8601)."),
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
export const allowAbsent = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);

/**
 * An answer in which fields have other names than the platform's; lookups know these by `names`.
 *
 * @example rename(z.looseObject({ workspaceUrlId: z.string() }), { workspaceUrlId: "urlId" }) // { urlId: "…" }
 */
export function rename<Answer extends object, const Names extends Readonly<Record<string, string>>>(
  answer: z.ZodType<Answer>,
  names: Names,
): z.ZodType<{ [Name in keyof Answer as Name extends keyof Names ? Names[Name] : Name]: Answer[Name] }> {
  const change = (found: Answer) =>
    Object.fromEntries(Object.entries(found).map(([name, value]) => [names[name] ?? name, value]));
  return answer.transform(change).meta({ names }) as z.ZodType as z.ZodType<never>;
}

/** Whether an id is a UUID, and not the one in an address. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
