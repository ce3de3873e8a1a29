import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { toIdentifier } from "../../text/names";
import { Call, type Value } from "../../text/typescript";
import type { ProgramFile } from "./file";
import { buildAdoption, omitEmpty, type Scene } from "./scene";

/** The workbooks or reports, after the models that they read from. */
export function declareCoded(scene: Scene, models: ProgramFile, noun: CodedNoun): ProgramFile {
  const kind = noun === "workbook" ? "Workbook" : "Report";
  const { manifest } = scene;
  const file = scene.file(`${noun}s`, [`${kind}s. Their contents are in the folder \`${noun}s\`.`]);
  const byName = new Map(Object.entries(manifest.models).map(([id, { name }]) => [name, id]));
  const pulled = Object.entries(manifest[`${noun}s`] ?? {}).sort(([, a], [, b]) => (a.file < b.file ? -1 : 1));
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
      kind,
      id,
      name,
      identifier: toIdentifier(name),
      title: about.name,
      args: {
        name: about.name,
        folderId: scene.idFrom(file, about.folderId) ?? about.folderId,
        description: omitEmpty(about.description),
        contents: new Call(`analytics.${noun}File`, path, options, formEmpty(noun)),
        ...buildAdoption(scene, id),
      },
    });
  }
  return file;
}

/** What is in the files was looked through when they were pulled. */
const formEmpty = (kind: CodedNoun) => JSON.stringify({ schemaVersion: 1, kind, elements: [], pages: [] });
