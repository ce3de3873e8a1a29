import type { VersionTag } from "pulumi-analytics-internal/core/api";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { Value } from "../../text/typescript";
import { quote } from "../../text/writers/typescript";
import type { ProgramFile } from "./file";
import { declareObject, omitEmpty, type Scene, writeId } from "./scene";

/**
 * Version tags, and the versions of models and workbooks they sit on; undefined where these can't be read. When only
 * some models were pulled, only the tags on those.
 */
export function declareTags(scene: Scene): ProgramFile | undefined {
  const { organization, manifest } = scene;
  const { tags, workbooks = [], reports = [] } = organization;
  if (tags === undefined || (manifest.everything && organization.workbooks === undefined)) return undefined;
  const file = scene.file("tags", ["Version tags, and the versions that have them."]);
  const tagged = organization.models.filter(({ id }) => scene.has(id));
  const onModels = new Set(tagged.flatMap((model) => model.tags.map(({ tagId }) => tagId)));

  for (const tag of tags) if (manifest.everything || onModels.has(tag.versionTagId)) declareTag(scene, file, tag);
  for (const { id, tags: sitting } of tagged) {
    const { name } = getOwnValue(manifest.models, id)!;
    for (const tag of sitting) {
      const args = { dataModelId: writeId(scene, file, id) };
      placeTag(scene, file, { kind: "DataModelTag", id, name, args }, tag);
    }
  }
  for (const document of [...workbooks, ...reports]) {
    const { type, id, name, path } = document;
    const about = { id, name, args: { [`${type}Id`]: writeId(scene, file, id) }, comments: [quote(`${path}/${name}`)] };
    for (const { versionTagId: tagId, version } of document.tags) {
      placeTag(scene, file, { kind: tagKinds[type], ...about }, { tagId, version });
    }
  }
  return file;
}

const tagKinds = { workbook: "WorkbookTag", report: "ReportTag" } as const;

function declareTag(scene: Scene, file: ProgramFile, tag: VersionTag): void {
  const { versionTagId: id, name: title, color, description } = tag;
  const args = { name: title, color, description: omitEmpty(description) };
  declareObject(scene, file, { kind: "Tag", id, called: [title, `${title} tag`], title, args });
}

/** A document that tags sit on. */
interface Tagged {
  readonly kind: "DataModelTag" | "ReportTag" | "WorkbookTag";
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, Value>>;
  readonly comments?: readonly string[];
}

function placeTag(
  scene: Scene,
  file: ProgramFile,
  { kind, id, name, args, comments }: Tagged,
  { tagId, version }: { readonly tagId: string; readonly version: number },
): void {
  const tag = scene.organization.tags?.find(({ versionTagId }) => versionTagId === tagId);
  // One that is archived may still be told of by its documents.
  if (tag === undefined) return;
  declareObject(scene, file, {
    kind,
    id: `${id}/${tagId}`,
    called: [`${name} ${tag.name}`],
    title: `${tag.name} on ${name}`,
    isReferred: false,
    args: { ...args, tag: scene.resourceFrom(file, tagId, tag.name) ?? tag.name, version },
    comments,
  });
}
