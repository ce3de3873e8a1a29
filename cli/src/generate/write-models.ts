import type { FileChange, FileWriter } from "../files";
import { writeModel } from "../text";
import type { GeneratedModel } from "./generated-model";

/** Writes each model as a file of the folder. */
export function writeModels(folder: FileWriter, models: readonly GeneratedModel[]): FileChange[] {
  return models.map(({ name, spec, comments }) => folder.write(`${name}.yaml`, writeModel(spec, comments)));
}
