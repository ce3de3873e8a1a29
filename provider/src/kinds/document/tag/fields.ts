import * as z from "zod";
import { type DataOf, field, output, reference, text } from "../../declare";

const defineSwappedPath = (description: string) => z.array(text).min(1).describe(description);

const sourceMapping = z
  .strictObject({
    fromConnectionId: text.describe("Id of the connection that the document reads."),
    toConnectionId: text.describe("Id of the connection that the tagged version reads instead."),
    paths: z
      .array(
        z
          .strictObject({
            fromPath: defineSwappedPath("The path that the document reads, such as `[DEV, SALES]`."),
            toPath: defineSwappedPath("The path that the tagged version reads instead, such as `[PROD, SALES]`."),
          })
          .meta({ title: "SwappedPath" }),
      )
      .optional()
      .describe("Paths in the connections that differ. Default: none."),
  })
  .meta({ title: "SourceMapping" });

const sourceTag = z
  .strictObject({
    dataModelId: text.describe("Id of the data model that the document reads."),
    // An engine drops null, which the platform takes for this.
    fromVersionTagId: text
      .optional()
      .describe("Id of the tag whose version the document reads. Default: none, the version without a tag."),
    toVersionTagId: text
      .optional()
      .describe(
        "Id of the tag whose version the tagged document reads instead. Default: none, the version without a tag.",
      ),
  })
  .meta({ title: "SourceTag" });

export const placementFields = {
  tag: reference("Tag", "The tag, its name or its id.", { replaces: true, by: "name", idIn: "tagId" }),
  tagId: field(
    text.optional(),
    "The tag's id; the class sets it when `tag` is a `Tag`, so that a recreated tag is put on the document again.",
    { replaces: true, omitted: "keep", internal: true },
  ),
  version: field(
    z.int().min(1).optional(),
    "The document's version to tag, counted by the platform. Changing it moves the tag. Left out: the latest " +
      "version when the resource is created, where the tag then stays.",
    { omitted: "keep" },
  ),
  isDefault: field(
    z.boolean().optional(),
    "Whether people open the tagged version by default. The platform doesn't return it, so a change " +
      "made in the product isn't seen.",
    { omitted: "keep", writeOnly: true },
  ),
  sourceMappingConfig: field(
    z.array(sourceMapping).optional(),
    "The connections that the tagged version reads instead of the document's, such as production instead of " +
      "development. A source that isn't mapped stays. The platform doesn't return it, so a change made in the " +
      "product isn't seen. Default: none.",
    { writeOnly: true, clearWith: [] },
  ),
  dataModelSourceTaggedVersions: field(
    z.array(sourceTag).optional(),
    "The tagged versions of data models that the tagged version reads. The platform doesn't return it, so a " +
      "change made in the product isn't seen. Default: none.",
    { writeOnly: true, clearWith: [] },
  ),
};

/** What each request for a tag has, whatever the document. */
export function buildTaggingOptions({ isDefault, sourceMappingConfig, dataModelSourceTaggedVersions }: Placement) {
  return {
    isDefault,
    sourceMappingConfig: sourceMappingConfig?.map(({ paths = [], ...mapping }) => ({ ...mapping, paths })),
    dataModelSourceTaggedVersions: dataModelSourceTaggedVersions?.map(
      ({ dataModelId, fromVersionTagId = null, toVersionTagId = null }) => ({
        dataModelId,
        fromVersionTagId,
        toVersionTagId,
      }),
    ),
  };
}

/** What to tag a document with. */
export type Placement = DataOf<typeof placementFields>;

const taggedDocument = "Id of the tagged version, a document of its own: the id for its grants and embeds.";
export const outputs = {
  tagId: output(z.string(), "The tag's id.", { changesWith: [] }),
  taggedVersion: output(z.int(), "The version that carries the tag."),
  previousVersion: output(
    z.int().optional(),
    "The version that carried the tag before it last moved, to bring it back; absent before the first move.",
  ),
  taggedDocumentId: output(
    z.string().optional(),
    `${taggedDocument} Absent after an import or adoption, as the list of tags lacks it.`,
  ),
};
/** Where the list of a document's tags has that id, it is always known. */
export const listedOutputs = { ...outputs, taggedDocumentId: output(z.string(), taggedDocument) };

export type Outputs = DataOf<typeof outputs>;
