/**
 * What an update would wipe out unseen. Reports say that the platform leaves parts out of what it returns as code, and
 * the next write of the whole workbook then removes them.
 */
import {
  type AnalyticsClient,
  ApiError,
  type DocumentIds,
  isAboutOneThing,
  readUnless,
  type WorkbookRepresentation,
} from "../../core/api";
import type { JsonObject } from "../../core/model";
import { filterObjects, isObject, type Json, readKnownString, toList, walkObjects } from "../../core/model/json";
import { type CodedNoun, labelElement, WorkbookIndex } from "../../core/workbook";
import { getTitle } from "../document/fields";
import { warn } from "../document/warn";
import type { CodedContext } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** A part that is in danger. */
interface Endangered {
  /** What `acceptLosses` names: `actions:submit`. */
  readonly key: string;
  readonly what: string;
}

/**
 * Refuses to write over a version that this resource didn't write while parts of it may be lost.
 *
 * @param wanted the contents to write.
 * @throws with each part, unless `acceptLosses` names it.
 */
export async function refuseLosses(
  context: CodedContext,
  server: WorkbookRepresentation,
  wanted: JsonObject,
  inputs: WorkbookInputs,
): Promise<void> {
  const { client, noun } = context;
  const lists = await readLists(client, noun, server, wanted).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const message = `its lists can't be read, so nobody can tell whether the update loses something: ${error.message}`;
    warn(context, getTitle(noun, inputs), message);
    return noLists;
  });
  const endangered = listEndangered(server, wanted, lists);
  const { acceptLosses = [] } = inputs;
  const left = endangered.filter(({ key }) => !acceptLosses.some((accepted) => isAccepted(key, accepted)));
  if (left.length === 0) return;
  throw new Error(
    [
      `The ${getTitle(noun, server)} (${server.id}) has parts that the platform may not have returned as code, and ` +
        "this update would remove them. Nothing was written.",
      ...left.map(({ key, what }) => `  ${key}: ${what}`),
      "Look at them in the product. Declare what is missing, or accept the losses in the resource's arguments: " +
        `acceptLosses: ${JSON.stringify(left.map(({ key }) => key))}.`,
    ].join("\n"),
  );
}

/** `actions:*` accepts all of a kind. */
function isAccepted(key: string, accepted: string): boolean {
  return accepted === key || (accepted.endsWith(":*") && key.startsWith(accepted.slice(0, -1)));
}

/** What a write of contents over a document may remove, although the platform has it. */
export async function findLosses(
  client: AnalyticsClient,
  noun: CodedNoun,
  server: WorkbookRepresentation,
  wanted: JsonObject,
): Promise<readonly Endangered[]> {
  return listEndangered(server, wanted, await readLists(client, noun, server, wanted));
}

function listEndangered(server: WorkbookRepresentation, wanted: JsonObject, lists: Lists): Endangered[] {
  const there = new WorkbookIndex(server.contents as JsonObject);
  const ours = new WorkbookIndex(wanted);
  return [
    ...listUnreturned(lists, there, ours),
    ...listActionless(there, ours),
    ...listUnopened(there, ours),
    ...listUnwritten(there, ours),
    ...listEmptyHeaders(there, ours),
  ];
}

/** Parts that the platform lists and neither returns nor finds in what is to be written. */
function listUnreturned(listed: Lists, there: WorkbookIndex, ours: WorkbookIndex): Endangered[] {
  const listNames = (index: WorkbookIndex) =>
    new Set(index.entries.flatMap(({ kind, name, element }) => (kind === "control" ? [name, element.controlId] : [])));
  const known = { blocks: [there, ours], controls: [listNames(there), listNames(ours)] };
  const unknownPages = listed.pages.filter(({ pageId }) => !known.blocks.some(({ blocks }) => blocks.has(pageId)));
  const controls = listed.controls.filter(
    ({ name }) => name !== undefined && !known.controls.some((all) => all.has(name)),
  );
  const formatName = (name: string | undefined) => (name === undefined ? "" : ` "${name}"`);
  return [
    ...unknownPages.map(({ pageId, name }) => ({
      key: `pages:${pageId}`,
      what: `the page${formatName(name)} isn't in the contents`,
    })),
    ...listed.unknown.map(({ elementId, name, type = "element", pageId }) => ({
      key: `elements:${elementId}`,
      what: `the ${type}${formatName(name)}${describePlace(pageId, listed, there)} isn't in the contents`,
    })),
    ...controls.map(({ name }) => ({ key: `controls:${name}`, what: `the control "${name}" isn't in the contents` })),
  ];
}

/** What the platform lists of a document. */
type Lists = Awaited<ReturnType<typeof readLists>>;

const noLists: Lists = { pages: [], unknown: [], controls: [] };

