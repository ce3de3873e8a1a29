import { isPacked, pack, unpack } from "../core/packed";
import { providerKey, writeProviderText } from "../core/provider-text";
import { unknownValue } from "../core/spec/json";
import { isUnknown, type Properties, wrapSecret } from "../core/values";
import type { AnyKind } from "../kinds/declare";
import { listElementIds, previewElementIds, summarizeSpec } from "./data-model";
import { type Opened, readMarked } from "./values";

/** Inputs as the state holds them: long texts packed. What is packed already stays the same to the letter. */
export function packInputs(kind: AnyKind, inputs: Properties, former: Properties | undefined): Properties {
  const { spec } = inputs;
  if (!isModel(kind) || typeof spec !== "string" || isUnknown(spec)) return inputs;
  const before = readMarked(former?.spec)?.value ?? former?.spec;
  if (isPacked(before) && "contents" in before && unpack(before) === spec) return { ...inputs, spec: before };
  return { ...inputs, spec: { contents: summarizeSpec(spec), ...pack(spec) } };
}

/**
 * The state of a lifecycle as the engine keeps it: long texts packed, and what other languages read instead. With the text of its dynamic provider, a
 * stack can move back: the engine hands an unchanged resource's state on as it is.
 */
export function packState(kind: AnyKind, state: Properties, former: Properties | undefined): Properties {
  const outputs = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [
      key,
      kind.jsonOutputs.includes(key) ? packOutput(value, former?.[key]) : value,
    ]),
  );
  return {
    ...packInputs(kind, outputs, former),
    ...(isModel(kind) ? { elementIds: listElementIds(state) } : {}),
    [providerKey]: writeProviderText(kind.name),
  };
}

/** @param former what the state holds: the same text stays packed as it is. */
function packOutput(value: unknown, former: unknown): unknown {
  const secret = readMarked(value);
  const text = secret === undefined ? value : secret.value;
  const isAsBefore = isPacked(former) && unpack(former) === text;
  const packed = isAsBefore ? former : typeof text === "string" ? pack(text) : text;
  return secret?.isSecret ? wrapSecret(packed) : packed;
}

/** The outputs that a program reads. */
export function listVisibleOutputs(kind: AnyKind): string[] {
  const own = Object.entries(kind.outputFields).flatMap(([name, { internal }]) => (internal ? [] : [name]));
  return isModel(kind) ? [...own, "elementIds"] : own;
}

/** The state after an update, as far as a preview knows it. */
export function previewState(
  kind: AnyKind,
  before: Opened,
  after: Opened,
  diffs: readonly string[],
  news: Properties,
): Properties {
  const unknown = Object.fromEntries(listVisibleOutputs(kind).map((name) => [name, unknownValue]));
  const spec = isUnknown(news.spec) ? { spec: unknownValue } : {};
  const outputs = { ...packInputs(kind, after.values, news), ...unknown, ...spec };
  if (!isModel(kind)) return outputs;
  const { url, ids, elementIds = listElementIds(before.values) } = before.values;
  const isAsBefore = !diffs.includes("spec");
  return {
    ...outputs,
    ...(diffs.includes("name") || diffs.includes("folderId") ? {} : { url }),
    ...(isAsBefore ? { ids, elementIds } : { elementIds: previewElementIds(elementIds, after.values.spec) }),
  };
}

export function isModel(kind: AnyKind): boolean {
  return kind.name === "DataModel";
}
