import type { WorkbookRepresentation } from "../../core/api";
import { adoptTheirIgnored, type JsonObject } from "../../core/model";
import { type CodedNoun, joinLayout, listIgnored, mergeStoredWorkbook, splitLayout } from "../../core/workbook";
import { findHidden } from "../document/changes";
import { createConflictError } from "../document/conflict";
import { isByLostUpdate, sendContents } from "../document/contention";
import { getTitle } from "../document/fields";
import { warn } from "../document/warn";
import { type CodedContext, getWorkbook } from "./declaration";
import type { WorkbookInputs, WorkbookOutputs, WorkbookState } from "./fields";
import { refuseLosses } from "./losses";
import { describeDrift } from "./review";
import { compare, keepVersions } from "./stored";

/** The document's current contents on the platform, and who wrote which version. */
export interface ReplacedContents {
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
export async function replaceContents(
  context: CodedContext,
  id: string,
  olds: WorkbookState,
  news: WorkbookInputs,
  server: WorkbookRepresentation,
): Promise<ReplacedContents> {
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
  olds: WorkbookState,
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
  const isKnown = olds.outputs.documentVersion !== undefined;
  if (isRefused && isKnown && !(await isByLostUpdate(context, olds, "contents", server))) {
    const { inputs } = compare(server, { ...olds, inputs: { ...olds.inputs, ignorePaths: all } });
    const changes = describeDrift(olds.inputs, inputs, findHidden([olds.inputs, news], olds.outputs));
    throw await createConflictError(context, server, olds, news, {
      subject: `${getTitle(context.noun, server)} (${server.id})`,
      changes,
    });
  }
  return isThere;
}

/** Writes once. @returns what is there then; without versions where somebody else wrote first, and it isn't written. */
async function write(
  context: CodedContext,
  id: string,
  olds: WorkbookState,
  news: WorkbookInputs,
  on: WorkbookRepresentation,
  tries: number,
): Promise<{ server: WorkbookRepresentation; versions?: ReplacedContents["versions"] }> {
  const { client, noun } = context;
  const documents = client[`${noun}Contents`];
  const base = on.documentVersion;
  const patterns = listIgnored(news.ignorePaths);
  const wanted = adoptTheirIgnored(getWorkbook(news).declared, splitLayout(on.contents as JsonObject), patterns);
  const isForeign = base !== olds.outputs.writtenVersion;
  if (isForeign) await refuseLosses(context, on, wanted, news);
  const versions = { writtenVersion: base + 1, previousVersion: base };
  const met = await sendContents(context, id, {
    ...{ base, tries, written: { inputs: news, outputs: { url: on.url } } },
    send: () => documents.update(id, { contents: joinLayout(wanted), documentVersion: base }),
    read: () => documents.get(id),
  });
  if (met !== undefined) return met.isOurs ? { server: met.server, versions } : { server: met.server };
  context.checkpoint(id, { inputs: news, outputs: { url: on.url, documentVersion: base + 1, ...versions } });
  if (isForeign) {
    context.log(`${getTitle(noun, on)}: version ${base}, which this update replaced, ${explainReturn(noun, id, base)}`);
  }
  const server = await documents.get(id);
  if (server.documentVersion > base + 1) await warnOfForeign(context, server, base + 1, news);
  return { server, versions: { ...versions, writtenVersion: Math.min(base + 1, server.documentVersion) } };
}

/** How an earlier version returns: only workbooks have a call for it. */
function explainReturn(noun: CodedNoun, id: string, version: number): string {
  if (noun === "report") return "is in the version history of the product";
  return `comes back with \`npx pulumi-analytics api POST workbooks/${id}/restoreVersion --field version=${version}\``;
}

/** No earlier version can be read: what else was written meanwhile shows in what is there now. */
async function warnOfForeign(
  context: CodedContext,
  { documentVersion, updatedBy }: WorkbookRepresentation,
  ours: number,
  news: WorkbookInputs,
): Promise<void> {
  const who = await context.client.members.readLabel(updatedBy);
  warn(
    context,
    getTitle(context.noun, news),
    `${who} wrote version ${documentVersion} while this update wrote version ${ours}. Look at both in the product's ` +
      "version history: one of them replaced the other.",
  );
}
