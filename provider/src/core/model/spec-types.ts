/**
 * Types for the forms of a spec: they prevent mixing up the user's ids and the platform's, and passing another form
 * where the canonical one is required.
 */
import type { JsonObject } from "./json";

declare const idsOf: unique symbol;
declare const isCanonical: unique symbol;

/** A spec in the user's ids, in which every part has one. Returned by `assignIds` and `toLocalIds`. */
export type LocalSpec = JsonObject & { readonly [idsOf]: "user" };

/** A spec in the platform's ids. Returned by `toPlatformSpec` and `toServerIds`. */
export type PlatformSpec = JsonObject & { readonly [idsOf]: "platform" };

/** A spec in the one form that all specs of the same meaning share. Returned by `toCanonical`. */
export type Canonical<Spec extends LocalSpec | PlatformSpec = LocalSpec> = Spec & { readonly [isCanonical]: true };

/**
 * The platform's answer to reading a model, as a spec in the platform's ids.
 *
 * @example const received = toPlatformSpec(await client.dataModels.getSpec(id));
 */
export function toPlatformSpec(answer: { readonly pages: readonly unknown[] }): PlatformSpec {
  return { schemaVersion: 1, pages: answer.pages } as unknown as PlatformSpec;
}

/** A document that the platform takes whole as code: a dashboard, or pages for print. */
export type CodedNoun = "workbook" | "report";
