import type { Call } from "../../call";
import type { Page } from "../../spec/schema";
import { type Document, findDocument } from "../documents/document";
import { dataModels } from "../documents/kinds";
import { checkLiving } from "../files";
import { findVersion } from "./versions";

/** A model with what its latest version holds. */
interface Model extends Document {
  readonly pages: readonly Page[];
}

/** The model as a read by id sees it. */
export function findModel(call: Call, id: string): Model {
  const model = findDocument(call, dataModels, id);
  return { ...model, pages: findVersion(call, id, model.latestVersion).pages };
}

/** The model for a write: a 409 when it is archived. */
export function findWritableModel(call: Call, id: string): Model {
  checkLiving(call, id, dataModels.title);
  return findModel(call, id);
}
