import { UsageError } from "../command";
import type { Document } from "../documents/document";
import { findKnownFiles } from "../documents/known-workbook";
import type { DocumentSet } from "../documents/set";
import { mergeWorkbook } from "../documents/workbook";
import type { KnownDocument } from "./update-report";

/** What is known of the files of a workbook or report. */
export async function findKnownWorkbook(
  documents: DocumentSet,
  document: Document,
  wanted?: string,
): Promise<KnownDocument> {
  const { type, contents, file } = document;
  const known = await findKnownFiles(documents, document, wanted);
  return {
    ...known,
    findId() {
      throw new UsageError(
        `${file!.file}: unknown ${type}: it is not in a pulled folder, and not in the stack's state. ` +
          "Name it: --from <id>.",
      );
    },
    async merge(server) {
      const { isThere, ...merge } = mergeWorkbook(contents, known.refs, server.contents, known);
      return { ...merge, about: [], hasOwnEdits: !isThere, remarks: [] };
    },
  };
}
