import type { Properties } from "../../core/engine";
import type { AnyKind, Tried } from "../../kinds/declare";
import type { Known, StoredValues } from "./values";

/** What failed updates tried, as a state has it. */
export function readTried(values: StoredValues): Tried {
  return Object.fromEntries(Object.entries(values).flatMap(([name, { tried }]) => (tried ? [[name, tried]] : [])));
}

/** The baseline with what failed updates tried; with nothing, where that is known by now. */
export function addTriedValues(values: StoredValues, tried: Tried = {}): StoredValues {
  const baseline = Object.entries(values).flatMap(([name, { tried: _, ...value }]) =>
    Object.keys(value).length > 0 ? [[name, value] as const] : [],
  );
  const all: Record<string, StoredValues[string]> = Object.fromEntries(baseline);
  for (const [name, sent] of Object.entries(tried)) all[name] = { ...all[name], tried: sent };
  return all;
}

/** The inputs that an update has to write: those that differ, and those of which nobody knows what the platform has. */
export function listChanged({ fields, shape }: AnyKind, { inputs: before, tried = {} }: Known, inputs: Properties) {
  const isManaged = (name: string) => inputs[name] !== undefined || fields[name]?.omitted !== "keep";
  return [...new Set([...shape.findChanged(before, inputs), ...Object.keys(tried).filter(isManaged)])];
}
