import { isUnknown } from "../core/engine";
import { isSameName } from "../core/text";
import type { LiveContext } from "./declare";
import { defineDocumentTag } from "./document/tag";

/** `POST /v2/dataModels/tag` and `GET /v2/dataModels/{dataModelId}/tags`. There is no call that takes a tag off. */
export const dataModelTag = defineDocumentTag({
  name: "DataModelTag",
  noun: "data model",
  key: "dataModelId",
  latest: "`model.documentVersion` to move the tag with every change that this program makes to the model",
  example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
const stable = new analytics.Tag("stable", { name: "Stable", color: "grass" });
new analytics.DataModelTag("legacy-stable", { dataModelId: model.id, tag: stable, version: model.latestVersion });`,
  listsTaggedVersions: false,

  impact: {
    async update(news, olds, context) {
      if (news.version === olds.version || isUnknown(olds.dataModelId)) return undefined;
      // Loaded where a stack asks for it.
      const readers = require("./document/readers") as typeof import("./document/readers");
      try {
        context.log(await describeReaders(olds, context, readers));
      } catch (error) {
        readers.tellFailure(error, context, "the data model by this tag");
      }
      return undefined;
    },
    adoption: async () => {},
    delete: async () => {},
  },
});

/** The documents that read the data model by the tag, and so change with it. */
async function describeReaders(
  { dataModelId, tag }: { readonly dataModelId: string; readonly tag: string },
  context: LiveContext,
  { countTypes, nameDocuments, openForChecks, tellUnread }: typeof import("./document/readers"),
): Promise<string> {
  const { reader, cache } = await context.run.get(openForChecks, context.client);
  const sources = await reader.readSources();
  const isThis = (id = "") => id === tag || isSameName(reader.tags.get(id) ?? "", tag);
  const found = reader.documents.filter((document) =>
    sources.get(document)?.some((source) => source.dataModelId === dataModelId && isThis(source.versionTagId)),
  );
  cache?.save();
  tellUnread(reader, context);
  const name = reader.documents.find(({ id }) => id === dataModelId)?.name ?? dataModelId;
  const subject = `data model "${name}", tag "${reader.tags.get(tag) ?? tag}"`;
  if (found.length === 0) return `${subject}: nothing on the platform reads it by this tag`;
  const people = await reader.readPeople();
  const named = found.map((document) => ({ document, owner: people.get(document.ownerId) }));
  return `${subject}: read by ${countTypes(named)} (${nameDocuments(named)}), which the move changes`;
}
