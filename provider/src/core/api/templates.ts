import * as z from "zod";
import { type Api, allowAbsent, audit, expectId } from "./common";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const templateTag = z.looseObject({ versionTagId: z.string(), name: z.string() });

const template = z
  .looseObject({
    templateId: z.string(),
    templateUrlId: z.string(),
    name: z.string(),
    url: z.string(),
    path: z.string(),
    latestVersion: z.number(),
    isArchived: z.boolean().optional(),
    tags: allowAbsent(defineList(templateTag)),
    ...audit,
  })
  .transform(({ templateUrlId: urlId, ...rest }) => ({ ...rest, urlId }));
/** A template of workbooks. */
export type Template = z.infer<typeof template>;

/** Templates, `/v2/templates`. Read only. */
export const createTemplates = ({ transport }: Api) => ({
  /**
   * `GET /v2/templates`: own ones, shared ones, and those that the platform brings; of one source only: `internal` or
   * `external`.
   */
  list: (
    query: { readonly source?: string; readonly search?: string } = {},
  ): AsyncGenerator<Template, void, undefined> =>
    list(transport, { path: "/v2/templates", query, entry: template, style: "page" }),

  /** `GET /v2/templates/{templateId}`. */
  get: (id: string): Promise<Template> =>
    transport.send({ method: "GET", path: path`/v2/templates/${id}`, answer: expectId(template, "templateId", id) }),
});
