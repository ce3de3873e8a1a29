import * as z from "zod";
import type { Properties } from "../../core/values";
import { commonFields, type LifecycleContext, type Remote } from "./context";
import type { Adoption } from "./facets";
import { createRules, type DataOf, field, type InputFields, listTypes, type OutputFields } from "./fields";
import type { Kind } from "./kind";
import { findInputProblems } from "./problems";

/** What an update is to know beside the fields that it sends. */
export interface UpdateStep<Inputs, Outputs> {
  /** What the state holds. */
  readonly olds: Remote<Inputs, Partial<Outputs>>;
  /** What is declared. */
  readonly news: Inputs;
  /** The fields that differ. */
  readonly changed: ReadonlySet<keyof Inputs & string>;
}

/** What a read found: the fields that the platform returns, and the outputs. */
export interface Found<Inputs, Outputs> {
  /** Fields that are left out can't be read, and count as declared. `null` is a field that isn't set. */
  readonly inputs: { readonly [Name in keyof Inputs]?: Inputs[Name] | null };
  readonly outputs: Outputs;
}

type Derived =
  | "fields"
  | "outputs"
  | "inputs"
  | "variants"
  | "renamed"
  | "secret"
  | "jsonOutputs"
  | "replaceOn"
  | "changed"
  | "read"
  | "update"
  | "adoption";

/** A kind as it is written: its fields and calls; everything that follows from the fields is left out. */
export interface Declaration<Own extends InputFields, Added extends OutputFields>
  extends Omit<Kind<DataOf<Own>, DataOf<Added>>, Derived> {
  readonly fields: Own;
  /** What the platform adds. */
  readonly outputs?: Added;
  /** Left out: an object can be adopted by its id alone; false: not at all. */
  readonly adoption?: Adoption<DataOf<Own>, DataOf<Added>> | false;
  /** Forms of several fields that belong together, such as a union by `type`: checked, and part of the argument types. */
  readonly variants?: z.ZodType;
  /** Where the fields can't say it: which inputs differ in meaning, see {@link Kind.changed}. */
  changed?(olds: DataOf<Own>, news: DataOf<Own>, outputs?: Partial<DataOf<Added>>): (keyof Own & string)[];
  read(
    context: LifecycleContext,
    id: string,
    known: Remote<DataOf<Own>, Partial<DataOf<Added>>> | undefined,
  ): Promise<Found<DataOf<Own>, DataOf<Added>> | undefined>;
  /**
   * Sends the changed fields; called only when there is something to send. Answers the outputs; where there are some and it answers none, they
   * are read back. Left out: an update sends nothing.
   */
  update?(
    context: LifecycleContext,
    id: string,
    patch: Partial<DataOf<Own>>,
    step: UpdateStep<DataOf<Own>, DataOf<Added>>,
  ): Promise<DataOf<Added> | undefined>;
  /** Instead of `update`, for a kind whose update is more than to send what changed; called for every update, also of a partially created object. */
  reconcile?: Kind<DataOf<Own>, DataOf<Added>>["update"];
}

/**
 * A kind of resource, from one declaration: its fields and how they behave, its calls, its docs. The resource class, argument types, policy types,
 * reference page and schema are generated from it (`npm run generate`).
 *
 * @example See `kinds/tag.ts`.
 */
export function defineKind<const Own extends InputFields, const Added extends OutputFields = Record<never, never>>(
  declaration: Declaration<Own, Added>,
): Kind<DataOf<Own>, DataOf<Added>> {
  type Inputs = DataOf<Own>;
  type Outputs = DataOf<Added>;
  const { outputs, adoption, deletion, review, variants, changed, read, update, reconcile, ...calls } = declaration;
  const fields: InputFields = {
    ...declaration.fields,
    ...(deletion?.loses === undefined ? {} : { allowDelete: allowDelete(deletion.loses) }),
  };
  const rules = createRules(fields);
  const listFields = (behavior: "replaces" | "secret") =>
    Object.keys(fields).filter((name) => fields[name]![behavior]) as (keyof Inputs & string)[];
  const hasOutputs = Object.keys(outputs ?? {}).length > 0;

  return {
    ...calls,
    fields,
    outputs: outputs ?? {},
    adoption: adoption === false ? undefined : (adoption ?? {}),
    deletion: deletion && { isFirst: deletion.loses !== undefined, ...deletion },
    inputs: z.strictObject(listTypes(fields)) as unknown as Kind<Inputs, Outputs>["inputs"],
    ...(variants === undefined ? {} : { variants }),
    review: {
      ...review,
      problems: (given, context) => [
        ...(variants === undefined ? [] : findInputProblems(variants, given as Properties, context.before)),
        ...(review?.problems?.(given, context) ?? []),
      ],
    },
    renamed: Object.fromEntries(
      Object.entries({ ...fields, ...(commonFields as InputFields) }).flatMap(([name, { formerly }]) =>
        formerly === undefined ? [] : [[formerly, name]],
      ),
    ),
    secret: listFields("secret"),
    replaceOn: listFields("replaces"),
    jsonOutputs: Object.keys(outputs ?? {}).filter((name) => outputs?.[name]?.asJson),
    changed: (olds, news, outputs) =>
      (changed?.(olds, news, outputs) ?? rules.changed(olds as Properties, news as Properties)) as (keyof Inputs &
        string)[],

    async read(context, id, known) {
      const found = await read(context, id, known);
      if (found === undefined) return undefined;
      const inputs = rules.merged(known?.inputs as Properties | undefined, found.inputs as Properties);
      return { inputs: inputs as Inputs, outputs: found.outputs };
    },

    async update(context, id, olds, news, changedFields) {
      if (reconcile !== undefined) return reconcile(context, id, olds, news, changedFields);
      const patch = rules.patch(news as Properties, changedFields) as Partial<Inputs>;
      const isSent = update !== undefined && Object.keys(patch).length > 0;
      const answer = isSent ? await update(context, id, patch, { olds, news, changed: changedFields }) : undefined;
      return answer ?? (hasOutputs ? undefined : ({} as Outputs));
    },
  };
}

/** The consent to a delete that loses more than the resource declares. */
function allowDelete(lost: string) {
  return field(
    z.boolean().optional(),
    `Whether the provider may delete the object, and with it ${lost}. Default: false, and a delete or replacement fails. To delete, set it to true and run \`pulumi up\` first, because a delete reads its arguments from the state.`,
    { local: true, clearWith: false },
  );
}
