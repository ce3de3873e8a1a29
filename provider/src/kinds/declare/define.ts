import * as z from "zod";
import type { Properties } from "../../core/engine";
import { escapeLine } from "../../core/text";
import type { LifecycleContext, Remote } from "./context";
import type { Adoption, Review, Secrets } from "./facets";
import { createRules, type DataOf, field, type InputFields, type OutputFields } from "./fields";
import type { Kind } from "./kind";
import { createShape, type Shape } from "./shape";

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

/** A kind as it is written: its fields and calls; everything that follows from the fields is left out. */
export interface Declaration<Own extends InputFields, Added extends OutputFields>
  extends Omit<Kind<DataOf<Own>, DataOf<Added>>, "fields" | "outputs" | "shape" | "read" | "update" | "adoption"> {
  readonly fields: Own;
  /** What the platform adds. */
  readonly outputs?: Added;
  /** Left out: an object can be adopted by its id alone; false: not at all. */
  readonly adoption?: Adoption<DataOf<Own>, DataOf<Added>> | false;
  readonly secrets?: Secrets<DataOf<Own>, DataOf<Added>>;
  /**
   * Forms of several fields that belong together, such as a union by `type`: checked, and part of the argument types.
   */
  readonly variants?: z.ZodType;
  /**
   * Where the fields can't say it: which inputs differ in meaning. `outputs` are those of the state, where they are
   * known: what the platform made of `olds`.
   */
  changed?(olds: DataOf<Own>, news: DataOf<Own>, outputs?: Partial<DataOf<Added>>): (keyof Own & string)[];
  read(
    context: LifecycleContext,
    id: string,
    known: Remote<DataOf<Own>, Partial<DataOf<Added>>> | undefined,
  ): Promise<Found<DataOf<Own>, DataOf<Added>> | undefined>;
  /**
   * Sends the changed fields; called only when there is something to send. Answers the outputs; where there are some
   * and it answers none, they are read back. Left out: an update sends nothing.
   */
  update?(
    context: LifecycleContext,
    id: string,
    patch: Partial<DataOf<Own>>,
    step: UpdateStep<DataOf<Own>, DataOf<Added>>,
  ): Promise<DataOf<Added> | undefined>;
  /**
   * Instead of `update`, for a kind whose update is more than to send what changed; called for every update, also of a
   * partially created object.
   */
  reconcile?: Kind<DataOf<Own>, DataOf<Added>>["update"];
}

/**
 * A kind of resource, from one declaration: its fields and how they behave, its calls, its docs. The resource class,
 * argument types, policy types, reference page and schema are generated from it (`npm run generate`).
 *
 * @see `kinds/tag.ts`
 */
export function defineKind<const Own extends InputFields, const Added extends OutputFields = Record<never, never>>(
  declaration: Declaration<Own, Added>,
): Kind<DataOf<Own>, DataOf<Added>> {
  type Inputs = DataOf<Own>;
  type Outputs = DataOf<Added>;
  const { outputs, adoption, deletion, secrets, variants, changed, read, update, reconcile, ...calls } = declaration;
  const fields: InputFields = {
    ...declaration.fields,
    ...(deletion?.loses === undefined && adoption === false ? {} : { allowDelete: allowDelete(deletion?.loses) }),
  };
  const rules = createRules(fields);
  const hasOutputs = Object.keys(outputs ?? {}).length > 0;

  return {
    ...calls,
    // Messages begin with it: a name stays one line.
    describe: (inputs) => escapeLine(declaration.describe(inputs)),
    fields,
    outputs: outputs ?? {},
    adoption: adoption === false ? undefined : (adoption ?? {}),
    deletion: deletion && { isFirst: deletion.loses !== undefined, ...deletion },
    shape: createShape({
      fields,
      outputs: outputs ?? {},
      variants,
      changed: (changed as Shape["findChanged"] | undefined) ?? rules.changed,
      secrets: secrets as Secrets<Properties, Properties> | undefined,
      problems: declaration.review?.problems as Review<Properties>["problems"],
    }),

    async read(context, id, known) {
      const found = await read(context, id, known);
      if (found === undefined) return undefined;
      const inputs = rules.merged(known?.inputs as Properties | undefined, found.inputs as Properties);
      return { inputs: inputs as Inputs, outputs: found.outputs };
    },

    async update(context, id, olds, news, changedFields) {
      if (reconcile !== undefined) return reconcile(context, id, olds, news, changedFields);
      const patch = rules.patch(news as Properties, changedFields) as Partial<Inputs>;
      // Where everything is sent, leaving a field out is a change, too.
      const written = [...changedFields].flatMap((name) => [name, ...(fields[name]?.sentWith ?? [])]);
      const sent = calls.writing?.sendsAll ? written.filter((name) => !fields[name]?.local) : Object.keys(patch);
      const isSent = update !== undefined && sent.length > 0;
      const answer = isSent ? await update(context, id, patch, { olds, news, changed: changedFields }) : undefined;
      return answer ?? (hasOutputs ? undefined : ({} as Outputs));
    },
  };
}

/** How to have a removal delete what was there before the resource. */
export const adviseAllowing = "To remove them too, set allowDelete: true and run `pulumi up` before the removal";

/** The consent to a delete of what the program didn't create, or that loses more than the resource declares. */
function allowDelete(lost: string | undefined) {
  const what =
    lost === undefined
      ? "Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a " +
        "removal keeps it."
      : `Whether the provider may delete the object, and with it ${lost}. Default: false, and a delete or ` +
        "replacement fails; a removal keeps an object that was adopted.";
  return field(
    z.boolean().optional(),
    `${what} To delete, set it to true and run \`pulumi up\` first, because a delete reads its arguments from the ` +
      "state.",
    { local: true, clearWith: false },
  );
}
