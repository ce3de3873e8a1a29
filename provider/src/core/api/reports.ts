import * as z from "zod";
import { type Api, archived, audit, optionalText, rename } from "./common";
import { documentTag, readTags } from "./document-tag";
import type { Files } from "./files";
import { CodedDocuments } from "./tagged-documents";

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

/** Reports, `/v2/reports`, and their tags. */
export const createReports = (api: Api, files: Files) =>
  new CodedDocuments<Report>(api, files, {
    noun: "report",
    document: report,
    tag: documentTag,
    tagPages: "token",
    tagField: "tagName",
  });
