import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import type { Page } from "../../spec/schema";
import type { DataModelVersion } from "../../state/records";

export function findVersion(call: Call, dataModelId: string, documentVersion: number): DataModelVersion {
  const version = call.store.dataModelVersions.get(`${dataModelId}/${documentVersion}`);
  return requireExisting(version, "Version of the data model", String(documentVersion));
}

/** The pages of the latest version; undefined when the model doesn't exist or is deleted. */
export function getLatestPages(call: Call, dataModelId: string): readonly Page[] | undefined {
  const model = call.store.dataModels.get(dataModelId);
  if (!model || call.store.files.get(dataModelId)?.deletedWith !== null) {
    return undefined;
  }
  return findVersion(call, dataModelId, model.latestVersion).pages;
}

/** The pages of the version that carries a tag; of the latest without one, or where nothing carries it. */
export function getPagesAt(call: Call, dataModelId: string, versionTagId?: string): readonly Page[] | undefined {
  const latest = getLatestPages(call, dataModelId);
  const tag = call.store.dataModels.get(dataModelId)?.tags.find((one) => one.versionTagId === versionTagId);
  return latest === undefined || tag === undefined ? latest : findVersion(call, dataModelId, tag.version).pages;
}

/** Makes the next version of a model, or its first. */
export function publish(call: Call, dataModelId: string, pages: readonly Page[]): DataModelVersion {
  const before = call.store.dataModels.get(dataModelId);
  const documentVersion = (before?.latestVersion ?? 0) + 1;
  const version = { dataModelId, documentVersion, pages };
  call.store.dataModelVersions.put(`${dataModelId}/${documentVersion}`, version);
  call.store.dataModels.put(dataModelId, {
    documentId: dataModelId,
    tags: before?.tags ?? [],
    latestVersion: documentVersion,
  });
  return version;
}
