// Generated from lookups/report.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { report as declared } from "../report";

/** Arguments of {@link getReport}: `id` or `name`. */
export type GetReportArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
    skipPermissionCheck?: boolean;
    /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
    path?: string;
  };

/** Arguments of {@link listReports}. */
export interface ListReportsArgs extends LookupArgs {
  /** Whether to leave out the tags of each entry. Default: false. */
  excludeTags?: boolean;
  /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
  skipPermissionCheck?: boolean;
  /** True: the archived ones alone. Default: false. */
  isArchived?: boolean;
  /** The exact name. */
  name?: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
  path?: string;
  /** Id of its owner. */
  ownerId?: string;
}

/** A report. */
export interface GetReportResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** What the report is for. */
  description?: string;
  /** The id in its address in the product. */
  urlId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** The tags on versions of the report. Absent with `excludeTags`. */
  tags?: {
    /** Id of the tag. */
    versionTagId: string;
    /** The tag's name. */
    name: string;
    /** The version of the document that has the tag. */
    version: number;
    /** When the version was tagged (ISO 8601). */
    taggedAt: string;
    /** Id of the tagged version, a document of its own: the id for its grants and embeds. The platform doesn't return it for data models. */
    taggedDocumentId?: string;
  }[];
  /** The latest version. */
  latestVersion: number;
  /** Id of its owner. */
  ownerId: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A report, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the reports.
 *
 * Endpoints: `GET /v2/reports/{reportId}`, `GET /v2/reports`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const quarterly = analytics.getReportOutput({ name: "Quarterly report" });
 * export const reportId = quarterly.id;
 * ```
 */
export const getReport = createLookup<GetReportArgs, GetReportResult>(declared.get);

/** {@link getReport} for arguments that are outputs. */
export const getReportOutput = toOutputLookup(getReport);

/**
 * The reports that these credentials can see, without archived ones.
 *
 * Permissions: access to the reports.
 *
 * Endpoint: `GET /v2/reports`.
 *
 * @example
 * ```ts
 * export const reports = analytics.listReportsOutput({ path: "Acme/Models/Sales" });
 * ```
 */
export const listReports = createLookup<ListReportsArgs, GetReportResult[]>(declared.list);

/** {@link listReports} for arguments that are outputs. */
export const listReportsOutput = toOutputLookup(listReports);
