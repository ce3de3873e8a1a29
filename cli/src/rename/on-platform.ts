/** `--live`: what is planned and done in documents that are no code here, for people and as JSON. */
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import type { PlatformReader } from "pulumi-analytics-internal/core/impact";
import { getValue, type Json } from "pulumi-analytics-internal/core/model/json";
import { getElementName } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import type { PlatformAddress } from "../documents/address";
import { type OwnDocument as MatchedDocument, matchDocuments } from "../documents/match-documents";
import { PlatformDocuments } from "../documents/platform-documents";
import type { DocumentSet } from "../documents/set";
import type { Section } from "../report";
import { describeReader } from "../report/readers";
import type { OwnDocument, OwnDocuments } from "./files";
import type { LeftUse } from "./plan";
import {
  describePlace,
  listEdits,
  planRemote,
  type RemoteEdit,
  type RemotePlan,
  type WriteResult,
  writeRemote,
} from "./platform";
import { refuseConflicts } from "./present";
import type { FoundTarget, Wanted } from "./target";

/** What is planned for the platform. */
export interface PlatformReport {
  readonly plan: RemotePlan;
  readonly edits: readonly RemoteEdit[];
  /** The model is code here, and the platform's has the old name: nothing can be written yet. */
  readonly isWaiting: boolean;
  readonly client: AnalyticsClient;
}

/** Where to look, and for what. */
interface Search extends Wanted {
  readonly own: OwnDocuments;
  /** What was found in a file, or the model of the platform that is asked for. */
  readonly target: FoundTarget<OwnDocument> | PlatformAddress;
}

/** @throws UsageError where the platform has no such model, or its names are taken. */
export async function planPlatform(
  documents: DocumentSet,
  reader: PlatformReader,
  client: AnalyticsClient,
  { text, part, name, own, target }: Search,
): Promise<PlatformReport> {
  const files = own.documents.map((document) => document.own);
  const { documents: matched, states } = await matchDocuments(documents, { files }, reader.documents);
  const code = new Map(matched.flatMap(({ onPlatform, file }) => (onPlatform ? [[onPlatform.id, file] as const] : [])));
  for (const { id, names } of states) if (!code.has(id)) code.set(id, `${names[0]} of the program`);
  const isOfFile = "document" in target;
  const modelId = isOfFile
    ? getPlatformId(matched, target)
    : (await new PlatformDocuments(client, undefined, reader.documents).findOne(target, ["data model"])).id;
  const asked = isOfFile ? describePart(target) : part;
  const plan = await planRemote(reader, client, { text, modelId, part: asked, name, code });
  const { former, oldName } = plan.found;
  const isWaiting = code.has(modelId) && former === undefined && oldName !== name;
  if (!isWaiting)
    refuseConflicts(plan.plan, plan.found, (conflict) => `${locate(plan, conflict)}: ${conflict.message}`);
  return { plan, edits: listEdits(plan, code, await reader.readPeople()), isWaiting, client };
}

function getPlatformId(matched: readonly MatchedDocument[], { document: { key } }: FoundTarget<OwnDocument>): string {
  const id = matched.find(({ file }) => file === key)?.onPlatform?.id;
  if (id !== undefined) return id;
  throw new UsageError(`${key}: the platform doesn't have this model. Run \`pulumi up\` first.`);
}

/** The thing by the names that the platform has for it. */
function describePart({ document, target: { path }, oldName }: FoundTarget<OwnDocument>): string {
  if (path.at(-2) === "elements") return oldName;
  const element = getValue(document.form, path.slice(0, -2)) as { [key: string]: Json };
  return `${getElementName(element.name) ?? String(element.id)}.${oldName}`;
}

/** Where something stands, for people: `Sales › Overview › Revenue`. */
function locate({ documents }: RemotePlan, { document, path }: Pick<LeftUse, "document" | "path">): string {
  const remote = documents.find(({ key }) => key === document)!;
  const { page, element } = describePlace(remote, path);
  return [remote.name, page, element].filter((one) => one !== undefined).join(" › ");
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

export function describePlatform({ edits, plan, isWaiting }: PlatformReport): Section[] {
  const left = plan.plan.left.map((use) => `${locate(plan, use)}: [${use.text}]: ${use.why}`);
  return [
    {
      title: isWaiting ? "On the platform, once the model is renamed there:" : "On the platform:",
      lines: edits.map(({ remote: { document }, owner, changes }) =>
        describeReader({ ...document, owner, places: changes.map(({ text, ...place }) => ({ ...place, how: text })) }),
      ),
    },
    { title: "Not changed on the platform, because it may mean something else:", lines: left },
    {
      title: "Not changed on the platform:",
      lines: plan.staying.map(({ document: { name, type }, why }) => `${name} (${type}): ${why}`),
    },
  ];
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
