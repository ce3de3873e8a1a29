import type * as z from "zod";
import type { AnalyticsClient, AreaName, CreatedIn, FieldOf, SeenIn } from "../../core/api";
import { isSameName } from "../../core/text";
import type { LifecycleContext, Remote } from "./context";
import { type Declaration, defineKind, type Found } from "./define";
import type { Adoption, Naming, Pull, UniqueNames } from "./facets";
import type { AnyField, DataOf, InputFields, OutputFields } from "./fields";
import type { Kind } from "./kind";
import { writeLookup } from "./naming";

/** A kind whose objects are those of an area of the API. It says only what doesn't follow from that. */
type AreaKind<Name extends AreaName, Own extends InputFields, Added extends OutputFields> = Omit<
  Declaration<Own, Added>,
  "area" | "create" | "read" | "delete" | "adoption" | "naming" | "pull"
> &
  Partial<Pick<Declaration<Own, Added>, "create" | "read" | "delete">> & {
    /** What a client calls the area. */
    readonly area: Name;
    /** What an object says of the fields and outputs. Left out: the values of the same names. */
    show?(
      found: SeenIn<Name>,
      known: Remote<DataOf<Own>, Partial<DataOf<Added>>> | undefined,
    ): Found<DataOf<Own>, DataOf<Added>>;
    /** What isn't as for every area. */
    readonly adoption?: Omit<Adoption<DataOf<Own>, DataOf<Added>>, "unique"> & {
      readonly unique?: Omit<UniqueNames, "list">;
    };
    readonly naming?: Partial<Naming>;
    readonly pull?: Omit<Pull, "ids"> & Partial<Pick<Pull, "ids">>;
  };

/** Fields that the objects of an area have, with the same name and such values, unless the platform has none. */
type Shown<Fields extends Readonly<Record<string, AnyField>>, Answer> = {
  readonly [Name in keyof Fields]: Name extends FieldOf<Answer>
    ? NonNullable<z.infer<Fields[Name]["type"]>> extends NonNullable<Answer[Name]>
      ? unknown
      : never
    : { readonly local: true } | { readonly writeOnly: true };
};

/** What a kind says of its reads, where its fields don't. */
type Readable<Name extends AreaName, Own extends InputFields, Added extends OutputFields> =
  | Pick<Declaration<Own, Added>, "read">
  | { show(found: SeenIn<Name>, known: never): unknown }
  | { readonly fields: Shown<Own, SeenIn<Name>>; readonly outputs?: Shown<Added, SeenIn<Name>> };

/** What a kind says of its create: nothing, where the answer shows all outputs. */
type Creatable<Name extends AreaName, Own extends InputFields, Added extends OutputFields> =
  | Pick<Declaration<Own, Added>, "create">
  | ([keyof Added] extends [never] ? unknown : CreatedIn<Name> extends SeenIn<Name> ? unknown : never);

/** What a kind without a field `name` can't leave to the area: how people call its objects, if they do. */
type Nameable =
  | { readonly fields: { readonly name: AnyField } }
  | { readonly naming?: Naming; readonly adoption?: { readonly unique?: never } };

/** The calls of an area, whatever its objects are. */
interface AnyArea {
  create(given: object, madeId?: string): Promise<object>;
  findById(id: string): Promise<object | undefined>;
  list(): AsyncIterable<object>;
  readAll(): Promise<readonly object[]>;
  update(id: string, changes: object): Promise<unknown>;
  delete(id: string): Promise<void>;
  getId(object: object): string;
}

/** What an object may say of itself. */
type Common = { readonly name?: string; readonly createdAt?: string; readonly createdBy?: string };

/**
 * A kind whose objects are those of an area: an input or output is the field of the same name. Its calls follow, and
 * how its objects are found by their names. Without a field `name`, only an id finds one unless `adoption.find` does.
 *
 * @see `kinds/tag.ts`
 */
export function defineAreaKind<
  const Name extends AreaName,
  const Own extends InputFields,
  const Added extends OutputFields = Record<never, never>,
>(
  declaration: AreaKind<Name, Own, Added> & Readable<Name, Own, Added> & Creatable<Name, Own, Added> & Nameable,
): Kind<DataOf<Own>, DataOf<Added>> {
  type Inputs = DataOf<Own>;
  type Outputs = DataOf<Added>;
  const {
    area: areaName,
    show: ownShow,
    adoption,
    naming,
    pull,
    fields,
    outputs = {},
    ...rest
  } = declaration as AreaKind<Name, Own, Added>;
  const getArea = (client: AnalyticsClient): AnyArea => client[areaName];
  const listNamed = async (client: AnalyticsClient) => {
    const area = getArea(client);
    return (await area.readAll()).map((one: Common) => ({ id: area.getId(one), name: one.name! }));
  };
  const findByName = async ({ client }: LifecycleContext, { name }: { readonly name?: string }) =>
    (await listNamed(client)).filter((one) => isSameName(one.name, name)).map(({ id }) => id);
  const isNamed = Object.hasOwn(fields, "name");
  const shown = Object.keys(fields).filter((name) => !fields[name]!.local && !fields[name]!.writeOnly);
  const pick = (found: object, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (found as Readonly<Record<string, unknown>>)[name]]));
  const show = (found: object, known?: Remote<Inputs, Partial<Outputs>>) =>
    ownShow?.(found as SeenIn<Name>, known) ??
    ({ inputs: pick(found, shown), outputs: pick(found, Object.keys(outputs)) } as Found<Inputs, Outputs>);
  const { unique } = adoption ?? {};

  return defineKind<Own, Added>({
    async create({ client, madeId }, inputs) {
      const area = getArea(client);
      const created = await area.create(inputs, madeId);
      const hasOutputs = Object.keys(outputs).length > 0;
      return { id: area.getId(created), outputs: hasOutputs ? show(created).outputs : ({} as Outputs) };
    },
    async read({ client }, id, known) {
      const found = await getArea(client).findById(id);
      return found && show(found, known);
    },
    async update({ client }, id, patch) {
      await getArea(client).update(id, patch);
      return undefined;
    },
    delete: ({ client }, id) => getArea(client).delete(id),
    ...rest,
    area: areaName,
    fields,
    outputs: outputs as Added,
    adoption: {
      ...(isNamed && { find: findByName }),
      async creator({ client }, id) {
        const found: Common | undefined = await getArea(client).findById(id);
        return found?.createdBy;
      },
      ...adoption,
      unique: unique && { ...unique, list: listNamed },
    },
    naming: isNamed
      ? {
          async *list(client) {
            const area = getArea(client);
            for await (const one of area.list()) yield { id: area.getId(one), names: [(one as Common).name!] };
          },
          lookup: (name) => writeLookup(rest.name, "name", name),
          ...naming,
        }
      : (naming as Naming | undefined),
    pull: pull && { ids: async (client) => (await listNamed(client)).map(({ id }) => id), ...pull },
  });
}
