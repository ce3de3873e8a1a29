import type { VersionTag } from "pulumi-analytics-internal/core/api";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { toIdentifier } from "../../text/names";
import type { Value } from "../../text/typescript";
import type { ProgramFile } from "./file";
import { buildAdoption, omitEmpty, type Scene } from "./scene";

/**
 * Version tags, and the versions of models and workbooks they sit on; undefined where these can't be read. When only
 * some models were pulled, only the tags on those.
 */
export function declareTags(scene: Scene, { models }: { models: ProgramFile }): ProgramFile | undefined {
  const { organization, manifest } = scene;
  const { tags, workbooks = [], reports = [] } = organization;
  if (tags === undefined || (manifest.everything && organization.workbooks === undefined)) return undefined;
  const file = scene.file("tags", ["Version tags, and the versions that have them."]);
  const tagged = organization.models.filter(({ id }) => models.has(id));
  const onModels = new Set(tagged.flatMap((model) => model.tags.map(({ tagId }) => tagId)));

  for (const tag of tags) if (manifest.everything || onModels.has(tag.versionTagId)) declareTag(scene, file, tag);
  for (const { id, tags: sitting } of tagged) {
    const { name } = getOwnValue(manifest.models, id)!;
    for (const tag of sitting) {
      const args = { dataModelId: models.referToId(file, id) as Value };
      placeTags(scene, file, { kind: "DataModelTag", id, name, args }, tag);
    }
  }
  for (const { workbookId: id, name, path, tags: sitting = [] } of workbooks) {
    const workbookId = scene.idFrom(file, id) ?? id;
    const document: Tagged = { kind: "WorkbookTag", id, name, args: { workbookId }, comments: [`${path}/${name}`] };
    for (const { versionTagId, version } of sitting) {
      placeTags(scene, file, document, { tagId: versionTagId, version });
    }
  }
  for (const { reportId: id, name, path, tags: sitting = [] } of reports) {
    const document: Tagged = {
      kind: "ReportTag",
      id,
      name,
      args: { reportId: scene.idFrom(file, id) ?? id },
      comments: [`${path}/${name}`],
    };
    for (const { versionTagId, version } of sitting) {
      placeTags(scene, file, document, { tagId: versionTagId, version });
    }
  }
  return file;
}

function declareTag(scene: Scene, file: ProgramFile, tag: VersionTag): void {
  const { versionTagId: id, name: title, color, description } = tag;
  const name = scene.names("tags").give(id, [title, `${title} tag`]);
  const args = { name: title, color, description: omitEmpty(description), ...buildAdoption(scene, id) };
  file.declare({ kind: "Tag", id, name, identifier: toIdentifier(name), title, args });
}

/** A document that tags sit on. */
interface Tagged {
  readonly kind: "DataModelTag" | "ReportTag" | "WorkbookTag";
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, Value>>;
  readonly comments?: readonly string[];
}

function placeTags(
  scene: Scene,
  file: ProgramFile,
  { kind, id: documentId, name: document, args, comments }: Tagged,
  { tagId, version }: { readonly tagId: string; readonly version: number },
): void {
  const tag = scene.organization.tags?.find(({ versionTagId }) => versionTagId === tagId);
  // One that is archived may still be told of by its documents.
  if (tag === undefined) return;
  const id = `${documentId}/${tagId}`;
  const name = scene.names("tags").give(id, [`${document} ${tag.name}`]);
  const title = `${tag.name} on ${document}`;
  const sitting = {
    tag: file.referToResource(file, tagId, tag.name) ?? tag.name,
    version,
    ...buildAdoption(scene, id),
  };
  file.declare({ kind, id, name, title, args: { ...args, ...sitting }, comments });
}
