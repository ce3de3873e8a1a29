import { type DataModelRepresentation, isUncertain } from "../../../core/api";
import {
  adoptTheirIgnored,
  diffModels,
  dropIgnored,
  type IdentityMap,
  isSameJson,
  type KnownBase,
  type LocalSpec,
  matchIdentity,
  mergeStored,
  toLocalIds,
  toPlatformSpec,
  toServerIds,
} from "../../../core/model";
import type { LifecycleContext } from "../../declare";
import { findHidden, tellChanges } from "../../document/changes";
import { createConflictError } from "../../document/conflict";
import { isByLostUpdate, isNextByUs, readUnclear, sendContents } from "../../document/contention";
import { warn } from "../../document/warn";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs, DataModelState } from "../fields";
import { readEarlierVersion } from "../read";
import { describeDrift } from "../review/changes";
import { compare } from "../stored";
import { planFirstWrite } from "./first-write";

/** The model's current contents on the platform. */
export interface Replaced {
  /** What was read after the write; where nothing had to be written, before. */
  readonly server: DataModelRepresentation;
  /** The contents that were sent, or would have been: the declared ones, with ignored parts as on the platform. */
  readonly sent: LocalSpec;
  /** The map that the contents were sent with, or would have been. */
  readonly ids: IdentityMap;
}

/** The maximum number of intermediate versions to compare. */
const mostBetween = 5;

/**
 * Replaces the contents of a model with the declared ones, in the platform's ids. Whether the platform checks the
 * version that a write is based on is undocumented, so the provider doesn't rely on it: it reads the model before the
 * write, compares it with the state, and reads it again after the write. It can't prevent a write by someone else
 * between these requests, but reports it.
 *
 * @param server what was read right before.
 * @throws when the model was changed on the platform since the version the state knows, with who, when and what; unless
 *   it is already as declared, only parts that are left to the platform changed, or `onConflict` says to overwrite.
 */
export async function replaceContents(
  context: LifecycleContext,
  id: string,
  olds: DataModelState,
  news: DataModelInputs,
  server: DataModelRepresentation,
): Promise<Replaced> {
  const before = olds.outputs.deleted
    ? { ...olds, inputs: { ...olds.inputs, spec: news.spec, refs: news.refs } }
    : olds;
  const now = await readCurrent(context, before, news, server);
  return now.isWritten ? describeUnwritten(now, news) : write(context, id, before, news, now, 1);
}

/** What the platform has, and how the declared contents map onto it. */
interface Standing {
  readonly server: DataModelRepresentation;
  readonly ids: IdentityMap;
  /** The contents there, in the user's ids. */
  readonly contents: LocalSpec;
  /** True when they are as declared, so that there is nothing to write. */
  readonly isWritten: boolean;
  /** Whether the new ends of relationships were written before, see {@link planFirstWrite}. */
  readonly hasEnds?: boolean;
}

async function readCurrent(
  context: LifecycleContext,
  olds: DataModelState,
  news: DataModelInputs,
  server: DataModelRepresentation,
  isOurs = false,
): Promise<Standing> {
  const received = toPlatformSpec(server);
  const { ignorePaths = [] } = news;
  const known: KnownBase = {
    model: getModel(olds.inputs),
    ids: olds.outputs.ids,
    baseline: olds.outputs.baseline?.contents,
    isCurrent: server.documentVersion === olds.outputs.documentVersion,
    ignorePaths,
  };
  const { ids, contents, isThere, ...merged } = mergeStored(getModel(news), known, received);
  // What either declaration leaves to the platform is no conflict.
  const before = (olds.inputs.ignorePaths ?? []).filter((path) => !ignorePaths.includes(path));
  const isBehind =
    before.length === 0
      ? merged.isBehind
      : mergeStored(getModel(news), { ...known, ignorePaths: [...before, ...ignorePaths] }, received).isBehind;
  const isRefused = isBehind && !isThere && !isOurs && news.onConflict !== "overwrite";
  // After a write that was cut short, what is there is all anybody knows.
  const isKnown = olds.outputs.documentVersion !== undefined;
  if (isRefused && isKnown && !(await isByLostUpdate(context, olds, "spec", server))) {
    const inputs = { ...olds.inputs, ignorePaths: [...before, ...ignorePaths] };
    const { declared, drifted } = compare(server, { ...olds, inputs });
    throw await createConflictError(context, server, olds, news, {
      subject: `${getTitle(server)} (${server.dataModelId})`,
      changes: describeDrift(declared, drifted, findHidden([olds.inputs, news], olds.outputs)),
    });
  }
  const isRenamedOnly = !isBehind && isOnlyRenamed(olds, news);
  return { server, ids, contents, isWritten: isOurs || isThere || isRenamedOnly };
}

/** Other ids of the user's for the same things are nothing to the platform. */
function isOnlyRenamed({ inputs, outputs }: DataModelState, news: DataModelInputs): boolean {
  const isKnown = outputs.ids !== undefined && outputs.documentVersion !== undefined;
  return (
    isKnown &&
    isSameJson(inputs.ignorePaths ?? [], news.ignorePaths ?? []) &&
    diffModels(getModel(inputs).declared, getModel(news).declared).every(({ action }) => action === "renamed")
  );
}

/** The declared contents, with ignored parts as on the platform. */
const buildContents = ({ contents }: Standing, news: DataModelInputs): LocalSpec =>
  adoptTheirIgnored(getModel(news).declared, contents, news.ignorePaths ?? []);

