import type { AnalyticsClient } from "../../../core/api";
import { isUnknown } from "../../../core/engine";
import {
  type DocumentUses,
  describeFate,
  listKeys,
  listRemoved,
  type RemovedPart,
  readUses,
} from "../../../core/graph";
import {
  type Broken,
  type BrokenDocument,
  type Concerned,
  findReaders,
  type PlatformReader,
  readConcerned,
} from "../../../core/impact";
import {
  adoptTheirIgnored,
  applyRenames,
  findRenames,
  followRenames,
  type LocalSpec,
  matchIdentity,
  toLocalIds,
  toPlatformSpec,
  toServerIds,
} from "../../../core/model";
import type { Json } from "../../../core/model/json";
import type { CommonInputs, LiveContext } from "../../declare";
import { getKnownIgnorePaths } from "../../document/declaration";
import {
  countTypes,
  nameDocuments,
  nameSome,
  openForChecks,
  openForDeletes,
  tellFailure,
  tellOnce,
  tellUnread,
} from "../../document/readers";
import { getModel, getTitle } from "../declaration";
import type { Breakage, DataModelChangeSummary, DataModelInputs } from "../fields";

type Declared = DataModelInputs & CommonInputs;

/** What goes away between two declarations, as `changeSummary.gone` says it. */
export const listGone = (news: Declared, olds: Declared): string[] =>
  listChanged(news, olds).map((part) => describePart(part, isHidden(news, olds)));

/** The parts in the user's ids; of a model that another profile replaces, its elements. */
function listChanged(news: Declared, olds: Declared): RemovedPart[] {
  const [before, after] = compareForms(news, olds);
  const renames = findRenames(before, after);
  return listRemoved("", applyRenames(before, renames) as Json, isMoved(news, olds) ? undefined : (after as Json));
}

function compareForms(news: Declared, olds: Declared): [LocalSpec, LocalSpec] {
  const before = getModel(olds).declared;
  return [before, adoptTheirIgnored(getModel(news).declared, before, getKnownIgnorePaths(news))];
}

/** Whether the model is replaced by one of another organization. */
const isMoved = (news: Declared, olds: Declared) => news.profile !== olds.profile;

const isHidden = (news: Declared, olds: Declared) => Boolean(news.confidential || olds.confidential);

/** A part, and what happens to it: `column Region of Fact Orders renamed to Area`. */
function describePart(part: RemovedPart, hidden: boolean): string {
  const { is, element, name, renamedTo } = part;
  if (hidden) return `a ${is} ${renamedTo === undefined ? "removed" : "renamed"}`;
  return `${is} ${name}${is === "element" || is === "control" ? "" : ` of ${element}`} ${describeFate(part)}`;
}

/** The same context, whose messages name the model. */
const nameModel = (model: Declared, context: LiveContext): LiveContext => ({
  ...context,
  log: (message) => context.log(`${getTitle(model)}: ${message}`),
});

/**
 * Says which documents of the platform an update breaks, and whom to tell. The check of an update has no ids of the
 * state, so the model is found by its former name and folder.
 *
 * @returns for the summary of the change; undefined: nothing goes away.
 */
export async function tellUpdate(
  news: Declared,
  olds: Declared,
  context: LiveContext,
): Promise<Pick<DataModelChangeSummary, "breaks" | "unchecked"> | undefined> {
  if (listChanged(news, olds).length === 0) return undefined;
  const own = nameModel(news, context);
  try {
    return { breaks: await lookUpBreaks(await compareUpdate(news, olds, own.client), own) };
  } catch (error) {
    return { unchecked: tellFailure(error, own) };
  }
}

/** Says which documents of the platform an adoption breaks that changes the model. */
export async function tellAdoption(news: Declared, context: LiveContext): Promise<void> {
  const own = nameModel(news, context);
  try {
    const id = await findAdopted(news, own.client);
    if (id !== undefined) await lookUpBreaks(await compareAdoption(news, id, own.client), own);
  } catch (error) {
    tellFailure(error, own);
  }
}

/** A model of the platform and what is to become of it, both with the platform's ids. */
interface Compared {
  readonly id: string;
  readonly before: Json;
  /** Undefined: another model replaces it. */
  readonly after: Json | undefined;
  readonly hidden: boolean;
}

async function compareUpdate(news: Declared, olds: Declared, client: AnalyticsClient): Promise<Compared> {
  const id = await findModel(client, olds);
  const [before, after] = compareForms(news, olds);
  const { map } = matchIdentity({ sent: before, received: toPlatformSpec(await client.dataModels.getSpec(id)) });
  return {
    id,
    before: toServerIds(before, map) as Json,
    after: isMoved(news, olds) ? undefined : (toServerIds(after, followRenames(map, before, after)) as Json),
    hidden: isHidden(news, olds),
  };
}

async function compareAdoption(news: Declared, id: string, client: AnalyticsClient): Promise<Compared> {
  const received = toPlatformSpec(await client.dataModels.getSpec(id));
  const { declared } = getModel(news);
  const { map } = matchIdentity({ sent: declared, received });
  const after = adoptTheirIgnored(declared, toLocalIds(received, map), getKnownIgnorePaths(news));
  const hidden = Boolean(news.confidential);
  return { id, before: received as unknown as Json, after: toServerIds(after, map) as Json, hidden };
}

