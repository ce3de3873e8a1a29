import { Call, type Value } from "../../typescript";
import { toIdentifier } from "../names";
import type { ProgramFile } from "./file";
import { buildAdoption, omitEmpty, type Scene } from "./scene";

/** The workbooks, after the models that they read from. */
export function declareWorkbooks(scene: Scene, models: ProgramFile): ProgramFile {
  const { manifest } = scene;
  const file = scene.file("workbooks", ["Workbooks. Their contents are in the folder `workbooks`."]);
  const byName = new Map(Object.entries(manifest.models).map(([id, { name }]) => [name, id]));
  const pulled = Object.entries(manifest.workbooks ?? {}).sort(([, a], [, b]) => (a.file < b.file ? -1 : 1));
  for (const [id, { about, file: path, name, refs: given }] of pulled) {
    const refs: Record<string, Value> = {};
    for (const [ref, value] of Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [base = ""] = ref.split("#", 1);
      const model = byName.get(base);
      const named = scene.idFrom(file, value) ?? (model && models.referToResource(file, model, value));
      if (named) refs[base] = named;
      // What isn't declared here is given as it is.
      else refs[ref] = value;
    }
    const options = Object.keys(refs).length === 0 ? undefined : { refs };
    file.declare({
      kind: "Workbook",
      id,
      name,
      identifier: toIdentifier(name),
      title: about.name,
      args: {
        name: about.name,
        folderId: scene.idFrom(file, about.folderId) ?? about.folderId,
        description: omitEmpty(about.description),
        contents: new Call("analytics.workbookFile", path, options, checked),
        ...buildAdoption(scene, id),
      },
    });
  }
  return file;
}

/** What is in the files was looked through when they were pulled. */
const checked = JSON.stringify({ schemaVersion: 1, kind: "workbook", elements: [], pages: [] });
