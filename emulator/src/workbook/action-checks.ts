import { createDependencyNotFound, createInvalidRequest } from "../http/errors";
import type { Settings } from "../settings";
import { isObject, listNested, listObjects, type WorkbookDocument, type WorkbookElement } from "./document";

/** What the effects of actions can't do without. Those that aren't here are described too thinly. */
const requiredOfEffects: Readonly<Record<string, readonly string[]>> = {
  "open-url": ["openTarget"],
  "open-overlay": ["overlayId"],
  "set-control-value": ["control", "value"],
  "clear-control": ["scope"],
  "insert-rows": ["tableElementId", "values"],
  "update-rows": ["tableElementId", "values", "whichRows"],
  "delete-rows": ["tableElementId", "whichRows"],
  "refresh-element": ["target"],
  navigate: ["target"],
  "select-tab": ["tabbedContainerElementId", "selectedTab"],
  "open-document": ["documentId", "documentType", "openTarget"],
  "custom-sort": ["elementId", "sort"],
};

interface Host {
  /** What messages blame: an element or overlay, by its place. */
  readonly at: string;
  readonly kind: unknown;
  readonly id: unknown;
  readonly actions: readonly Record<string, unknown>[];
}

/** Actions: what they lack is blamed on the kind of their host. */
export function checkActions(
  document: WorkbookDocument,
  settings: Settings,
  key: string,
  controls: ReadonlySet<string>,
): void {
  const hosts: Host[] = [
    ...document.elements.map((one, index) => formHost(one, `${key}.elements[${index}]`)),
    ...listObjects(document.overlays).map((one, index) => formHost(one, `${key}.overlays[${index}]`)),
  ];
  for (const host of hosts) {
    for (const action of host.actions) checkAction(action, host, settings, controls);
  }
}

function formHost(one: Record<string, unknown>, at: string): Host {
  return { at, kind: one.kind ?? one.type, id: one.id, actions: listObjects(one.actions) };
}

function checkAction(
  action: Record<string, unknown>,
  { at, kind, id }: Host,
  settings: Settings,
  controls: ReadonlySet<string>,
): void {
  const refuse = () => createInvalidRequest(`${at}: Invalid kind: ${JSON.stringify(kind)}`);
  if (typeof action.id !== "string" || action.trigger === undefined || !Array.isArray(action.effects)) throw refuse();
  if (listObjects(action.effects).some(({ effect }) => typeof effect !== "string")) throw refuse();
  for (const { object: effect } of listNested(action.effects)) {
    const required = requiredOfEffects[String(effect.effect)] ?? [];
    if (required.some((field) => !(field in effect))) throw refuse();
    if (effect.effect === "open-url" && "url" in effect && settings.workbookOpenUrl === "refuse") throw refuse();
    if (typeof effect.sequenceId === "string") {
      throw createInvalidRequest(`${at}: references unknown action sequence '${effect.sequenceId}'`);
    }
    const { control, controlId } = effect;
    for (const name of [control, effect.type === "control" ? controlId : undefined]) {
      if (typeof name === "string" && !controls.has(name)) throw createInvalidRequest(`Control not found: '${name}'`);
    }
    const isCurrent = isObject(effect.whichRows) && (effect.whichRows.type ?? effect.whichRows.kind) === "current-row";
    if (isCurrent && effect.tableElementId !== id) {
      throw createInvalidRequest(`${at}: current-row selector requires the input table that holds the action`);
    }
  }
}

/** The values of an action that writes rows name columns of the table that it writes to. */
export function checkRowValues(document: WorkbookDocument, elements: ReadonlyMap<string, WorkbookElement>): void {
  for (const { object } of listNested(document.elements)) {
    const { tableElementId, values } = object;
    if (typeof tableElementId !== "string" || !isObject(values)) continue;
    const columns = listObjects(elements.get(tableElementId)?.columns).map(({ id }) => id);
    const bad = Object.keys(values).find((column) => !columns.includes(column));
    if (bad !== undefined) throw createInvalidRequest(`sheet: ${tableElementId}(internal), bad column: ${bad}`);
  }
}

/** Agents read elements of the workbook; a greeting that is a text is refused. */
export function checkAgents(
  document: WorkbookDocument,
  key: string,
  elements: ReadonlyMap<string, WorkbookElement>,
): void {
  const agents = listObjects(document.agents);
  for (const [index, { greeting, dataSources, instructions }] of agents.entries()) {
    const at = `${key}.agents[${index}]`;
    if (typeof greeting === "string") throw createInvalidRequest(`${at}.greeting: Invalid object: "${greeting}"`);
    if (typeof instructions !== "string") throw createInvalidRequest(`${at}.instructions: Invalid string: undefined`);
    const missing = listObjects(dataSources).find(({ elementId }) => !elements.has(String(elementId)));
    if (missing !== undefined) throw createDependencyNotFound(String(missing.elementId));
  }
  const ids = agents.map(({ id }) => id);
  const chat = document.elements.find(({ kind, agentId }) => kind === "chat" && !ids.includes(agentId));
  if (chat !== undefined) throw createDependencyNotFound(String(chat.agentId));
}
