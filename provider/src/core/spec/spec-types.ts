/**
 * The forms a spec goes through, kept apart by types: what is in the user's ids and what is in the platform's can't be mixed up, and what
 * needs the canonical form can't be given another.
 */
import type { JsonObject } from "./json";

declare const idsOf: unique symbol;
declare const isCanonical: unique symbol;

/** A spec in the user's ids, in which every part has one. Made by `assignIds` and `toLocalIds`. */
export type LocalSpec = JsonObject & { readonly [idsOf]: "user" };

/** A spec in the platform's ids. Made by `platformSpec` and `toServerIds`. */
export type PlatformSpec = JsonObject & { readonly [idsOf]: "platform" };

/** A spec in the one form that all specs of the same meaning share. Made by `canonicalOf`. */
export type Canonical<Spec extends LocalSpec | PlatformSpec = LocalSpec> = Spec & { readonly [isCanonical]: true };

/**
 * The platform's answer to reading a model, as a spec in the platform's ids.
 *
 * @example const received = platformSpec(await client.dataModels.getSpec(id));
 */
export function platformSpec(answer: { readonly pages: readonly unknown[] }): PlatformSpec {
  return { schemaVersion: 1, pages: answer.pages } as unknown as PlatformSpec;
}
