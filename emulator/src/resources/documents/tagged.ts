import type { Call } from "../../call";

/** A tagged version, which is a document of its own. */
export interface TaggedVersion {
  /** Id of the document that was tagged. */
  readonly sourceId: string;
  readonly version: number;
}

/** The tagged version with an id; a tag that is taken off takes the document with it. */
export function findTaggedVersion({ store }: Call, id: string): TaggedVersion | undefined {
  // What is in a folder under its own id is none.
  if (store.files.get(id) !== undefined) {
    return undefined;
  }
  for (const { workbookId: sourceId, tags } of store.workbooks.listAll()) {
    const tag = tags.find(({ taggedWorkbookId }) => taggedWorkbookId === id);
    if (tag) {
      return { sourceId, version: tag.sourceWorkbookVersion };
    }
  }
  for (const { reportId: sourceId, tags } of store.reports.listAll()) {
    const tag = tags.find(({ taggedReportId }) => taggedReportId === id);
    if (tag) {
      return { sourceId, version: tag.sourceVersion };
    }
  }
  for (const { dataModelId: sourceId, tags } of store.dataModels.listAll()) {
    const tag = tags.find(({ taggedDataModelId }) => taggedDataModelId === id);
    if (tag) {
      return { sourceId, version: tag.sourceVersion };
    }
  }
  return undefined;
}
