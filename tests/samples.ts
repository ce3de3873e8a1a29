import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, Snapshot } from "analytics-emulator";
import type { Given, Sample } from "./sample";

type Properties = Record<string, unknown>;

const folder = join(__dirname, "kinds");
const formKindName = (file: string) => file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A sample of every kind in the registry, by kind: the files of `tests/kinds`. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries(
  readdirSync(folder)
    .sort()
    .map((file) => file.replace(/[.]ts$/, ""))
    .map((name) => [formKindName(name), (require(join(folder, name)) as { sample: Sample }).sample]),
);

/** Puts what is given in the place of texts such as `:models`, at every depth. */
export function fillIn<Value>(value: Value, given: Given): Value {
  const find = (name: string) => {
    if (!Object.hasOwn(given, name)) throw new Error(`Nothing is given for :${name}`);
    return given[name]!;
  };
  const fill = (inner: unknown): unknown => {
    if (typeof inner === "string") return /^:\w+$/.test(inner) ? find(inner.slice(1)) : inner;
    if (Array.isArray(inner)) return inner.map(fill);
    if (inner === null || typeof inner !== "object") return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, fill(item)]));
  };
  return fill(value) as Value;
}

/** What a resource of a kind refers to, which is created where it isn't seeded. */
export async function prepareFor(kind: string, emulator: Emulator): Promise<Given> {
  const { folders, connections, tenants, teams, members, ...its } = emulator.seeded;
  const seeded = {
    ...{ models: folders.models, sales: folders.sales },
    ...{ warehouse: connections.warehouse, lakehouse: connections.lakehouse },
    ...{ tenant: tenants.north, otherTenant: tenants.south, swaps: its.sourceSwapPolicies.toLakehouse },
    ...{ finance: teams.finance, engineering: teams.engineering, analyst: members.analyst, viewer: members.viewer },
    ...{ workbook: its.workbooks.sales, report: its.reports.quarterly, dataset: its.datasets.orders },
    ...{ serviceProvider: its.serviceProvider, webhook: its.webhookSequence, region: its.userAttributes.region },
  };
  return { ...seeded, ...(await samples[kind]!.given?.(emulator)) };
}

/** One thing the engine asks of a resource. */
export interface Operation {
  readonly kind: string;
  readonly verb: "create" | "update" | "delete";
  /** Such as `Tag update description`. */
  readonly name: string;
  /** The mutating calls it sends, in order. */
  readonly calls: readonly string[];
  readonly events?: keyof Snapshot;
  given(emulator: Emulator): Promise<Given>;
  declared(given: Given): Properties;
  /** What is declared afterwards; undefined for a delete. */
  wanted(given: Given): Properties | undefined;
}

/** Every operation that changes something, of every kind. */
export const operations: readonly Operation[] = Object.entries(samples).flatMap(([kind, sample]) => {
  const { events, create, update = [], updates = {}, delete: remove, keepsNothing } = sample;
  if (keepsNothing) return [];
  const fillDeclared = (given: Given) => fillIn(sample.declared, given);
  const base = { kind, events, declared: fillDeclared, given: (emulator: Emulator) => prepareFor(kind, emulator) };
  return [
    { ...base, verb: "create" as const, name: `${kind} create`, calls: create, wanted: fillDeclared },
    ...Object.entries(updates).map(([what, { to, calls = update }]) => ({
      ...base,
      ...{ verb: "update" as const, name: `${kind} update ${what}`, calls },
      wanted: (given: Given) => fillIn({ ...sample.declared, ...to }, given),
    })),
    ...(remove === undefined
      ? []
      : [{ ...base, verb: "delete" as const, name: `${kind} delete`, calls: remove, wanted: () => undefined }]),
  ];
});
