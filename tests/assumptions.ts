import type { Settings } from "analytics-emulator";
import { z } from "zod";
import { assumptions } from "../emulator/src/assumptions";

/** What is set of the assumptions. */
export type Assumed = Partial<Settings>;

/** A value of an assumption that isn't its default. */
export interface Other {
  readonly name: string;
  readonly value: unknown;
}

/** As JSON Schema describes the values of an assumption. */
interface Described {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
}

/** Of a list, all that may be in it at once. */
function listValues({ type, const: only, enum: all, anyOf, items }: Described): readonly unknown[] {
  if (anyOf !== undefined) return anyOf.flatMap(listValues);
  if (items !== undefined) return [listValues(items)];
  if (type === "boolean") return [true, false];
  return all ?? [only];
}

/** Every value but the defaults. */
export const others: readonly Other[] = Object.entries(assumptions).flatMap(([name, schema]) => {
  const assumed = schema.parse(undefined);
  return listValues(z.toJSONSchema(schema, { io: "input" }) as Described)
    .filter((value) => value !== assumed)
    .map((value) => ({ name, value }));
});

/** Such as `teamNames: "unique"`. */
export const form = (name: string, value: unknown) => `${name}: ${JSON.stringify(value)}`;

/** Where a platform of a value does less than others: the kinds, and what the error says. */
export const refusals: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  [form("tagColorUpdate", "ignored")]: { Tag: /This platform doesn't change the color of a tag/ },
  [form("provisionedMembers", "refuse")]: { Member: /managed by your identity provider/ },
  [form("datasetEndpoints", "gone")]: { DatasetMigration: /The organization has no datasets any more/ },
  [form("workspaceAccess", "forbidden")]: { Workspace: /these credentials have no access to it/ },
  // The older family of endpoints has workbooks alone.
  [form("workbookApi", "document")]: { Report: /Reports as code are not enabled/ },
  [form("workbookApi", "none")]: {
    Workbook: /Workbooks as code are not enabled/,
    Report: /Reports as code are not enabled/,
  },
};

/** By what an assumption is set to, the values of all of them at once, but for those that refuse. */
function collect(choose: (values: readonly Other[]) => Other | undefined): Assumed {
  const willing = others.filter(({ name, value }) => refusals[form(name, value)] === undefined);
  const chosen = Object.keys(assumptions).flatMap(
    (name) => choose(willing.filter((other) => other.name === name)) ?? [],
  );
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/** All assumptions away from their defaults, in two ways: at the first and at the last of the other values. */
export const ends: readonly (readonly [which: string, settings: Assumed])[] = [
  ["first", collect(([first]) => first)],
  ["last", collect((values) => values.at(-1))],
];
