import type { Call } from "../call";
import { requireExisting } from "../http/errors";
import type { Inode, Workbook } from "../state/records";
import { findTaggedVersion } from "./documents/tagged";
import { findFile } from "./files";

export function findWorkbook(call: Call, workbookId: string): Workbook & { file: Inode } {
  const workbook = requireExisting(call.store.workbooks.get(workbookId), "Workbook", workbookId);
  return { ...workbook, file: findFile(call, workbookId, "Workbook") };
}

/** A workbook, or the tagged version of one, which has no tags of its own. */
export function findWorkbookVersion(call: Call, id: string): Workbook & { file: Inode; source?: Inode } {
  const tagged = findTaggedVersion(call, id);
  if (!tagged) {
    return findWorkbook(call, id);
  }
  const { file } = findWorkbook(call, tagged.sourceId);
  return { workbookId: id, latestVersion: tagged.version, tags: [], file, source: file };
}
