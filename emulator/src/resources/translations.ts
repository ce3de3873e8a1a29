import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, createInvalidRequest, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Translation } from "../state/records";

type Params = { Params: { lng: string; variant?: string } };

const collection = "/v2/translations/organization";
const Texts = z.record(z.string(), z.string());

export function addTranslationRoutes(app: FastifyInstance): void {
  app.get(collection, async (request) =>
    buildPage(
      request,
      request.call.store.translations.listAll(),
      ({ translations: _, ...entry }) => ({ ...entry, locale: getLocale(entry.lng) }),
      "total and hasMore",
    ),
  );

  app.post(collection, async ({ call, body }) => {
    const fields = { lng: z.string(), lng_variant: z.string().min(1).nullish(), translations: Texts.optional() };
    const { lng, lng_variant = null, translations = {} } = parseBody(defineObject(call, fields), body);
    getLocale(lng);
    if (find(call, lng, lng_variant) && call.settings.repeatedTranslation === "refuse") {
      throw createFailure(409, `There is a translation for ${formKey(lng, lng_variant)}`);
    }
    put(call, { lng, lng_variant, translations, ...stampCreated(call.actor) });
    return {};
  });

  // A base language and its variants have paths of their own.
  for (const path of [`${collection}/:lng`, `${collection}/:lng/:variant`]) {
    app.get<Params>(path, async ({ call, params }) => {
      const { translations } = findTranslation(call, params);
      const isOmitted = Object.keys(translations).length === 0 && call.settings.emptyTranslations === "omitted";
      return isOmitted ? {} : { translations };
    });

    app.put<Params>(path, async ({ call, params, body }) => {
      const before = findTranslation(call, params);
      const { translations } = parseBody(defineObject(call, { translations: Texts }), body);
      put(call, { ...before, translations, ...stampUpdated(call.actor) });
      return {};
    });

    app.delete<Params>(path, async ({ call, params }) => {
      const { lng, lng_variant } = findTranslation(call, params);
      call.store.translations.delete(formKey(lng, lng_variant));
      return {};
    });
  }
}

function findTranslation(call: Call, { lng, variant = null }: { lng: string; variant?: string | null }): Translation {
  return requireExisting(find(call, lng, variant), "Translation", formKey(lng, variant));
}

/** Languages are compared without case. */
function find(call: Call, lng: string, variant: string | null | undefined): Translation | undefined {
  return call.store.translations.find(
    (one) => one.lng.toLowerCase() === lng.toLowerCase() && one.lng_variant === (variant ?? null),
  );
}

function put(call: Call, translation: Translation): void {
  call.store.translations.put(formKey(translation.lng, translation.lng_variant), translation);
}

function formKey(lng: string, variant: string | null | undefined): string {
  return `${lng.toLowerCase()}/${variant ?? ""}`;
}

/** The correct form of a language: `fr-FR` for `fr-fr`. */
function getLocale(lng: string): string {
  const known = Intl.PluralRules.supportedLocalesOf(/^[A-Za-z]{2}(-[A-Za-z0-9]+)*$/.test(lng) ? lng : []);
  if (known[0] === undefined) {
    throw createInvalidRequest(`Unsupported language: '${lng}'`);
  }
  return known[0];
}