async function lookUpBreaks({ id, before, after, hidden }: Compared, context: LiveContext): Promise<Breakage[]> {
  const { client, log, run } = context;
  const parts = listRemoved(id, before, after);
  if (parts.length === 0) return [];
  const { reader, cache } = await run.get(openForChecks, client);
  const changed: ReadonlyMap<string, DocumentUses> = new Map(
    after === undefined ? [] : [[id, readUses(after, { dataModelId: id })] as const],
  );
  const groups =
    after === undefined
      ? [{ part: "the model is replaced", keys: parts.flatMap(({ keys }) => keys) }]
      : parts.map((part) => ({
          part: describePart(part, hidden),
          keys: part.keys,
          ...(hidden || part.is === "control" ? {} : { named: writeName(part) }),
        }));
  const concerned = await readConcerned(reader, { modelIds: [id], changed });
  const unless = after === undefined ? "; not if retainOnDelete keeps the model" : "";
  const breaks: Breakage[] = [];
  const unused: string[] = [];
  for (const { keys, ...about } of groups) {
    const { part } = about;
    const broken = findReaders(concerned, { modelIds: [id], listTargets: () => keys });
    const documents = [...broken.breaksNow, ...broken.breaksLater];
    if (documents.length === 0) unused.push(part);
    else {
      log(`${part}: ${describeBroken(broken)}${unless}`);
      breaks.push({ ...about, documents: documents.map(toBreaking) });
    }
  }
  if (unused.length > 0) log(`${nameSome(unused, ", ")}: nothing on the platform reads it`);
  tellPartial(concerned, reader, context);
  cache?.save();
  tellUnread(reader, context);
  return breaks;
}

function writeName({ is, element, name }: RemovedPart): string {
  if (is === "metric") return `[Metrics/${name}]`;
  if (is === "relationship") return `[${element}/${name}/`;
  return is === "column" ? `[${element}/${name}]` : `[${element}/`;
}

/** The platform's id of a model of the state. */
export async function findModel({ files }: AnalyticsClient, { name, folderId }: Declared): Promise<string> {
  const found = await files.findNamed({ type: "data-model", name, parentId: folderId });
  const [one, other] = found;
  if (one !== undefined && other === undefined) return one.id;
  const place = `the name "${name}" in the folder ${folderId}`;
  if (one !== undefined) throw new Error(`${found.length} data models have ${place}. Rename the others in the product`);
  throw new Error(`no data model has ${place}: it was deleted, renamed or moved. Run \`pulumi refresh\` first`);
}

/** The platform's id of the model that a program adopts; undefined: the adoption finds none, or nobody knows yet. */
async function findAdopted(news: Declared, { files }: AnalyticsClient): Promise<string | undefined> {
  const { adopt, name, folderId } = news;
  if (typeof adopt === "object") return isUnknown(adopt.id) ? undefined : files.resolveId(adopt.id);
  if (!adopt || isUnknown(name) || isUnknown(folderId)) return undefined;
  const [one, other] = await files.findNamed({ type: "data-model", name, parentId: folderId });
  return other === undefined ? one?.id : undefined;
}

/** Says which documents read a model that is about to be deleted. */
export async function tellReaders(id: string, inputs: Declared, context: LiveContext): Promise<void> {
  if (inputs.deletion === "retain") return;
  const own = nameModel(inputs, context);
  try {
    const { reader } = await own.run.get(openForDeletes, own.client);
    const broken = findReaders(await readConcerned(reader, { modelIds: [id] }), {
      modelIds: [id],
      listTargets: (read) => {
        const exposed = read.find(({ document }) => document.id === id)?.uses.exposed ?? [];
        return exposed.flatMap(listKeys);
      },
    });
    if (broken.breaksNow.length + broken.breaksLater.length > 0) own.log(`its delete ${describeBroken(broken)}`);
    tellUnread(reader, own);
  } catch (error) {
    tellFailure(error, own, "it");
  }
}

/** Names the documents that may use more than is known. */
function tellPartial({ read }: Concerned, reader: PlatformReader, { run, log }: LiveContext): void {
  const partial = read.filter(({ isPartial }) => isPartial).map(({ document: { name } }) => name);
  if (partial.length === 0) return;
  const names = nameSome(partial, ", ");
  tellOnce(run, reader, names, () =>
    log(`only the columns could be read of ${names}: filters, controls and texts in them may break, too`),
  );
}

/** `breaks 3 workbooks (Sales, owner Ann Lee; …), 1 more when the tag Production moves`. */
function describeBroken({ breaksNow, breaksLater }: Broken): string {
  const tags = [...new Set(breaksLater.map(({ tags: own }) => own.join(" and ")))].sort();
  const later = tags.map((tag): [string, BrokenDocument[]] => [
    tag,
    breaksLater.filter(({ tags: own }) => own.join(" and ") === tag),
  ]);
  if (breaksNow.length > 0) {
    const more = later.map(([tag, all]) => `, ${all.length} more when the tag ${tag} moves`);
    return `breaks ${countTypes(breaksNow)} (${nameDocuments(breaksNow)})${more.join("")}`;
  }
  const groups = later.map(([tag, all]) => `${countTypes(all)} when the tag ${tag} moves (${nameDocuments(all)})`);
  return `breaks ${groups.join(", ")}`;
}

const toBreaking = ({ document: { type, name, path, url }, owner, tags }: BrokenDocument) => ({
  type,
  name,
  path,
  url,
  tags,
  ...(owner === undefined ? {} : { owner: owner.name }),
});
