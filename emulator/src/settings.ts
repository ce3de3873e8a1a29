import { z } from "zod";
import { assumptions } from "./assumptions";

/** What may be changed while the emulator runs: its limits, its speed, and the assumptions about the platform. */
export const Settings = z.strictObject({
  /** How long a request waits before it is handled. */
  latencyMs: z.number().min(0).default(0),
  /** How long an access token is valid. */
  tokenSeconds: z.number().positive().default(3600),
  /** How long a refresh token is valid. */
  refreshTokenSeconds: z
    .number()
    .positive()
    .default(30 * 24 * 3600),
  /** Limit of the token endpoint; null for none. */
  tokenRequestsPerSecond: z.number().positive().nullable().default(1),
  /** Limit of all requests together; null for none. */
  requestsPerSecond: z.number().positive().nullable().default(null),
  /** How many specs may be read at the same time; null for any number. */
  concurrentSpecReads: z.number().int().positive().nullable().default(5),
  /** How many lists of data models may be read at the same time; null for any number. */
  concurrentModelLists: z.number().int().positive().nullable().default(5),
  /** How many exports of workbooks and reports may be started in a minute; null for any number. */
  exportsPerMinute: z.number().positive().nullable().default(400),
  /** How many times workbooks and reports may be sent in a minute; null for any number. */
  sendsPerMinute: z.number().positive().nullable().default(100),
  /** How many downloads of exports may be asked for in a minute; null for any number. */
  downloadsPerMinute: z.number().positive().nullable().default(400),
  /** Status of a refusal by a limit. Pipelines that use the platform also know 430. */
  refusalStatus: z.union([z.literal(429), z.literal(430)]).default(429),
  /** Body of a 429 that a limit gives. The real ones come from a proxy in front, mostly as a page of HTML. */
  refusalBody: z.enum(["html", "json"]).default("html"),
  /** `Retry-After` in seconds of a 429 that a limit gives; null for none. */
  refusalRetryAfter: z.number().min(0).nullable().default(null),
  /** How long a new file stays out of every list. */
  listingDelayMs: z.number().min(0).default(0),
  /** How often a download of an export is asked for in vain (204) before it is there. */
  exportPolls: z.number().int().min(0).default(1),
  /** Whether the request log keeps bodies. */
  logBodies: z.boolean().default(true),
  ...assumptions,
});

export type Settings = z.output<typeof Settings>;
