import pLimit from "p-limit";
import { InvalidIdError, isAboutOneThing } from "pulumi-analytics-internal/core/api";
import { SpecSyntaxError, toPlatformSpec } from "pulumi-analytics-internal/core/model";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { diffAbout, hashText, type PulledModel } from "../documents/pull-manifest";
import { collectModels } from "../documents/references";
import { formPlatformAddress } from "../documents/set";
import { readOwn } from "./bring";
import { placeFile } from "./layout";
import { ModelBatch, type ModelsPull, type ReadModel, toTitled } from "./model-batch";
import type { ListedModel } from "./organization";
import type { FileOutcome } from "./outcome";

/**
 * Brings the files of models up to date. Specs are read in parallel, and only those of models that changed since the
 * last pull, here or there. A file is written as soon as all that it refers to is known, so that a pull that ends early
 * has done what it could.
 *
 * @param models the oldest first; what they are and in which order they are read decides nothing about what is written.
 * @throws what stops the whole pull: the platform can't be reached, or Ctrl-C.
 */
export async function pullModels(
  pull: ModelsPull,
  models: readonly ListedModel[],
  step: () => void,
): Promise<FileOutcome[]> {
  const rank = new Map(models.map(({ id }, index) => [id, index]));
  const outcomes = new Map<string, FileOutcome>();
  const unread = new Set(models.filter((model) => !isUnchanged(pull, model)));
  const read: ReadModel[] = [];

  for (const model of models) {
    const known = getOwnValue(pull.manifest.models, model.id);
    if (unread.has(model) || known === undefined) continue;
    outcomes.set(model.id, { ...toTitled(model, known.file), action: "unchanged" });
    step();
  }
  const waitFor = new Set([...unread].map(({ id }) => id));
  const settle = () => {
    const ready = filterReady(read, waitFor).sort((a, b) => rank.get(a.model.id)! - rank.get(b.model.id)!);
    if (ready.length === 0) return;
    for (const model of ready) read.splice(read.indexOf(model), 1);
    for (const outcome of new ModelBatch(pull, ready).write()) outcomes.set(outcome.id, outcome);
    pull.written();
  };
  let broken = 0;
  await runInParallel([...unread], async (model) => {
    try {
      read.push(await readModel(pull, model));
      broken = 0;
    } catch (error) {
      const isUnreadable = error instanceof InvalidIdError;
      if (!isUnreadable && !isAboutOneThing(error)) throw error;
      if (!isUnreadable && error.status! >= 500 && ++broken >= mostBroken) throw error;
      outcomes.set(model.id, { ...toTitled(model, chooseFile(pull, model)), action: "failed", why: error.message });
    }
    waitFor.delete(model.id);
    settle();
    step();
  });
  return models.flatMap((model) => {
    const outcome = outcomes.get(model.id);
    return outcome === undefined ? [] : [addAbout(outcome, model, getOwnValue(pull.manifest.models, model.id))];
  });
}

/** The outcome with what changed beside the contents, which the manifest then remembers. */
function addAbout(outcome: FileOutcome, model: ListedModel, pulled: PulledModel | undefined): FileOutcome {
  if (pulled === undefined) return outcome;
  const now = { name: model.title, folder: model.path, description: model.description ?? "" };
  const about = diffAbout(pulled.about ?? {}, now);
  pulled.about = now;
  return about.length === 0 ? outcome : { ...outcome, about };
}

/** So many failures of the platform's in a row, with nothing read between them, are no matter of single models. */
const mostBroken = 5;

/** More than the limiter lets through: it is the limiter that decides. */
const width = 8;

/**
 * Works on all items, several at once. After a failure no further one begins; the failure is thrown once those under
 * way have ended.
 */
async function runInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(width);
  let isStopped = false;
  const workUnlessStopped = async (item: T) => {
    if (isStopped) return;
    await work(item).catch((error) => {
      isStopped = true;
      throw error;
    });
  };
  const ended = await Promise.allSettled(items.map((item) => limit(workUnlessStopped, item)));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
}

const chooseFile = ({ manifest, nameOf }: ModelsPull, model: ListedModel) =>
  getOwnValue(manifest.models, model.id)?.file ?? placeFile(manifest.layout, model, nameOf(model));

/** Neither the platform's model nor the file has changed since the last pull. */
function isUnchanged({ manifest, folder }: ModelsPull, { id, version }: ListedModel): boolean {
  const known = getOwnValue(manifest.models, id);
  if (known === undefined || known.listed !== version) return false;
  const text = folder.read(known.file);
  return text !== undefined && hashText(text) === known.hash;
}

async function readModel(pull: ModelsPull, model: ListedModel): Promise<ReadModel> {
  const { documents, manifest, folder } = pull;
  const address = formPlatformAddress(model.id, { profile: manifest.profile });
  const received = await documents.readOne(address, ["data model"]);
  const contents = toPlatformSpec(received.model!);
  const file = chooseFile(pull, model);
  const pulled = getOwnValue(manifest.models, model.id);
  const read = { model, received, contents, uses: [...collectModels(contents)], file, pulled };
  if (folder.read(file) === undefined) return read;
  try {
    return { ...read, own: await readOwn(pull, file, received) };
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SpecSyntaxError)) throw error;
    return { ...read, unreadable: error };
  }
}

/** Those that wait for no other model to be read, directly or by way of others. */
function filterReady(read: readonly ReadModel[], unread: ReadonlySet<string>): ReadModel[] {
  const waiting = new Set(unread);
  for (let count = -1; count < waiting.size; ) {
    count = waiting.size;
    for (const { model, uses } of read) if (uses.some((id) => waiting.has(id))) waiting.add(model.id);
  }
  return read.filter(({ model }) => !waiting.has(model.id));
}
