/** `--platform`: what is planned and done in documents that are no code here, for people and as JSON. */
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import type { PlatformReader } from "pulumi-analytics-internal/core/impact";
import { getValue, isObject, type Json, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { type Context, UsageError } from "../command";
import { listPlaces, readStateDocuments } from "../documents/state-documents";
import { matchDocuments } from "../impact/own-documents";
import { listNamedModels, parseQuestion } from "../impact/question";
import type { ProfileOptions } from "../platform/profile";
import type { OwnDocument, OwnDocuments } from "./files";
import {
  describePlace,
  listEdits,
  planRemote,
  type RemoteEdit,
  type RemotePlan,
  type WriteResult,
  writeRemote,
} from "./platform";
import { type FoundTarget, splitQuestion } from "./target";

/** What is planned for the platform. */
export interface PlatformReport {
  readonly plan: RemotePlan;
  readonly edits: readonly RemoteEdit[];
  /** The model is code here, and the platform's has the old name: nothing can be written yet. */
  readonly isWaiting: boolean;
  readonly client: AnalyticsClient;
}

/** Where to look, and for what. */
interface Search {
  readonly text: string;
  readonly name: string;
  readonly own: OwnDocuments;
  readonly found: FoundTarget<OwnDocument> | undefined;
  readonly options: ProfileOptions;
}

/** @throws UsageError where the platform has no such model, or its names are taken. */
export async function planPlatform(
  { cwd, env }: Context,
  reader: PlatformReader,
  client: AnalyticsClient,
  { text, name, own, found, options }: Search,
): Promise<PlatformReport> {
  const files = own.documents.map((document) => document.own);
  const states = await readStateDocuments(listPlaces(cwd, files), options.stack, env);
  const matched = matchDocuments(cwd, { files, gone: [] }, states, reader.documents).documents;
  const code = new Map(matched.flatMap(({ onPlatform, file }) => (onPlatform ? [[onPlatform.id, file] as const] : [])));
  for (const { id, names } of states) if (!code.has(id)) code.set(id, `${names[0]} of the program`);
  const { model, part } = splitQuestion(text);
  const ownModel = found && matched.find(({ file }) => file === found.document.key);
  if (ownModel !== undefined && ownModel.onPlatform === undefined) {
    throw new UsageError(`${ownModel.file}: the platform doesn't have this model. Run \`pulumi up\` first.`);
  }
  const modelId = ownModel?.onPlatform?.id ?? parseQuestion(model, listNamedModels(reader.documents)).model!.id;
  const asked = found === undefined ? part : describePart(found);
  const plan = await planRemote(reader, client, { text, modelId, part: asked, name, code });
  const { former, oldName } = plan.found;
  const isWaiting = code.has(modelId) && former === undefined && oldName !== name;
  if (!isWaiting) refuseConflicts(plan);
  return { plan, edits: listEdits(plan, code, await reader.readPeople()), isWaiting, client };
}

/** The thing by the names that the platform has for it. */
function describePart({ document, target: { path }, oldName }: FoundTarget<OwnDocument>): string {
  if (path.at(-2) === "elements") return oldName;
  const element = getValue(document.form, path.slice(0, -2)) as { [key: string]: Json };
  const name = isObject(element.name) ? element.name.text : element.name;
  return `${readKnownString(name) ?? String(element.id)}.${oldName}`;
}

function refuseConflicts({ plan: { conflicts }, documents, found }: RemotePlan): void {
  if (conflicts.length === 0) return;
  const lines = conflicts.map(({ document: key, path, message }) => {
    const remote = documents.find((one) => one.key === key)!;
    const { page, element } = describePlace(remote, path);
    return `  ${[remote.name, page, element].filter((one) => one !== undefined).join(" › ")}: ${message}`;
  });
  throw new UsageError(`${found.label} can't be called "${found.name}":`, ...lines, "Nothing was changed.");
}

/** Writes documents one after the other: what reads from a model comes after it. */
export async function writeEdits(
  { console, signal }: Context,
  { plan, client }: PlatformReport,
  edits: readonly RemoteEdit[],
): Promise<{ readonly remote: RemoteEdit["remote"]; readonly result: WriteResult }[]> {
  return console.showProgress("Writing documents", edits.length, async (step) => {
    const results: { remote: RemoteEdit["remote"]; result: WriteResult }[] = [];
    for (const { remote } of edits) {
      const [first] = results;
      const isModel = remote.key === plan.found.target.document;
      const isLost = first !== undefined && "why" in first.result && first.remote.key === plan.found.target.document;
      const why = signal.aborted
        ? "the command was stopped"
        : isLost && !isModel
          ? "the model wasn't written"
          : undefined;
      const result = why === undefined ? await writeRemote(client, plan, remote) : { why };
      results.push({ remote, result });
      step();
    }
    return results;
  });
}

const formatOwner = (owner: RemoteEdit["owner"]) => (owner ? `${owner.name} <${owner.email}>` : "unknown");

export function formatPlatform({ edits, plan: { plan, documents, staying }, isWaiting }: PlatformReport): string[] {
  const lines = edits.flatMap(({ remote: { document }, owner, changes }) => [
    `  ${document.name} (${document.type}, ${document.path}) · owner ${formatOwner(owner)}`,
    ...changes.map(({ page, element, text }) => `    ${page === undefined ? "" : `${page} › `}${element}: ${text}`),
  ]);
  const left = plan.left.map(({ document: key, path, text, why }) => {
    const remote = documents.find((one) => one.key === key)!;
    const { page, element } = describePlace(remote, path);
    return `  ${[remote.name, page, element].filter((one) => one !== undefined).join(" › ")}: [${text}]: ${why}`;
  });
  const groups: [string, string[]][] = [
    [isWaiting ? "On the platform, once the model is renamed there:" : "On the platform:", lines],
    ["Not changed on the platform, because it may mean something else:", left],
    ["Not changed on the platform:", staying.map(({ document: { name, type }, why }) => `  ${name} (${type}): ${why}`)],
  ];
  return groups.flatMap(([title, some]) => (some.length === 0 ? [] : [title, ...some, ""]));
}

/** For `--json`. */
export function toPlatformJson(
  { edits, plan, isWaiting }: PlatformReport,
  results: Awaited<ReturnType<typeof writeEdits>>,
) {
  return {
    waiting: isWaiting,
    changes: edits.map(({ remote: { document }, owner, changes }) => {
      const { id, type, name, path } = document;
      return { id, type, name, path, owner: owner ?? null, places: changes };
    }),
    left: plan.plan.left.map(({ document: id, text, why }) => ({ id, text, why })),
    staying: plan.staying.map(({ document: { id, type, name }, why }) => ({ id, type, name, why })),
    written: results.flatMap(({ remote: { key: id }, result }) =>
      "why" in result ? [] : [{ id, version: result.version }],
    ),
    failed: results.flatMap(({ remote: { key: id }, result }) => ("why" in result ? [{ id, why: result.why }] : [])),
  };
}
