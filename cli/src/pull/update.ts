import { realpathSync } from "node:fs";
import { dirname, parse, resolve } from "node:path";
import {
  type AnalyticsClient,
  collect,
  type DataModelRepresentation,
  parsePath,
} from "pulumi-analytics-internal/core/api";
import {
  type IdentityMap,
  type Json,
  type JsonObject,
  listPlaceholderNames,
  Model,
  type SpecChange,
  toLocalIds,
} from "pulumi-analytics-internal/core/spec";
import { getOwnValue, isSameName } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { formatPath, writeOutput } from "../command/files";
import { findWorkbookAround } from "../documents/find-files";
import { diffFields } from "../documents/model-changes";
import { type ModelFile, readDocumentFile, readModelFile } from "../documents/read-files";
import { findModelInState, getProfile, listIgnorePaths, readBase, type StateModel } from "../documents/states";
import { updateModel } from "../text";
import { diffLines } from "../text/line-diff";
import { Names } from "../text/names";
import { readEarlierVersion } from "./earlier-version";
import { findPulledFolder, hashText, type Manifest, writeManifest } from "./manifest";
import { ModelGraph } from "./model-graph";
import { type Comparison, type MergeBase, merge } from "./reconcile";
import { insertNames, References } from "./references";
import type { UpdateOptions, UpdateReport } from "./update-report";
import { updateWorkbook } from "./update-workbook";

/** Brings what was changed on the platform into a user's file. */
export async function update(context: Context, options: UpdateOptions): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false, stack } = options;
  if ((options.model?.length ?? 0) > 1) throw new UsageError("--update updates one file. Name only one --model.");
  const document = readDocumentFile(cwd, findWorkbookAround(cwd, options.update) ?? options.update);
  if (document.isWorkbook) return updateWorkbook(context, document, options);
  const file = readModelFile(cwd, options.update);
  if (!isModel(file.form)) throw new UsageError(`${file.path}: not a data model: it has no \`pages\`.`);
  const known = await findKnown(context, file, options);
  const client = await context.client({ stack, profile: options.profile ?? known.profile });
  const id = known.id ?? (await findIdByName(client, file));
  const server = await console.showProgress("Reading the model", 1, () => client.dataModels.getSpec(id));

  const refs = mapValues(file, known);
  const { base, remarks } = await readMergeBase(client, id, known);
  const own = { form: file.form, refs, ignorePaths: known.ignorePaths };
  const comparison = merge(own, server, base);
  const { form, changes } = mergeTop(file.form, comparison, server);
  const named = insertNames(form, known.references, { mayRefer: known.mayRefer(id), own: file.form });
  const text = updateModel(file.text, named, file.source);

  // The last request comes before the write: if it fails, nothing was changed.
  const about = await diffAbout(client, server, known, file.form);
  // A link stays one: what it leads to is the user's file.
  writeOutput(cwd, realpathSync(resolve(cwd, options.update)), text, { dryRun });
  const { ids, isThere, contested, ambiguities } = comparison;
  if (!dryRun) known.remember({ id, server, ids, form: named, refs, text, isThere });
  const { name: title, documentVersion: version } = server;
  const diff = diffLines(file.text, text);
  const told = { changes, contested, hasOwnEdits: !isThere, about, diff, remarks: [...remarks, ...ambiguities] };
  return { file: file.path, what: "data model", model: id, title, version, dryRun, ...told };
}

/** What the merge is based on; without it, all that differs counts as changed on the platform. */
async function readMergeBase(
  client: AnalyticsClient,
  id: string,
  { base, ids, baseVersion }: Known,
): Promise<{ base: MergeBase | undefined; remarks: readonly string[] }> {
  const otherwise = ids && { ids };
  if (base !== undefined) return { base, remarks: [] };
  if (ids === undefined || baseVersion === undefined) return { base: otherwise, remarks: [] };
  const then = await readEarlierVersion(client, id, baseVersion);
  if (then !== undefined) return { base: { model: new Model(toLocalIds(then, ids)), ids }, remarks: [] };
  const remark =
    `the platform no longer has version ${baseVersion}, which the file last agreed with: what differs ` +
    "counts as changed in the product";
  return { base: otherwise, remarks: [remark] };
}

/**
 * What was renamed, moved or described since it was pulled or declared; what stands at the top of the file is told with
 * its contents.
 */
async function diffAbout(
  client: AnalyticsClient,
  { dataModelId, name, folderId, description }: DataModelRepresentation,
  { placed }: Known,
  form: Json,
): Promise<SpecChange[]> {
  if (placed === undefined) return [];
  const path = placed.folder === undefined ? undefined : (await client.dataModels.get(dataModelId)).path;
  // The platform joins names without escaping their slashes.
  const isThere = placed.folder !== undefined && parsePath(placed.folder).join("/") === path;
  const about = diffFields([
    ["name", placed.name, name],
    ["folder", placed.folder, isThere ? placed.folder : path],
    ["folderId", placed.folderId, placed.folderId === undefined ? undefined : folderId],
    // None and an empty one are the same.
    [
      "description",
      placed.description || undefined,
      placed.description === undefined ? undefined : description || undefined,
    ],
  ]);
  return about.filter(({ path: [field] }) => typeof (form as JsonObject)[String(field)] !== "string");
}