const describeUnwritten = (on: Standing, news: DataModelInputs): Replaced => ({
  server: on.server,
  sent: buildContents(on, news),
  ids: on.ids,
});

async function write(
  context: LifecycleContext,
  id: string,
  olds: DataModelState,
  news: DataModelInputs,
  on: Standing,
  tries: number,
): Promise<Replaced> {
  const base = on.server.documentVersion;
  const wanted = buildContents(on, news);
  const first = on.hasEnds ? undefined : planFirstWrite(wanted, on.contents, on.ids);
  if (first !== undefined) {
    const now = await writeEnds(context, id, news, on, first, wanted);
    // What is there now is of this update.
    return write(context, id, { ...olds, outputs: { ...olds.outputs, documentVersion: undefined } }, news, now, tries);
  }
  const { pages } = toServerIds(wanted, on.ids);
  const { dataModels } = context.client;
  const outputs = { url: on.server.url, ids: on.ids };
  const met = await sendContents(context, id, {
    ...{ base, tries, written: { inputs: news, outputs } },
    send: () => dataModels.updateSpec(id, { schemaVersion: 1, documentVersion: base, pages: pages as unknown[] }),
    read: () => dataModels.getSpec(id),
  });
  if (met !== undefined) {
    const now = await readCurrent(context, olds, news, met.server, met.isOurs);
    return now.isWritten ? describeUnwritten(now, news) : write(context, id, olds, news, now, tries + 1);
  }
  context.checkpoint(id, { inputs: news, outputs: { ...outputs, documentVersion: base + 1 } });
  const after = await dataModels.getSpec(id);
  const server = await findOurVersion(context, id, on, after, news);
  return { server, sent: wanted, ids: on.ids };
}

/**
 * Writes what relationships need first, see {@link planFirstWrite}. An update that ends before the next write continues
 * from there.
 */
async function writeEnds(
  context: LifecycleContext,
  id: string,
  news: DataModelInputs,
  on: Standing,
  first: LocalSpec,
  wanted: LocalSpec,
): Promise<Standing> {
  const { dataModels } = context.client;
  const { url, documentVersion: base } = on.server;
  const { pages } = toServerIds(first, on.ids);
  const body = { schemaVersion: 1 as const, documentVersion: base, pages: pages as readonly unknown[] };
  const failure = await dataModels.updateSpec(id, body).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined && !isUncertain(failure)) throw failure;
  const written = { inputs: news, outputs: { url, ids: on.ids } };
  const server = await readUnclear(context, id, failure && written, () => dataModels.getSpec(id));
  if (failure !== undefined && !(await isNextByUs(context, server, base))) throw failure;
  context.checkpoint(id, written);
  const received = toPlatformSpec(server);
  const { map: previous } = matchIdentity({ sent: first, received, previous: on.ids });
  const { map: ids } = matchIdentity({ sent: wanted, received, previous });
  return { server, ids, contents: toLocalIds(received, ids), isWritten: false, hasEnds: true };
}

/**
 * The version that the write created: the one of the new versions that is closest to what was sent. If it isn't the
 * next version, someone else wrote between the requests: the provider warns, and a refresh shows the changes that came
 * after the write as drift.
 */
async function findOurVersion(
  context: LifecycleContext,
  id: string,
  on: Standing,
  after: DataModelRepresentation,
  news: DataModelInputs,
): Promise<DataModelRepresentation> {
  const base = on.server.documentVersion;
  if (after.documentVersion <= base + 1) return after;
  const first = Math.max(base + 1, after.documentVersion - mostBetween);
  const versions = Array.from({ length: after.documentVersion - first }, (_, index) => first + index);
  const between = await Promise.all(versions.map((version) => readEarlierVersion(context, id, version)));
  const wanted = dropIgnored(getModel(news).declared, news.ignorePaths ?? []);
  const candidates = [after, ...between.flatMap((server) => server ?? []).reverse()].map((server) => {
    const received = toPlatformSpec(server);
    const { map } = matchIdentity({ sent: getModel(news).declared, received, previous: on.ids });
    const there = dropIgnored(toLocalIds(received, map), news.ignorePaths ?? []);
    return { server, changes: diffModels(wanted, there, { stored: true }) };
  });
  const ours = candidates.reduce((best, other) => (other.changes.length < best.changes.length ? other : best));
  const { userId } = await context.client.readOwner();
  for (const { server, changes } of candidates.reverse()) {
    if (server === ours.server || isSameJson(toPlatformSpec(server), toPlatformSpec(on.server))) continue;
    // Whether an earlier version is said to be by who wrote it, or by who wrote last, is undocumented.
    const who = server.updatedBy === userId ? "Somebody" : await context.client.members.readLabel(server.updatedBy);
    const lines = tellChanges(changes, findHidden([news]));
    warn(
      context,
      getTitle(news),
      describeForeignWrite(server.documentVersion, ours.server.documentVersion, who, lines),
    );
  }
  return ours.server;
}

function describeForeignWrite(theirs: number, ours: number, who: string, changes: readonly string[]): string {
  const what =
    theirs < ours
      ? `${who} wrote version ${theirs} between the read and the write of this update, which replaced it by ` +
        `version ${ours}. What it had, compared with yours:`
      : `${who} wrote version ${theirs} right after this update wrote version ${ours}. ` +
        "The next refresh shows it as drift:";
  return [what, ...changes.map((change) => `  ${change}`)].join("\n");
}
