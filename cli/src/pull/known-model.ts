import { dirname, parse, resolve } from "node:path";
import { type AnalyticsClient, collect, type DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import {
  type IdentityMap,
  type Json,
  type JsonObject,
  listPlaceholderNames,
} from "pulumi-analytics-internal/core/model";
import { getOwnValue, isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { formatPath } from "../command/files";
import type { Document } from "../documents/document";
import { type MergeBase, readBase } from "../documents/merge-model";
import { findPulledFolder, hashText, type Manifest, writeManifest } from "../documents/pull-manifest";
import { type DocumentFile, getText } from "../documents/read-files";
import { References } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import type { StateDocument } from "../documents/states";
import { Names } from "../text/names";
import { ModelGraph } from "./model-graph";

/** What the file's model is, as far as it is known before the platform is asked. */
export interface FileModelState {
  readonly id?: string;
  readonly profile?: string;
  readonly ids?: IdentityMap;
  /**
   * What the platform had beside the contents when it was last pulled or declared; the folder is a path or an id. What
   * isn't known is left out.
   */
  readonly placed?: {
    readonly name: string;
    readonly folder?: string;
    readonly folderId?: string;
    /** Empty for none. */
    readonly description?: string;
  };
  /** What the file and the platform agreed on when the stack last wrote or read the model. */
  readonly base?: MergeBase;
  /** The platform's version that the file last agreed with, if it was edited since. */
  readonly baseVersion?: number;
  /** Parts that are left to the platform. */
  readonly ignorePaths?: readonly string[];
  readonly references: References;
  /** Values of the file's names beyond those of connections and models. */
  readonly refs: Readonly<Record<string, unknown>>;
  mayRefer(id: string): (other: string) => boolean;
  /** Keeps for the next pull what the file agrees with now. */
  remember(updated: Updated): void;
}

interface Updated {
  readonly id: string;
  readonly server: DataModelRepresentation;
  readonly ids: IdentityMap;
  readonly form: Json;
  /** What the file's names stood for. */
  readonly refs: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Whether the platform has all that the file says. */
  readonly isThere: boolean;
}

/**
 * From the manifest of the folder the file is in, else from the state of its project's stack.
 *
 * @param wanted the model's id, where the user names it.
 */
export async function findKnown(documents: DocumentSet, document: Document, wanted?: string): Promise<FileModelState> {
  const file = document.file!;
  const fromManifest = readManifestKnown(resolve(documents.cwd, file.file), file, wanted);
  const isEnough = listPlaceholderNames(file.form).every((name) => getKnownValue(name, fromManifest) !== undefined);
  const isEdited = fromManifest?.baseVersion !== undefined;
  if (fromManifest?.id !== undefined && isEnough && !isEdited) return fromManifest;

  const found = await documents.findResource(document, wanted ?? fromManifest?.id);
  if (found?.isConfidential) {
    throw new UsageError(
      `${file.file}: this model contains a secret, so the command doesn't write or show it. Run \`pulumi preview ` +
        "--refresh` to see the changes, and edit the file by hand.",
    );
  }
  if (found === undefined) return fromManifest ?? { ...nothingKnown, id: wanted };
  const fromState = readStateKnown(found);
  if (fromManifest === undefined) return fromState;
  const isNewer = (found.documentVersion ?? 0) >= (fromManifest.baseVersion ?? Number.POSITIVE_INFINITY);
  const { base, ignorePaths } = fromState;
  return {
    ...fromManifest,
    ignorePaths,
    refs: { ...found.refs, ...fromManifest.refs },
    ...(isNewer && base !== undefined ? { base } : {}),
  };
}

const nothingKnown: FileModelState = {
  references: new References([]),
  refs: {},
  mayRefer: () => () => false,
  remember: () => {},
};

function readManifestKnown(path: string, file: DocumentFile, model: string | undefined): FileModelState | undefined {
  const pulled = findPulledFolder(dirname(path));
  if (pulled === undefined) return undefined;
  const { folder, manifest } = pulled;
  const own = formatPath(folder.folder, path);
  const [found] = Object.entries(manifest.models).find(([, { file }]) => file === own) ?? [];
  const id = model ?? found;
  const references = createReferences(manifest);
  const known = id === undefined ? undefined : getOwnValue(manifest.models, id);
  return {
    id,
    profile: manifest.profile,
    ids: known?.ids,
    baseVersion: known === undefined || known.hash === hashText(getText(file)) ? undefined : known.version,
    placed: known?.about,
    references,
    refs: known?.refs ?? {},
    mayRefer: (self) => new ModelGraph(manifest, references).mayRefer(self),
    remember: (updated) => {
      // A file elsewhere than the model's own is nothing that the next pull has to do with.
      if (known !== undefined && known.file !== own) return;
      const name = known?.name ?? chooseName(own, updated.id, manifest);
      remember(manifest, references, { file: own, name }, updated);
      writeManifest(folder, manifest);
    },
  };
}

function createReferences({ names, models }: Manifest): References {
  const references = new References(Object.entries(names.connections ?? {}).map(([id, name]) => [name, id]));
  for (const [id, { name, ids }] of Object.entries(models)) references.add({ id, name, ids });
  return references;
}

/** A model that a pull comes to know by its file is called like it, if nothing else is. */
function chooseName(file: string, id: string, manifest: Manifest): string {
  const taken = Object.entries(manifest.models).map(([other, { name }]) => [other, name]);
  const names = new Names({ ...manifest.names.connections, ...Object.fromEntries(taken) });
  return names.give(id, [parse(file).name, `${parse(file).name} model`]);
}

function remember(
  manifest: Manifest,
  references: References,
  { file, name }: { file: string; name: string },
  { id, server, ids, form, refs: given, text, isThere }: Updated,
): void {
  references.add({ id, name, ids });
  const refs = listPlaceholderNames(form).map((placeholder) => [
    placeholder,
    String(references.getValue(placeholder) ?? given[placeholder]),
  ]);
  manifest.models[id] = {
    ...getOwnValue(manifest.models, id),
    file,
    name,
    version: server.documentVersion,
    listed: server.latestDocumentVersion ?? server.documentVersion,
    // What the file has beside counts as edited.
    hash: isThere ? hashText(text) : "",
    refs: Object.fromEntries(refs),
    ids,
  };
}

function readStateKnown(model: StateDocument): FileModelState {
  const { id, profile, ids, ignorePaths, refs } = model;
  const references = createStateReferences(refs);
  return {
    ...{ id, profile, ids, ignorePaths },
    placed: readPlaced(model),
    base: readBase(model),
    references,
    refs,
    // The program gives these values already; what is new keeps its id.
    mayRefer: () => (other) => references.getModelName(other) !== undefined,
    remember: () => {},
  };
}

/** A secret text is an envelope in the state: it isn't known, and so isn't compared. */
function readPlaced({
  declared: { name, folderId, description = "" },
  baseline,
}: StateDocument): FileModelState["placed"] {
  if (name === undefined) return undefined;
  const known = typeof description === "string" ? { description } : {};
  return { name, folderId, ...known, ...baseline?.place };
}

/** What the names of a program's `refs` stand for: `orders` and `orders#lines` are a model and its element. */
function createStateReferences(refs: Readonly<Record<string, unknown>>): References {
  const values = Object.entries(refs).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const references = new References(values.filter(([name]) => !name.includes("#")));
  for (const [name, id] of values) {
    if (name.includes("#")) continue;
    const elements = values.flatMap(([other, element]) =>
      other.startsWith(`${name}#`) ? [[other.slice(name.length + 1), { id: element }] as const] : [],
    );
    references.add({ id, name, ids: { elements: Object.fromEntries(elements) } });
  }
  return references;
}

function getKnownValue(name: string, known: FileModelState | undefined): unknown {
  return known?.references.getValue(name) ?? known?.refs[name];
}

/** The values of the names of a file. @throws UsageError for those without one. */
export function mapValues({ form, file }: DocumentFile, known: FileModelState): Record<string, unknown> {
  const values = listPlaceholderNames(form).map((name) => [name, getKnownValue(name, known)] as const);
  const open = values.filter(([, value]) => value === undefined).map(([name]) => `\`${name}\``);
  if (open.length === 0) return Object.fromEntries(values);
  throw new UsageError(
    `${file}: no value for ${open.join(" and ")}. The file is not in a pulled folder, and not used by a model in the ` +
      "stack's state. Run `pulumi up` once, or add --stack.",
  );
}

/** The model that is called like the file says at its top. */
export async function findIdByName(client: AnalyticsClient, { form, file }: DocumentFile): Promise<string> {
  const { name } = form as JsonObject;
  const hint = "Name the data model: --from <id>.";
  if (typeof name !== "string") {
    throw new UsageError(
      `${file}: unknown data model: the file is not in a pulled folder, not in the stack's state, and has ` +
        `no \`name\` at its top. ${hint}`,
    );
  }
  const found = (await collect(client.dataModels.list())).filter(
    (model) => isSameName(model.name, name) && !model.isArchived,
  );
  if (found.length === 1) return found[0]!.dataModelId;
  const ids = found.map(({ dataModelId, path: place }) => `${dataModelId} in ${place}`).join(", ");
  throw new UsageError(
    found.length === 0
      ? `${file}: no data model has the name "${name}". ${hint}`
      : `${file}: ${found.length} data models have the name "${name}": ${ids}. ${hint}`,
  );
}
