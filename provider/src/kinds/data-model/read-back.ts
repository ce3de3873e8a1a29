import { collect, type DataModelColumn } from "../../core/api";
import { formatPath, type IdentityMap, isIgnored, walkIds } from "../../core/spec";
import type { LifecycleContext } from "../declare";
import { getModel } from "./contents";
import type { DataModelInputs, DataModelOutputs, Known } from "./fields";
import { tellNotKept } from "./not-kept";
import { recordStored, type Written } from "./stored";

/**
 * Returns the outputs of a model after a write, and records them for the state: only the model as it was read after the write has the ids of new parts.
 * Warns of fields that the platform didn't keep and of formulas that it can't evaluate.
 *
 * @param written what was sent, with which ids, and what was read after that.
 * @param before what the state knew before the write.
 */
export async function readBack(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  written: Written,
  before: Known["outputs"],
): Promise<DataModelOutputs> {
  const { outputs, ambiguities } = recordStored(inputs, written);
  context.checkpoint(id, { inputs, outputs });
  for (const ambiguity of ambiguities) warn(context, inputs, ambiguity);
  tellNotKept(context, inputs, outputs, before.notKept);
  await warnOfBroken(context, id, inputs, outputs.ids);
  return outputs;
}

export function warn(context: LifecycleContext, { name }: DataModelInputs, message: string): void {
  context.log(`warning: data model "${name}": ${message}`);
}

/** The most formulas that are named: a table that the platform doesn't know breaks all that use it. */
const most = 8;

const keyOf = (element: string | undefined, column: string | undefined) => `${element} ${column}`;

/** Warns of columns whose type the platform reports as an error, by their paths in the declared model; not of what an update doesn't write. */
async function warnOfBroken(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  ids: IdentityMap,
): Promise<void> {
  const columns: DataModelColumn[] = await collect(context.client.dataModels.listColumns(id));
  const broken = new Set(columns.filter(isBroken).map(({ elementId, columnId }) => keyOf(elementId, columnId)));
  if (broken.size === 0) return;
  const spec = getModel(inputs).declared;
  const { ignorePaths = [] } = inputs;
  const places: string[] = [];
  walkIds(spec, (site) => {
    const { role, owner, id: column } = site;
    const [kind] = site.kinds;
    if (role !== "definition" || kind !== "column" || owner === undefined) return;
    const element = ids.elements[owner];
    if (!broken.has(keyOf(element?.id, element?.columns?.[column]))) return;
    const place = site.path().slice(0, -1);
    if (!isIgnored(spec, [...place, "formula"], ignorePaths)) places.push(`${formatPath(spec, place)}.formula`);
  });
  const told = places.length > most ? places.slice(0, most - 1) : places;
  for (const place of told) warn(context, inputs, `${place}: the platform can't compute this formula`);
  const others = places.length - told.length;
  if (others > 0) warn(context, inputs, `${others} more formulas that the platform can't compute`);
}

/** The form of the type is undocumented: a word, or an object that holds it. */
function isBroken({ type }: { type?: unknown }): boolean {
  return type === "error" || (type as { type?: unknown } | null | undefined)?.type === "error";
}
