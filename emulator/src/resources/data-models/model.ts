import type { Call } from "../../call";
import { notFound } from "../../http/errors";
import { type File, findFile } from "../files";
import type { DataModel } from "./versions";

/** The model with its file, as a read by id sees them. */
export function findModel(call: Call, dataModelId: string): DataModel & { file: File } {
  const model = call.store.dataModels.get(dataModelId);
  if (!model) {
    throw notFound("Data model", dataModelId);
  }
  return { ...model, file: findFile(call, dataModelId, "Data model") };
}
