import type * as pulumi from "@pulumi/pulumi";
import { Tag } from "./tag";

/** A tag as a program names it: the resource, or the tag's name. */
export type TagInput = Tag | pulumi.Input<string>;

/**
 * The arguments with the tag by its name, as the platform wants it. Of a resource the id goes along: a tag that is recreated under the same name
 * sits on no document, and has to be put on again.
 */
export function tagArguments<Args extends { tag: TagInput }>(args: Args) {
  // A program in plain JavaScript may give nothing at all; the base class says so.
  if (!Tag.isInstance(args?.tag)) return args;
  return { ...args, tag: args.tag.name, tagId: args.tag.id };
}
