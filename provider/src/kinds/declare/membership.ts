import type * as z from "zod";
import type { AnalyticsClient, ClientArea } from "../../core/api";
import type { LifecycleContext } from "./context";
import { defineKind } from "./define";
import type { Deletion, Needs, Pull, Review } from "./facets";
import type { InputField, InputFields } from "./fields";
import { declareIdPairs } from "./ids";
import type { Kind, KindDocs } from "./kind";

/** A set that the platform keeps for an owner, and the calls that change it. */
export interface MemberSet<Owner extends string, Member extends string> {
  readonly name: string;
  readonly area: ClientArea;
  readonly docs: KindDocs;
  readonly needs: Needs;
  /** What a removal destroys. */
  readonly deletion?: Pick<Deletion, "loses">;
  readonly pull?: Pull;
  readonly review?: Pick<Review<Readonly<Record<Owner | Member, string>>>, "sharedSet">;
  /** The owner's id and the member's. */
  readonly fields: Readonly<Record<Owner | Member, InputField<z.ZodString>>>;
  readonly owner: Owner;
  readonly member: Member;
  /** How a message calls a membership. */
  describe(inputs: Readonly<Record<Owner | Member, string>>): string;
  has(client: AnalyticsClient, owner: string, member: string): Promise<boolean>;
  add(client: AnalyticsClient, owner: string, member: string): Promise<void>;
  remove(client: AnalyticsClient, owner: string, member: string, log: LifecycleContext["log"]): Promise<void>;
}

/**
 * The kind of resource that is one member of a set; its id is `<owner>/<member>`. Nothing about it can change in place.
 * A member that exists already is the declared one: there can't be another.
 *
 * @see `kinds/deployment-policy-tenant.ts`
 */
export function defineMembership<Owner extends string, Member extends string>(
  set: MemberSet<Owner, Member>,
): Kind<Record<Owner | Member, string>, Record<never, never>> {
  const { owner, member, has, add, remove, ...declaration } = set;
  type Inputs = Record<Owner | Member, string>;
  const composeId = (inputs: Inputs) => `${inputs[owner]}/${inputs[member]}`;
  const { idForms, partsOf } = declareIdPairs(set.name, `<${owner}>/<${member}>`);

  return defineKind<InputFields>({
    ...(declaration as typeof declaration & { fields: InputFields }),
    adoption: {
      idForms,
      async find({ client }, inputs) {
        const id = composeId(inputs as Inputs);
        return (await has(client, ...partsOf(id))) ? [id] : [];
      },
    },
    deletion: { ...set.deletion, isFirst: true },
    writing: { isStoredAsDeclared: true, isRepeatable: true },

    describe: (inputs) => set.describe(inputs as Inputs),

    async create({ client, log }, inputs) {
      const id = composeId(inputs as Inputs);
      const wasThere = await has(client, ...partsOf(id));
      if (wasThere) log(`${set.describe(inputs as Inputs)} existed already: nothing was written`);
      else await add(client, ...partsOf(id));
      return { id, outputs: {}, wasThere };
    },

    async read({ client }, id) {
      const [ownerId, memberId] = partsOf(id);
      if (!(await has(client, ownerId, memberId))) return undefined;
      return { inputs: { [owner]: ownerId, [member]: memberId }, outputs: {} };
    },

    mock: (_id, inputs) => ({ id: composeId(inputs as Inputs), outputs: {} }),

    async delete({ client, log }, id) {
      await remove(client, ...partsOf(id), log);
    },
  }) as unknown as Kind<Inputs, Record<never, never>>;
}
