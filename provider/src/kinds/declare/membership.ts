import type { AnalyticsClient } from "../../core/api";
import type { Kind } from "./kind";

/** A set that the platform keeps for an owner, and the calls that change it. */
export interface MemberSet<Inputs extends object> {
  /** The kind's name. */
  readonly name: string;
  /** Two fields: the owner's id and the member's. */
  readonly inputs: Kind<Inputs, Record<string, never>>["inputs"];
  /** See {@link Kind.permission}. */
  readonly permission: string;
  readonly owner: keyof Inputs & string;
  readonly member: keyof Inputs & string;
  /** How a message calls a membership. */
  describe(inputs: Inputs): string;
  has(client: AnalyticsClient, owner: string, member: string): Promise<boolean>;
  add(client: AnalyticsClient, owner: string, member: string): Promise<void>;
  remove(client: AnalyticsClient, owner: string, member: string): Promise<void>;
}

/**
 * The kind of resource that is one member of a set; its id is `<owner>/<member>`. There is nothing about it that could change in
 * place. One that is there already is the declared one: there can't be another.
 */
export function membership<Inputs extends Record<string, string>>(
  set: MemberSet<Inputs>,
): Kind<Inputs, Record<string, never>> {
  const idOf = (inputs: Inputs) => `${inputs[set.owner]}/${inputs[set.member]}`;
  const partsOf = (id: string): [owner: string, member: string] => {
    const [owner, member, ...others] = id.split("/");
    if (!owner || !member || others.length > 0) {
      throw new Error(`The id of a ${set.name} is <${set.owner}>/<${set.member}>, not "${id}".`);
    }
    return [owner, member];
  };

  return {
    name: set.name,
    inputs: set.inputs,
    permission: set.permission,
    secret: [],
    replaceOn: [set.owner, set.member],

    describe: (inputs) => set.describe(inputs),

    async find({ client }, inputs) {
      const id = idOf(inputs);
      return (await set.has(client, ...partsOf(id))) ? [id] : [];
    },

    async create({ client, tell }, inputs) {
      const id = idOf(inputs);
      if (await set.has(client, ...partsOf(id))) tell(`${set.describe(inputs)} was there already: nothing was written`);
      else await set.add(client, ...partsOf(id));
      return { id, outputs: {} };
    },

    async read({ client }, id) {
      const [owner, member] = partsOf(id);
      if (!(await set.has(client, owner, member))) return undefined;
      return { inputs: { [set.owner]: owner, [set.member]: member } as Inputs, outputs: {} };
    },

    update: async () => ({}),

    mock: (_id, inputs) => ({ id: idOf(inputs), outputs: {} }),

    async delete({ client }, id) {
      await set.remove(client, ...partsOf(id));
    },
  };
}
