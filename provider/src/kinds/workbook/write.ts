import { ApiError, collect, isUncertain, readMemberLabel, type WorkbookRepresentation } from "../../core/api";
import {
  adoptTheirIgnored,
  type Finding,
  formatPath,
  getValue,
  isIgnored,
  isSameJson,
  type JsonObject,
  type Path,
} from "../../core/spec";
import { filterObjects } from "../../core/spec/json";
import { type CodedNoun, joinLayout, listIgnored, mergeStoredWorkbook, splitLayout } from "../../core/workbook";
import { isBroken, mostNamed, tellBroken } from "../document/broken";
import { createConflictError, refuseMoved } from "../document/conflict";
import { isNextByUs, mayBeStale, mostTries } from "../document/contention";
import { isUnread } from "../document/digest";
import { locate } from "../document/locate";
import { tellNotKept } from "../document/not-kept";
import { addPlace, getPlace, placeBaseline, placeKeys } from "../document/place";
import { describePlace, handOver, updatePlace } from "../document/place-writes";
import { warn } from "../document/warn";
import { type CodedContext, getTitle, getWorkbook } from "./declaration";
import type { Known, WorkbookInputs, WorkbookOutputs } from "./fields";
import { refuseLosses } from "./losses";
import { readUnlessDeleted } from "./read";
import { describeDrift } from "./review";
import { compare, keepVersions, listLosses, recordStored } from "./stored";

/** Creates a workbook or report. */
export async function createWorkbook(context: CodedContext, inputs: WorkbookInputs) {
  const { name, folderId, description } = inputs;
  const { client, noun } = context;
  const documents = client[`${noun}Contents`];
  const { declared } = getWorkbook(inputs);
  const id = await documents.create(
    { name, folderId, ...(description === undefined ? {} : { description }), contents: joinLayout(declared) },
    { ...context.createOptions, isStored: (there) => isSameJson(listIds(declared), listIds(there as JsonObject)) },
  );
  // A create takes no owner. Where the call that does fails, the next update makes it.
  const unowned = { ...inputs, ownerId: undefined };
  context.checkpoint(id, { inputs: unowned, outputs: {} });
  const server = await documents.read(id);
  const written = { server, versions: { writtenVersion: server.documentVersion } };
  const outputs = await readBack(context, id, unowned, written, {});
  const owner = await handOver(client, id, inputs, server.ownerId);
  const place = placeBaseline(inputs, { ...server, ...owner });
  return { id, outputs: describePlace(context, getTitle(noun, inputs), inputs, outputs, place) };
}

/** The platform keeps ids: the document of a lost create has the same. */
function listIds({ pages, elements }: JsonObject): string[] {
  return [...filterObjects(pages), ...filterObjects(elements)].map(({ id }) => String(id)).toSorted();
}

/** Updates contents and place of a document, each if it changed. */
export async function updateWorkbook(
  context: CodedContext,
  id: string,
  olds: Known,
  news: WorkbookInputs,
  changed: ReadonlySet<string>,
): Promise<WorkbookOutputs> {
  const { client, noun } = context;
  if (olds.outputs.deleted && (await readUnlessDeleted(context, id)) === undefined) {
    await client.files.restore(id, { parentId: news.folderId });
  }
  const place = placeKeys.filter((key) => changed.has(key));
  const writesContents =
    changed.has("contents") ||
    changed.has("ignorePaths") ||
    olds.outputs.documentVersion === undefined ||
    isUnread(olds) ||
    (context.settings["not-kept"] === "error" && (olds.outputs.notKept ?? []).length > 0);
  let outputs = olds.outputs as WorkbookOutputs;
  if (!writesContents && place.length === 0) return outputs;

  const server = await client[`${noun}Contents`].read(id);
  await refuseMoved(context, server, olds, news, { subject: getSubject(context.noun, server), changed });
  if (writesContents) {
    const inputs = { ...news, ...getPlace(olds.inputs) };
    const written = await replaceContents(context, id, olds, inputs, server);
    const read = await readBack(context, id, inputs, written, olds.outputs);
    outputs = addPlace(read, olds.outputs.baseline?.place);
    context.checkpoint(id, { inputs, outputs });
  }
  if (place.length === 0) return outputs;
  return updatePlace(context, id, {
    ...{ title: getTitle(noun, news), olds, news, outputs },
    changed: place,
    readAddress: () => readAddress(context, id),
  });
}

