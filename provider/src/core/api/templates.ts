import * as z from "zod";
import { type Api, allowAbsent, archived, audit, expectId, rename } from "./common";
import { defineList } from "./transport/answer";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const templateTag = z
  .looseObject({
    versionTagId: z.string().describe("Id of the tag."),
    name: z.string().describe("The tag's name."),
  })
  .meta({ title: "TemplateTagResult" });

export const template = rename(
  z.looseObject({
    templateId: z.string(),
    name: z.string().describe("Its name. Names needn't be unique."),
    url: z.string().describe("Its address in the product."),
    path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    templateUrlId: z.string().describe("The id in its address in the product."),
    ...archived,
    tags: allowAbsent(defineList(templateTag)).describe(
      "The tags that the workbook's version had when it was saved as a template.",
    ),
    latestVersion: z.int().describe("The latest version."),
    ...audit,
  }),
  { templateUrlId: "urlId" },
);
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
