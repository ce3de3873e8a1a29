import * as z from "../zod";
import { type Api, audit, nothing, optionalText } from "./common";
import { list, living } from "./transport/reads";
import { path } from "./transport/requests";

const reportTag = z.looseObject({
  versionTagId: z.string(),
  tagName: z.string(),
  sourceVersion: z.number(),
  taggedAt: z.string(),
  /** Whether it was taken off. */
  isArchived: z.boolean().optional(),
});
/** A tag on a report. */
export type ReportTag = z.infer<typeof reportTag>;

const report = z.looseObject({
  reportId: z.string(),
  name: z.string(),
  url: z.string(),
  path: z.string(),
  latestVersion: z.number(),
  ownerId: z.string(),
  isArchived: z.boolean().optional(),
  description: optionalText,
  ...audit,
});
/** A report as read and listed. */
export type Report = z.infer<typeof report>;

const tagged = z.looseObject({
  versionTagId: z.string(),
  taggedReportId: z.string(),
  taggedReportVersion: z.number(),
});
export type TaggedReport = z.infer<typeof tagged>;

/** Which tag to put on which version. */
export interface TagReport {
  /** The tag's name. */
  readonly tagName: string;
  /** Left out: the latest version. */
  readonly reportVersion?: number;
  readonly sourceMappingConfig?: readonly unknown[];
  readonly dataModelSourceTaggedVersions?: readonly unknown[];
  readonly isDefault?: boolean;
}

/** Reports, `/v2/reports`, and their tags. */
export const reports = ({ transport }: Api) => ({
  /** `GET /v2/reports`. */
  list: () => list(transport, { path: "/v2/reports", entry: report, style: "page" }),

  /** `GET /v2/reports/{reportId}`. */
  get: (id: string): Promise<Report> =>
    transport.send({ method: "GET", path: path`/v2/reports/${id}`, answer: report }),

  /** `GET /v2/reports/{reportId}/tags`. */
  tags: (id: string) =>
    living(list(transport, { path: path`/v2/reports/${id}/tags`, entry: reportTag, style: "token" })),

  /** `POST /v2/reports/tag`: puts a tag, by name, on a version. A tag is on one version, so the call is idempotent. */
  tag: (reportId: string, options: TagReport): Promise<TaggedReport> =>
    transport.send({
      method: "POST",
      path: "/v2/reports/tag",
      body: { reportId, ...options },
      answer: tagged,
      repeatable: true,
    }),

  /** `DELETE /v2/reports/{reportId}/tags/{tagId}`: removes a tag, by id. */
  untag: (id: string, tagId: string): Promise<void> =>
    transport.send({ method: "DELETE", path: path`/v2/reports/${id}/tags/${tagId}`, answer: nothing }),
});
