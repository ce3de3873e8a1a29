import * as z from "zod";
import { type Api, audit, type DocumentFilter, expectId, nothing, optionalText } from "./common";
import { documentTag, readTags } from "./document-tag";
import { filterActive, list } from "./transport/pages";
import { path } from "./transport/path";

const report = z
  .looseObject({
    reportId: z.string(),
    reportUrlId: z.string(),
    name: z.string(),
    url: z.string(),
    path: z.string(),
    latestVersion: z.number(),
    ownerId: z.string(),
    isArchived: z.boolean().optional(),
    description: optionalText,
    tags: readTags(documentTag),
    ...audit,
  })
  .transform(({ reportUrlId: urlId, ...rest }) => ({ ...rest, urlId }));
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
export const createReports = ({ transport }: Api) => ({
  /** `GET /v2/reports`. */
  list: (query: DocumentFilter = {}) =>
    list(transport, { path: "/v2/reports", query: { ...query }, entry: report, style: "page" }),

  /** `GET /v2/reports/{reportId}`. */
  get: (id: string): Promise<Report> =>
    transport.send({ method: "GET", path: path`/v2/reports/${id}`, answer: expectId(report, "reportId", id) }),

  /** `GET /v2/reports/{reportId}/tags`. */
  tags: (id: string) =>
    filterActive(list(transport, { path: path`/v2/reports/${id}/tags`, entry: documentTag, style: "token" })),

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
