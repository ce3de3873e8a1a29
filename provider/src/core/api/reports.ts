import * as z from "zod";
import { type Api, archived, audit, type DocumentFilter, expectId, nothing, optionalText, rename } from "./common";
import { declareComplete, type KnownObject } from "./complete-list";
import { documentTag, readTags } from "./document-tag";
import type { Files } from "./files";
import { filterActive, list } from "./transport/pages";
import { path } from "./transport/path";

export const report = rename(
  z.looseObject({
    reportId: z.string(),
    name: z.string().describe("Its name."),
    url: z.string().describe("Its address in the product."),
    path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: optionalText.describe("What the report is for."),
    reportUrlId: z.string().describe("The id in its address in the product."),
    ...archived,
    tags: readTags(documentTag, "report"),
    latestVersion: z.int().describe("The latest version."),
    ownerId: z.string().describe("Id of its owner."),
    ...audit,
  }),
  { reportUrlId: "urlId" },
);
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
export const createReports = ({ transport }: Api, files: Files) => {
  const listAll = (query: DocumentFilter = {}) =>
    list(transport, { path: "/v2/reports", query: { ...query }, entry: report, style: "page" });

  return {
    /** `skipPermissionCheck` lists the reports of everybody. */
    ...declareComplete("reportId", () => listAll({ skipPermissionCheck: true })),
    ask: ({ id }: KnownObject): Promise<unknown> => files.get(id),

    /** `GET /v2/reports`. */
    list: listAll,

    /** `GET /v2/reports/{reportId}`. */
    get: (id: string): Promise<Report> =>
      transport.send({ method: "GET", path: path`/v2/reports/${id}`, answer: expectId(report, "reportId", id) }),

    /** `GET /v2/reports/{reportId}/tags`. */
    listTags: (id: string) =>
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
  };
};
