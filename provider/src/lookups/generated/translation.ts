// Generated from lookups/translation.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { translation as declared } from "../translation";

/** Arguments of {@link getTranslation}: `id` or `lng`. */
export type GetTranslationArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The language. */
    lng: string;
  }> & {
    /** The variant of the language. */
    lng_variant?: string;
  };

/** Arguments of {@link listTranslations}. */
export interface ListTranslationsArgs extends LookupArgs {
  /** The language. */
  lng?: string;
}

/** A translation of the organization's texts, without the texts. */
export interface GetTranslationResult {
  /** Its id. */
  id: string;
  /** The language. */
  lng: string;
  /** The variant of the language. */
  lng_variant?: string;
  /** The language in its correct form. */
  locale?: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A translation of the organization's texts, without the texts, by `id` or by `lng` (and `lng_variant`).
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/translations/organization`.
 *
 * @throws when there is none, or more than one with this lng: the message lists the candidates.
 * @example
 * ```ts
 * const french = analytics.getTranslationOutput({ id: "fr" });
 * export const translationId = french.id;
 * ```
 */
export const getTranslation = createLookup<GetTranslationArgs, GetTranslationResult>(declared.get);

/** {@link getTranslation} for arguments that are outputs. */
export const getTranslationOutput = toOutputLookup(getTranslation);

/**
 * The translations that these credentials can see, without archived ones.
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/translations/organization`.
 *
 * @example
 * ```ts
 * export const translations = analytics.listTranslationsOutput();
 * ```
 */
export const listTranslations = createLookup<ListTranslationsArgs, GetTranslationResult[]>(declared.list);

/** {@link listTranslations} for arguments that are outputs. */
export const listTranslationsOutput = toOutputLookup(listTranslations);