async function readLists(
  client: AnalyticsClient,
  noun: CodedNoun,
  { id, contents }: WorkbookRepresentation,
  wanted: JsonObject,
) {
  const { documents } = client;
  const of: DocumentIds = { [`${noun}Id`]: id };
  const [pages, elements, controls] = await Promise.all([
    documents.readPages(of),
    documents.readElements(of),
    documents.readControls(of),
  ]);
  const known = new Set([contents as JsonObject, wanted].flatMap(({ elements: own }) => listIds(own)));
  const unknown = elements.filter(({ elementId }) => !known.has(elementId));
  const places = new Map<string, string>();
  // The list of a page alone says what is on it.
  for (const { pageId } of unknown.length === 0 ? [] : pages) {
    const onPage = (await readUnless(isAboutOneThing, documents.readPageElements(of, pageId))) ?? [];
    for (const { elementId } of onPage) places.set(elementId, pageId);
  }
  return { pages, unknown: unknown.map((one) => ({ ...one, pageId: places.get(one.elementId) })), controls };
}

const listIds = (items: Json | undefined) => filterObjects(items).map(({ id }) => readKnownString(id) ?? "");

/** ` on page "Main"`, ` in panel "Notes" of page "Main"`; empty where no page lists it. */
function describePlace(pageId: string | undefined, { pages }: Lists, { blocks }: WorkbookIndex): string {
  if (pageId === undefined) return "";
  const { kind, item }: { kind: string; item: JsonObject } = blocks.get(pageId) ?? { kind: "page", item: {} };
  const listed = pages.find((page) => page.pageId === pageId)?.name;
  const name = readKnownString(item.name) ?? readKnownString(item.title) ?? listed ?? pageId;
  const parents = toList(item.pages).flatMap((page) => (typeof page === "string" ? [page] : []));
  const around = parents.map((page) => readKnownString(blocks.get(page)?.item.name) ?? page);
  const of = around.length === 0 ? "" : ` of page ${around.map((page) => `"${page}"`).join(", ")}`;
  return ` ${kind === "page" ? "on" : "in"} ${kind} "${name}"${of}`;
}

/** The elements of a kind that are in both. */
function listShared(kind: string, there: WorkbookIndex, ours: WorkbookIndex) {
  return there.entries.flatMap((entry) => {
    const own = ours.byId.get(entry.id);
    return entry.kind === kind && own?.kind === kind ? [{ there: entry, ours: own }] : [];
  });
}

const hasActions = ({ actions }: JsonObject) => Array.isArray(actions) && actions.length > 0;

function listActionless(there: WorkbookIndex, ours: WorkbookIndex): Endangered[] {
  return listShared("button", there, ours)
    .filter((pair) => !hasActions(pair.there.element) && !hasActions(pair.ours.element))
    .map(({ there: entry }) => ({ key: `actions:${entry.id}`, what: `the ${labelElement(entry)} has no actions` }));
}

function listUnopened(there: WorkbookIndex, ours: WorkbookIndex): Endangered[] {
  const opened = new Set([there, ours].flatMap(({ document }) => listEffectTargets(document, "overlayId")));
  return filterObjects(there.document.overlays).flatMap(({ id, name, popover }) => {
    const key = readKnownString(id) ?? "";
    const opens = isObject(popover) && popover.triggerElementId !== undefined;
    if (opens || opened.has(key) || !ours.blocks.has(key)) return [];
    const what = `nothing opens the overlay "${readKnownString(name) ?? key}"`;
    return [{ key: `overlays:${key}`, what }];
  });
}

function listUnwritten(there: WorkbookIndex, ours: WorkbookIndex): Endangered[] {
  const written = new Set([there, ours].flatMap(({ document }) => listEffectTargets(document, "tableElementId")));
  return listShared("input-table", there, ours)
    .filter((pair) => !written.has(pair.there.id))
    .map(({ there: entry }) => ({
      key: `inputs:${entry.id}`,
      what: `no action writes the ${labelElement(entry)}`,
    }));
}

/** Headers made in the product come back as an empty navigation, without what is in them. */
function listEmptyHeaders(there: WorkbookIndex, ours: WorkbookIndex): Endangered[] {
  const isEmpty = ({ layout, byId }: WorkbookIndex, id: string) =>
    layout.blocks
      .filter(({ attributes }) => attributes.id === id)
      .flatMap(({ children }) => children)
      .every(({ attributes }) => isEmptyNavigation(byId.get(attributes.elementId ?? "")?.element));
  const panels = filterObjects(there.document.panels).flatMap(({ id, type }) => {
    const key = readKnownString(id) ?? "";
    if (type !== "header" || !isEmpty(there, key) || !isEmpty(ours, key)) return [];
    return [{ key: `headers:${key}`, what: "the page header is empty" }];
  });
  const hasHeader = filterObjects(there.document.panels).some(({ type }) => type === "header");
  const isOn = [there, ours].every(({ document: { settings } }) => {
    const navigation = isObject(settings) ? settings.navigation : undefined;
    return isObject(navigation) && navigation.pageHeader === "enabled";
  });
  if (!isOn || hasHeader) return panels;
  return [...panels, { key: "headers:page", what: "page headers are on, and the contents have none" }];
}

/** One that lists pages by itself isn't empty. */
const isEmptyNavigation = ({ kind, mode, options }: JsonObject = {}) =>
  kind === "navigation" && mode !== "auto" && toList(options).length === 0;

/** The values of a field anywhere in a document: what its actions open and write. */
const listEffectTargets = (document: JsonObject, field: string): string[] =>
  [...walkObjects(document)].flatMap(({ object }) => readKnownString(object[field]) ?? []);
