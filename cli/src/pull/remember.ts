import { parse } from "node:path";
import { type IdentityMap, type Json, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { Document } from "../documents/document";
import { findValue } from "../documents/known";
import { dropExtension } from "../documents/names";
import { getPulled, type Manifest, type PulledWorkbook } from "../documents/pull-manifest";
import { collectModels } from "../documents/references";
import { Names } from "../text/names";
import { type Kept, ModelGraph } from "./model-graph";

/** What the files of a document and the platform agree on now. */
export interface Agreement {
  /** From the folder that was pulled into. */
  readonly file: string;
  /** As the files read. */
  readonly form: Json;
  /** As the platform has it. */
  readonly received: Document;
  /** Values of the names in the files, beyond those of connections and models. */
  readonly refs: Readonly<Record<string, unknown>>;
  /** Of a data model. */
  readonly ids?: IdentityMap;
  /** The version that a list told; default: the latest there is. */
  readonly listed?: number;
  /** Of the files; left out: they have changes that the platform lacks. */
  readonly hash?: string;
}

/** Keeps for the next pull what a document's files agree with now. */
export function remember(kept: Kept, { file, form, received, refs, ids, listed, hash: whole }: Agreement): void {
  const { manifest, references } = kept;
  const { type, name: title } = received;
  const { id, documentVersion: version, latestVersion, folderId, description } = received.stored!;
  const before = getOwnValue(getPulled(manifest, type), id);
  const name = before?.name ?? chooseName(file, id, manifest);
  const names = listPlaceholderNames(form);
  const values = names.map((one) => [one, String(findValue(received, one, refs, references) ?? "")]);
  // What the files have beside counts as edited.
  const hash = whole ?? (before?.version === version ? before.hash : "");
  const common = { file, name, version, hash, refs: Object.fromEntries(values) };
  if (ids === undefined || type !== "data model") {
    const noun = type === "report" ? "reports" : "workbooks";
    const about = { name: title, folderId, description: description ?? "" };
    const contents = hash === "" ? (received.contents as PulledWorkbook["contents"]) : undefined;
    const own = { ...common, name: dropExtension(file).split("/").at(-1)!, about, contents };
    manifest[noun] = { ...manifest[noun], [id]: own };
    return;
  }
  references.add({ id, name, ids });
  manifest.models[id] = { ...getOwnValue(manifest.models, id), ...common, listed: listed ?? latestVersion, ids };
  const circle = listCircle(kept, received);
  manifest.models[id].circle = circle.length === 0 ? undefined : circle;
}

/** The models that a model's file refers to by their ids, since a name would close a circle. */
function listCircle(kept: Kept, { stored, contents }: Document): string[] {
  const { manifest, references } = kept;
  const { id } = stored!;
  const graph = new ModelGraph(kept);
  const named = new Set(Object.keys(manifest.models[id]!.refs).map((name) => references.findModel(name)?.id));
  return [...collectModels(contents)].filter(
    (other) => other !== id && !named.has(other) && graph.isDeclared(other) && graph.isReachable(other, id),
  );
}

/** A model that a pull comes to know by its file is called like it, if nothing else is. */
const chooseName = (file: string, id: string, manifest: Manifest): string =>
  openReferenceNames(manifest).give(id, [parse(file).name, `${parse(file).name} model`]);

/** The names of connections and models, which share a scope as both stand in `!ref`. */
export function openReferenceNames({ names, models }: Manifest): Names {
  const ofModels = Object.entries(models).map(([id, { name }]) => [id, name]);
  const known = { ...names.connections, ...Object.fromEntries(ofModels) };
  return new Names(known, ["analytics", "connections", "folders", "kept"]);
}
