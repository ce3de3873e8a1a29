import * as z from "zod";
import { equal, equalText } from "../core/values";
import type { Kind } from "./declare/kind";

/** The colors the platform offers for version tags. */
export const tagColors = ["cyan", "grass", "violet", "plum", "amber", "bronze"] as const;

export const tagInputs = z.strictObject({
  /** The tag's name, unique in the organization. Changing it makes a new tag. */
  name: z.string().min(1),
  /** One of {@link tagColors}. Changing it makes a new tag. */
  color: z.enum(tagColors),
  /** What the tag is for. Updates in place. */
  description: z.string().optional(),
});

export type TagInputs = z.infer<typeof tagInputs>;

/** `/v2/tags`. There is no call for one tag: reads share the list. */
export const tag: Kind<TagInputs, Record<string, never>> = {
  name: "Tag",
  inputs: tagInputs,
  secret: [],
  replaceOn: ["name", "color"],

  changed: (olds, news) => [
    ...(["name", "color"] as const).filter((key) => !equal(olds[key], news[key])),
    ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
  ],

  describe: ({ name }) => `tag "${name}"`,

  async find({ client }, { name }) {
    const found = await client.tags.findByName(name);
    return found === undefined ? [] : [found.versionTagId];
  },

  async origin({ client }, id) {
    const found = await client.tags.get(id);
    return found && { at: found.createdAt, by: found.createdBy };
  },

  async create({ client, attempt }, inputs) {
    const { versionTagId } = await client.tags.create(inputs, attempt);
    return { id: versionTagId, outputs: {} };
  },

  async read({ client }, id, known) {
    const found = await client.tags.get(id);
    if (found === undefined) return undefined;
    const { name, color, description } = found;
    return {
      inputs: {
        name,
        color: color as TagInputs["color"],
        description: equalText(description, known?.inputs.description) ? known?.inputs.description : description,
      },
      outputs: {},
    };
  },

  async update({ client }, id, _olds, news) {
    // The platform knows no "no description", only an empty one.
    await client.tags.update(id, { description: news.description ?? "" });
    return {};
  },

  async delete({ client }, id) {
    await client.tags.delete(id);
  },
};
