// Generated from lookups/template.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { template as declared } from "../template";

/** Arguments of {@link getTemplate}: `id` or `name`. */
export type GetTemplateArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
    path?: string;
  };

/** Arguments of {@link listTemplates}. */
export interface ListTemplatesArgs extends LookupArgs {
  /** `internal` for the organization's own, `external` for those of others. Left out: both. */
  source?: string;
  /** A text that the platform searches the names for. What it finds is undocumented. */
  search?: string;
  /** The exact name. */
  name?: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
  path?: string;
}

/** A template of workbooks. */
export interface GetTemplateResult {
  /** Its id. */
  id: string;
  /** Its name. Names needn't be unique. */
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** The id in its address in the product. */
  urlId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** The tags that the workbook's version had when it was saved as a template. */
  tags?: {
    /** Id of the tag. */
    versionTagId: string;
    /** The tag's name. */
    name: string;
  }[];
  /** The latest version. */
  latestVersion: number;
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
 * A template of workbooks, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the templates.
 *
 * Endpoints: `GET /v2/templates/{templateId}`, `GET /v2/templates`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const monthly = analytics.getTemplateOutput({ name: "Monthly report" });
 * export const templateUrl = monthly.url;
 * ```
 */
export const getTemplate = createLookup<GetTemplateArgs, GetTemplateResult>(declared.get);

/** {@link getTemplate} for arguments that are outputs. */
export const getTemplateOutput = toOutputLookup(getTemplate);

/**
 * The templates that these credentials can see, without archived ones.
 *
 * Permissions: access to the templates.
 *
 * Endpoint: `GET /v2/templates`.
 *
 * @example
 * ```ts
 * export const own = analytics.listTemplatesOutput({ source: "internal" });
 * ```
 */
export const listTemplates = createLookup<ListTemplatesArgs, GetTemplateResult[]>(declared.list);

/** {@link listTemplates} for arguments that are outputs. */
export const listTemplatesOutput = toOutputLookup(listTemplates);
