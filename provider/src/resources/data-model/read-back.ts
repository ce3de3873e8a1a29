import type { DataModelColumn, DataModelRepresentation } from "../../api";
import { collect } from "../../api/transport/pages";
import type { Call } from "../../engine/kind";
import { equalText } from "../../engine/values";
import {
  type IdentityMap,
  type JsonObject,
  keepForm,
  matchIdentity,
  pathText,
  takeLeft,
  toLocalIds,
  walkIds,
} from "../../spec";
import { contentsOf, declared, formOf, refsIn, refsOf } from "./contents";
import type { DataModelInputs, DataModelOutputs, Known } from "./inputs";
import { driftBetween } from "./review";

/** The platform's answer against what is declared. */
export function compare(server: DataModelRepresentation, known: Known) {
  const { name, folderId, description, url, documentVersion } = server;
  const received = contentsOf(server);
  const mine = declared(known.inputs);
  const { map: ids, ambiguities } = matchIdentity({ sent: mine, received, previous: known.outputs.ids });
  // What is left to the platform is as declared, whatever it is.
  const theirs = takeLeft(toLocalIds(received, ids), mine, known.inputs.leave ?? []);
  const form = formOf(known.inputs);
  const own = keepForm(form, theirs, refsOf(known.inputs));
  const inputs: DataModelInputs = {
    ...known.inputs,
    name,
    folderId,
    description: equalText(known.inputs.description, description) ? known.inputs.description : description,
    ...(own === form ? {} : { spec: JSON.stringify(own), refs: refsIn(own, refsOf(known.inputs)) }),
  };
  const outputs: DataModelOutputs = { url, documentVersion, ids };
  const drift = own === form ? [] : driftBetween(mine, theirs, known.inputs.confidential);
  return { inputs, outputs, drift, ambiguities };
}

/**
 * Reads back what was written, where only the platform knows the ids of what is new, and says which formulas it can't work with.
 */
export async function written(call: Call, id: string, known: Known): Promise<DataModelOutputs> {
  const { outputs, ambiguities } = compare(await call.client.dataModels.getSpec(id), known);
  call.reached(id, { ...known, outputs });
  for (const ambiguity of ambiguities) warn(call, known, ambiguity);
  warnOfBroken(call, known, outputs.ids, await columnsOf(call, id));
  return outputs;
}

/**
 * What was written, when it added and removed nothing: then its version and ids are known, and a look at the columns shows both
 * whether the platform kept the ids, and which formulas it can't work with. Undefined when it didn't keep them, or that can't be seen.
 */
export async function confirmed(call: Call, id: string, known: Known): Promise<DataModelOutputs | undefined> {
  const { url, ids } = known.outputs;
  if (url === undefined || ids === undefined) return undefined;
  const columns = await columnsOf(call, id);
  if (!hasColumns(ids, columns)) return undefined;
  warnOfBroken(call, known, ids, columns);
  return { ...known.outputs, url, ids };
}

function columnsOf({ client }: Call, id: string): Promise<DataModelColumn[]> {
  return collect(client.dataModels.columns(id));
}

const nameOf = (element: string | undefined, column: string | undefined) => `${element} ${column}`;

/** Whether columns are known, and the platform has them by the ids they are known by. */
function hasColumns(ids: IdentityMap, columns: readonly DataModelColumn[]): boolean {
  const there = new Set(columns.map(({ elementId, columnId }) => nameOf(elementId, columnId)));
  const known = Object.values(ids.elements).flatMap((element) =>
    Object.values(element.columns ?? {}).map((column) => nameOf(element.id, column)),
  );
  return known.length > 0 && known.every((name) => there.has(name));
}

function warn(call: Call, { inputs }: Known, message: string): void {
  call.tell(`warning: data model "${inputs.name}": ${message}`);
}

/** Names the columns whose type the platform reports as an error, as paths into the declared model. */
function warnOfBroken(call: Call, known: Known, ids: IdentityMap, columns: readonly DataModelColumn[]): void {
  const broken = new Set(columns.filter(isBroken).map(({ elementId, columnId }) => nameOf(elementId, columnId)));
  if (broken.size === 0) return;
  const spec = declared(known.inputs) as JsonObject;
  walkIds(spec, (site) => {
    const { role, owner, id: column } = site;
    const [kind] = site.kinds;
    if (role !== "definition" || kind !== "column" || owner === undefined) return;
    const element = ids.elements[owner];
    if (!broken.has(nameOf(element?.id, element?.columns?.[column]))) return;
    const place = `${pathText(spec, site.path().slice(0, -1))}.formula`;
    warn(call, known, `${place}: the platform can't compute this formula`);
  });
}

/** Nobody says what the type looks like: a word, or an object that holds it. */
function isBroken({ type }: { type?: unknown }): boolean {
  return type === "error" || (type as { type?: unknown } | null | undefined)?.type === "error";
}
