import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import type { DataModel, Inode } from "../../state/records";
import { checkLiving, findFile } from "../files";

/** The model with its file, as a read by id sees them. */
export function findModel(call: Call, dataModelId: string): DataModel & { file: Inode } {
  const model = requireExisting(call.store.dataModels.get(dataModelId), "Data model", dataModelId);
  return { ...model, file: findFile(call, dataModelId, "Data model") };
}

/** The model with its file, for a write: a 409 when it is archived. */
export function findWritableModel(call: Call, dataModelId: string): DataModel & { file: Inode } {
  checkLiving(call, dataModelId, "Data model");
  return findModel(call, dataModelId);
}
