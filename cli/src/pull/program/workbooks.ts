import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { toIdentifier } from "../../text/writers/typescript";
import { buildAdoption, createReaderCalls, omitEmpty, type Scene, writeId } from "./scene";

/** The workbooks or reports, after the models that they read from. */
export function declareCoded(scene: Scene, noun: CodedNoun): void {
  const kind = noun === "workbook" ? "Workbook" : "Report";
  const { manifest } = scene;
  const file = scene.file(`${noun}s`, [`${kind}s. Their contents are in the folder \`${noun}s\`.`]);
  const callReader = createReaderCalls(scene, file);
  const pulled = Object.entries(manifest[`${noun}s`] ?? {}).sort(([, a], [, b]) => (a.file < b.file ? -1 : 1));
  for (const [id, { about, file: path, name, refs }] of pulled) {
    file.declare({
      kind,
      id,
      name,
      identifier: toIdentifier(name),
      title: about.name,
      args: {
        name: about.name,
        folderId: writeId(scene, file, about.folderId),
        description: omitEmpty(about.description),
        contents: callReader({ reader: `${noun}File`, path, refs, checked: formEmpty(noun) }),
        ...buildAdoption(scene, id),
      },
    });
  }
}

/** What is in the files was looked through when they were pulled. */
const formEmpty = (kind: CodedNoun) => JSON.stringify({ schemaVersion: 1, kind, elements: [], pages: [] });
