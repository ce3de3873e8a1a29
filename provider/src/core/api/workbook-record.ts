import * as z from "zod";
import { archived, audit, optionalText, rename } from "./common";
import { readTags, workbookTag } from "./document-tag";

/** A workbook as read and listed. */
export const workbook = rename(
  z.looseObject({
    workbookId: z.string(),
    name: z.string().describe("Its name."),
    url: z.string().describe("Its address in the product."),
    path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: optionalText.describe("What the workbook is for."),
    workbookUrlId: z.string().describe("The id in its address in the product."),
    ...archived,
    tags: readTags(workbookTag, "workbook"),
    latestVersion: z.int().describe("The latest version."),
    taggedSourceUrlId: optionalText.describe(
      "Of a tagged version, found by its `id`: the id in the address of the workbook that was tagged.",
    ),
    ownerId: z.string().describe("Id of its owner."),
    ...audit,
  }),
  { workbookUrlId: "urlId" },
);
export type Workbook = z.infer<typeof workbook>;