const getSubject = (noun: CodedNoun, { name, id }: WorkbookRepresentation) => `${getTitle(noun, { name })} (${id})`;

/**
 * The address, which the platform makes of the name; nothing where it can't be read: the document was renamed all the
 * same.
 */
async function readAddress({ client, noun }: CodedContext, id: string): Promise<Partial<WorkbookOutputs>> {
  try {
    return { url: (await client[`${noun}s`].get(id)).url };
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** The document's current contents on the platform, and who wrote which version. */
interface Written {
  readonly server: WorkbookRepresentation;
  readonly versions: Pick<WorkbookOutputs, "writtenVersion" | "previousVersion">;
}

/**
 * Replaces the contents of a document with the declared ones. The platform checks the version that a write is based on,
 * or it doesn't, which is undocumented; so the document is compared with the state before the write and read again
 * after it.
 *
 * @param server what was read right before.
 * @throws when it was changed on the platform since the version the state knows, with who, when and what;
 *   unless it is already as declared, only ignored parts changed, or `onConflict` says to overwrite.
 */
async function replaceContents(
  context: CodedContext,
  id: string,
  olds: Known,
  news: WorkbookInputs,
  server: WorkbookRepresentation,
): Promise<Written> {
  const known = olds.outputs.deleted
    ? { ...olds, inputs: { ...olds.inputs, contents: news.contents, refs: news.refs } }
    : olds;
  let current = server;
  for (let tries = 1; ; tries++) {
    if (await isAsDeclared(context, known, news, current)) {
      return { server: current, versions: keepVersions(olds.outputs) };
    }
    const sent = await write(context, id, known, news, current, tries);
    if (sent.versions !== undefined) return { server: sent.server, versions: sent.versions };
    current = sent.server;
  }
}

/** @throws when it changed on the platform, see {@link replaceContents}. */
async function isAsDeclared(
  context: CodedContext,
  olds: Known,
  news: WorkbookInputs,
  server: WorkbookRepresentation,
): Promise<boolean> {
  const received = server.contents as JsonObject;
  const merge = (ignorePaths: readonly string[]) =>
    mergeStoredWorkbook(getWorkbook(news), getWorkbook(olds.inputs), received, {
      ...(olds.outputs.baseline?.contents === undefined ? {} : { baseline: olds.outputs.baseline.contents }),
      isCurrent: server.documentVersion === olds.outputs.documentVersion,
      ignorePaths,
    });
  const { ignorePaths = [] } = news;
  const { isThere, isBehind } = merge(ignorePaths);
  // What either declaration leaves to the platform is no conflict. After a write that was cut short, what is there is
  // all anybody knows.
  const all = [...new Set([...(olds.inputs.ignorePaths ?? []), ...ignorePaths])];
  const isRefused = isBehind && !isThere && news.onConflict !== "overwrite" && merge(all).isBehind;
  if (isRefused && olds.outputs.documentVersion !== undefined) {
    const { inputs } = compare(server, { ...olds, inputs: { ...olds.inputs, ignorePaths: all } });
    const changes = describeDrift(olds.inputs, { ...inputs, confidential: news.confidential });
    throw await createConflictError(context, server, olds, news, {
      subject: getSubject(context.noun, server),
      changes,
    });
  }
  return isThere;
}

/** Writes once. @returns what is there then; without versions where somebody else wrote first, and it isn't written. */
async function write(
  context: CodedContext,
  id: string,
  olds: Known,
  news: WorkbookInputs,
  on: WorkbookRepresentation,
  tries: number,
): Promise<{ server: WorkbookRepresentation; versions?: Written["versions"] }> {
  const { client, noun } = context;
  const documents = client[`${noun}Contents`];
  const base = on.documentVersion;
  const patterns = listIgnored(news.ignorePaths);
  const wanted = adoptTheirIgnored(getWorkbook(news).declared, splitLayout(on.contents as JsonObject), patterns);
  const isForeign = base !== olds.outputs.writtenVersion;
  if (isForeign) await refuseLosses(context, on, wanted, news);
  const versions = { writtenVersion: base + 1, previousVersion: base };
  try {
    await documents.update(id, { contents: joinLayout(wanted), documentVersion: base });
  } catch (error) {
    const mayHaveArrived = isUncertain(error);
    if (tries === mostTries || !(mayHaveArrived || mayBeStale(error))) throw error;
    const server = await readUnclear(context, id, news, on.url, mayHaveArrived);
    if (server.documentVersion === base && !mayHaveArrived) throw error;
    const isOurs = mayHaveArrived && (await isNextByUs(context, server, base));
    return isOurs ? { server, versions } : { server };
  }
  context.checkpoint(id, { inputs: news, outputs: { url: on.url, documentVersion: base + 1, ...versions } });
  if (isForeign) {
    context.log(`${getTitle(noun, on)}: version ${base}, which this update replaced, ${explainReturn(noun, id, base)}`);
  }
  const server = await documents.read(id);
  if (server.documentVersion > base + 1) await warnOfForeign(context, server, base + 1, news);
  return { server, versions: { ...versions, writtenVersion: Math.min(base + 1, server.documentVersion) } };
}

/** How an earlier version returns: only workbooks have a call for it. */
function explainReturn(noun: CodedNoun, id: string, version: number): string {
  if (noun === "report") return "is in the version history of the product";
  return `comes back with \`npx pulumi-analytics restore ${id} ${version}\``;
}

/**
 * Reads a document after a write that failed. If that fails, too, the next update doesn't take what is there for
 * somebody's change.
 */
async function readUnclear(
  context: CodedContext,
  id: string,
  inputs: WorkbookInputs,
  url: string,
  mayHaveArrived: boolean,
): Promise<WorkbookRepresentation> {
  try {
    return await context.client[`${context.noun}Contents`].read(id);
  } catch (error) {
    if (mayHaveArrived) context.checkpoint(id, { inputs, outputs: { url } });
    throw error;
  }
}

/** No earlier version can be read: what else was written meanwhile shows in what is there now. */
async function warnOfForeign(
  context: CodedContext,
  { documentVersion, updatedBy }: WorkbookRepresentation,
  ours: number,
  news: WorkbookInputs,
): Promise<void> {
  const who = await readMemberLabel(context.client, updatedBy);
  warn(
    context,
    getTitle(context.noun, news),
    `${who} wrote version ${documentVersion} while this update wrote version ${ours}. Look at both in the product's ` +
      "version history: one of them replaced the other.",
  );
}

/** Records what was read after a write, and tells what the platform didn't keep and can't compute. */
async function readBack(
  context: CodedContext,
  id: string,
  inputs: WorkbookInputs,
  { server, versions }: Written,
  before: Known["outputs"],
): Promise<WorkbookOutputs> {
  const outputs = recordStored(inputs, server, versions);
  context.checkpoint(id, { inputs, outputs });
  const forms = getWorkbook(inputs);
  const losses = listLosses(forms, outputs.baseline?.contents, server);
  tellNotKept(context, {
    ...{ title: getTitle(context.noun, inputs), inputs, losses, declared: forms.declared, before: before.notKept },
    setting: "analytics:workbookRules.not-kept",
  });
  await warnOfBroken(context, id, inputs);
  return outputs;
}

/** Warns of columns whose type the platform reports as an error; not of what an update doesn't write. */
async function warnOfBroken(context: CodedContext, id: string, inputs: WorkbookInputs): Promise<void> {
  const columns = await collect(context.client[`${context.noun}Contents`].listColumns(id));
  const broken = new Set(
    columns.filter(isBroken).map(({ elementId, columnId }) => JSON.stringify([elementId, columnId])),
  );
  if (broken.size === 0) return;
  const { declared } = getWorkbook(inputs);
  const places = filterObjects(declared.elements).flatMap((element, index) =>
    filterObjects(element.columns).flatMap((column, at): Path[] => {
      const path = ["elements", index, "columns", at, "formula"];
      const isMeant = broken.has(JSON.stringify([element.id, column.id]));
      return isMeant && !isIgnored(declared, path, inputs.ignorePaths ?? []) ? [path] : [];
    }),
  );
  const shown = places.length > mostNamed ? places.slice(0, mostNamed - 1) : places;
  const findings = shown.map((path): Finding => {
    const formula = getValue(declared, path);
    const quoted = inputs.confidential || typeof formula !== "string" ? "" : `: \`${formula}\``;
    return {
      ...{ rule: "broken-formula", severity: "warning", path, pathText: formatPath(declared, path) },
      message: `the platform can't compute this formula${quoted}`,
    };
  });
  if (inputs.file !== undefined) locate(inputs.file, findings);
  tellBroken(context, getTitle(context.noun, inputs), inputs, findings, places.length - shown.length);
}
