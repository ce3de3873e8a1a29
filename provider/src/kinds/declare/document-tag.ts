import * as z from "zod";
import { equal } from "../../core/values";
import type { Call, Kind } from "./kind";

/** What putting a tag on a document takes, whichever the document. */
export const placementInputs = {
  /** The tag's name, or the `Tag` itself. Changing it puts the other tag on, and takes this one off where that can be done. */
  tag: z.string().min(1),
  /** The tag's id; the class sets it when `tag` is a `Tag`, so that a recreated tag is put on again. */
  tagId: z.string().min(1).optional(),
  /**
   * The document's version to put the tag on, counted by the platform. Left out: the latest one when the tag is put on, where it then
   * stays. Changing it moves the tag.
   */
  version: z.int().min(1).optional(),
  /** Whether people open the tagged version by default. The platform doesn't tell, so a change made in the product isn't seen. */
  isDefault: z.boolean().optional(),
};

/** The fields every kind of placement has. */
export type PlacementInputs = z.infer<z.ZodObject<typeof placementInputs>>;

/** Where a tag sits. */
export interface PlacementOutputs {
  /** The tag's id. */
  tagId: string;
  /** The document's version that carries the tag. */
  taggedVersion: number;
}

/** A tag as a document lists it. */
export interface PlacedTag {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** When it was put there (ISO 8601). */
  readonly at: string;
}

/** What the platform can do with the tags of one sort of document. */
export interface TaggedDocument<Inputs extends PlacementInputs> {
  /** The kind's name. */
  readonly name: string;
  readonly inputs: Kind<Inputs, PlacementOutputs>["inputs"];
  /** What a message calls the document. */
  readonly noun: string;
  /** See {@link Kind.permission}. */
  readonly permission: string;
  /** The input that names the document. */
  readonly key: keyof Inputs & string;
  /** The tags a document carries. */
  tags(call: Call, documentId: string): Promise<PlacedTag[]>;
  /** Puts a tag on a version, the latest when left out; a tag that sits on another one moves. */
  put(call: Call, documentId: string, placement: PlacementInputs): Promise<PlacementOutputs>;
  /** Takes a tag off. */
  takeOff(call: Call, documentId: string, placed: PlacedTag): Promise<void>;
}

/** The kind of resource that is a tag on a document; its id is `<document id>/<tag id>`. */
export function documentTag<Inputs extends PlacementInputs>(
  of: TaggedDocument<Inputs>,
): Kind<Inputs, PlacementOutputs> {
  const documentOf = (inputs: Inputs) => inputs[of.key] as string;
  const idOf = (inputs: Inputs, tagId: string) => `${documentOf(inputs)}/${tagId}`;
  const describe = (inputs: Inputs) => `tag "${inputs.tag}" on the ${of.noun} ${documentOf(inputs)}`;

  /** The placement an id names. */
  async function placed(call: Call, id: string): Promise<{ documentId: string; tag: PlacedTag } | undefined> {
    const [documentId = "", tagId] = id.split("/");
    const tag = (await of.tags(call, documentId)).find((candidate) => candidate.id === tagId);
    return tag && { documentId, tag };
  }

  async function placedByName(call: Call, inputs: Inputs): Promise<PlacedTag | undefined> {
    return (await of.tags(call, documentOf(inputs))).find(({ name }) => name === inputs.tag);
  }

  return {
    name: of.name,
    inputs: of.inputs,
    permission: of.permission,
    secret: [],
    replaceOn: [of.key, "tag", "tagId"],
    describe,

    // What isn't asked for any more leaves the tag where and as it is.
    changed: (olds, news) => [
      ...[of.key, "tag" as const].filter((key) => !equal(olds[key], news[key])),
      ...(["tagId", "version", "isDefault"] as const).filter(
        (key) => news[key] !== undefined && !equal(olds[key], news[key]),
      ),
    ],

    unseen: ({ isDefault }) =>
      isDefault === undefined ? undefined : "isDefault can't be compared and is taken to be as declared",

    async find(call, inputs) {
      const found = await placedByName(call, inputs);
      return found === undefined ? [] : [idOf(inputs, found.id)];
    },

    async origin(call, id) {
      const found = await placed(call, id);
      return found && { at: found.tag.at };
    },

    async create(call, inputs) {
      const found = await placedByName(call, inputs);
      const { attemptedAt } = call.attempt;
      const isLost = found && attemptedAt !== undefined && call.client.madeSince(found.at, attemptedAt);
      // From a data model no call takes it off.
      const isOurs = isLost || (found && call.replaces(idOf(inputs, found.id)));
      const version = inputs.version ?? (isOurs ? found?.version : undefined);
      // Putting it on would move a tag that someone else put there.
      if (found !== undefined && found.version !== version) {
        throw new Error(
          `There is a ${describe(inputs)} already, on version ${found.version} (${idOf(inputs, found.id)}), and nothing was written. ` +
            "Adopt it with adopt: true; it moves only if version says so.",
        );
      }
      const outputs = await of.put(call, documentOf(inputs), { ...inputs, version });
      return { id: idOf(inputs, outputs.tagId), outputs };
    },

    async read(call, id, known) {
      const found = await placed(call, id);
      if (found === undefined) return undefined;
      const { documentId, tag } = found;
      const outputs = { tagId: tag.id, taggedVersion: tag.version };
      const isPinned = known === undefined || known.inputs.version !== undefined;
      const inputs = {
        [of.key]: documentId,
        tag: tag.name,
        tagId: tag.id,
        version: isPinned ? tag.version : undefined,
      };
      return { inputs: { ...known?.inputs, ...inputs } as Inputs, outputs };
    },

    // Without a version of its own the tag stays where it is, whatever else about it changes.
    update: (call, _id, olds, news) =>
      of.put(call, documentOf(news), { ...news, version: news.version ?? olds.outputs.taggedVersion }),

    mock(_id, inputs) {
      const tagId = inputs.tagId ?? `${inputs.tag}-id`;
      return { id: idOf(inputs, tagId), outputs: { tagId, taggedVersion: inputs.version ?? 1 } };
    },

    async delete(call, id) {
      const found = await placed(call, id);
      if (found !== undefined) await of.takeOff(call, found.documentId, found.tag);
    },
  };
}