const isModel = (form: Json) => Array.isArray((form as JsonObject | null)?.pages);

/** What the file's model is, as far as it is known before the platform is asked. */
interface Known {
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

/** From the manifest of the folder the file is in, else from the state of its project's stack. */
async function findKnown(context: Context, file: ModelFile, options: UpdateOptions): Promise<Known> {
  const path = resolve(context.cwd, options.update);
  const fromManifest = readManifestKnown(path, file, options);
  const isEnough = listPlaceholderNames(file.form).every((name) => getKnownValue(name, fromManifest) !== undefined);
  const isEdited = fromManifest?.baseVersion !== undefined;
  if (fromManifest?.id !== undefined && isEnough && !isEdited) return fromManifest;

  const [model] = options.model ?? [];
  const { profile, stack } = options;
  const found = await findModelInState({ file: path, id: model ?? fromManifest?.id, profile, stack }, context.env);
  if (found?.inputs.confidential) {
    throw new UsageError(
      `${file.path}: this model contains a secret, so the command doesn't write or show it. Run \`pulumi preview ` +
        "--refresh` to see the changes, and edit the file by hand.",
    );
  }
  if (found === undefined) return fromManifest ?? { ...nothingKnown, id: model };
  const fromState = readStateKnown(found);
  if (fromManifest === undefined) return fromState;
  const isNewer = (found.outputs.documentVersion ?? 0) >= (fromManifest.baseVersion ?? Number.POSITIVE_INFINITY);
  const { base, ignorePaths } = fromState;
  return {
    ...fromManifest,
    ignorePaths,
    refs: { ...found.inputs.refs, ...fromManifest.refs },
    ...(isNewer && base !== undefined ? { base } : {}),
  };
}

const nothingKnown: Known = {
  references: new References([]),
  refs: {},
  mayRefer: () => () => false,
  remember: () => {},
};

function readManifestKnown(
  path: string,
  { text }: ModelFile,
  { model: [model] = [] }: UpdateOptions,
): Known | undefined {
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
    baseVersion: known === undefined || known.hash === hashText(text) ? undefined : known.version,
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

function readStateKnown(model: StateModel): Known {
  const { id, inputs, outputs } = model;
  const refs = inputs.refs ?? {};
  const references = createStateReferences(refs);
  return {
    id,
    profile: getProfile(inputs),
    ids: outputs.ids as IdentityMap | undefined,
    placed: readPlaced(inputs, outputs),
    base: readBase(model),
    ignorePaths: listIgnorePaths(model),
    references,
    refs,
    // The program gives these values already; what is new keeps its id.
    mayRefer: () => (other) => references.getModelName(other) !== undefined,
    remember: () => {},
  };
}

/** A secret text is an envelope in the state: it isn't known, and so isn't compared. */
function readPlaced(
  { name, folderId, description = "" }: StateModel["inputs"],
  { baseline }: StateModel["outputs"],
): Known["placed"] {
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
    references.add({ id, name, ids: { pages: {}, elements: Object.fromEntries(elements) } });
  }
  return references;
}

function getKnownValue(name: string, known: Known | undefined): unknown {
  return known?.references.getValue(name) ?? known?.refs[name];
}

function mapValues({ form, path }: ModelFile, known: Known): Record<string, unknown> {
  const values = listPlaceholderNames(form).map((name) => [name, getKnownValue(name, known)] as const);
  const open = values.filter(([, value]) => value === undefined).map(([name]) => `\`${name}\``);
  if (open.length === 0) return Object.fromEntries(values);
  throw new UsageError(
    `${path}: no value for ${open.join(" and ")}. The file is not in a pulled folder, and not used by a model in the ` +
      "stack's state. Run `pulumi up` once, or add --stack.",
  );
}

/** The model that is called like the file says at its top. */
async function findIdByName(client: AnalyticsClient, { form, path }: ModelFile): Promise<string> {
  const { name } = form as JsonObject;
  const hint = "Name the data model: --model <id>.";
  if (typeof name !== "string") {
    throw new UsageError(
      `${path}: unknown data model: the file is not in a pulled folder, not in the stack's state, and has ` +
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
      ? `${path}: no data model has the name "${name}". ${hint}`
      : `${path}: ${found.length} data models have the name "${name}": ${ids}. ${hint}`,
  );
}

/** What a file says at its top belongs to the model too, if it says it. */
function mergeTop(
  form: Json,
  comparison: Comparison,
  { name, description }: DataModelRepresentation,
): Pick<Comparison, "form" | "changes"> {
  const top = form as JsonObject;
  const changes = diffFields([
    ["name", top.name, typeof top.name === "string" ? name : top.name],
    ["description", top.description, typeof top.description === "string" ? (description ?? "") : top.description],
  ]);
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as JsonObject;
  return {
    form: changes.length === 0 ? comparison.form : { ...(comparison.form as JsonObject), ...changed },
    changes: [...changes, ...comparison.changes],
  };
}
