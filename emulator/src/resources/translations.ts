import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, created, updated } from "../call";
import { existing, failure, invalidRequest } from "../http/errors";
import { object } from "../http/fields";
import { page } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Translation } from "../state/records";

type Params = { Params: { lng: string; variant?: string } };

const collection = "/v2/translations/organization";
const Texts = z.record(z.string(), z.string());

export function translationRoutes(app: FastifyInstance): void {
  app.get(collection, async (request) =>
    page(
      request,
      request.call.store.translations.all(),
      ({ translations: _, ...entry }) => ({ ...entry, locale: localeOf(entry.lng) }),
      "total and hasMore",
    ),
  );

  app.post(collection, async ({ call, body }) => {
    const fields = { lng: z.string(), lng_variant: z.string().min(1).nullish(), translations: Texts.optional() };
    const { lng, lng_variant = null, translations = {} } = parseBody(object(call, fields), body);
    localeOf(lng);
    if (find(call, lng, lng_variant) && call.settings.repeatedTranslation === "refuse") {
      throw failure(409, `There is a translation for ${keyOf(lng, lng_variant)}`);
    }
    put(call, { lng, lng_variant, translations, ...created(call.actor) });
    return {};
  });

  // A base language and its variants have paths of their own.
  for (const path of [`${collection}/:lng`, `${collection}/:lng/:variant`]) {
    app.get<Params>(path, async ({ call, params }) => {
      const { translations } = found(call, params);
      const isOmitted = Object.keys(translations).length === 0 && call.settings.emptyTranslations === "omitted";
      return isOmitted ? {} : { translations };
    });

    app.put<Params>(path, async ({ call, params, body }) => {
      const before = found(call, params);
      const { translations } = parseBody(object(call, { translations: Texts }), body);
      put(call, { ...before, translations, ...updated(call.actor) });
      return {};
    });

    app.delete<Params>(path, async ({ call, params }) => {
      const { lng, lng_variant } = found(call, params);
      call.store.translations.delete(keyOf(lng, lng_variant));
      return {};
    });
  }
}

function found(call: Call, { lng, variant = null }: { lng: string; variant?: string | null }): Translation {
  return existing(find(call, lng, variant), "Translation", keyOf(lng, variant));
}

/** Languages are compared without case. */
function find(call: Call, lng: string, variant: string | null | undefined): Translation | undefined {
  return call.store.translations.find(
    (one) => one.lng.toLowerCase() === lng.toLowerCase() && one.lng_variant === (variant ?? null),
  );
}

function put(call: Call, translation: Translation): void {
  call.store.translations.put(keyOf(translation.lng, translation.lng_variant), translation);
}

function keyOf(lng: string, variant: string | null | undefined): string {
  return `${lng.toLowerCase()}/${variant ?? ""}`;
}

/** The correct form of a language: `fr-FR` for `fr-fr`. */
function localeOf(lng: string): string {
  const known = Intl.PluralRules.supportedLocalesOf(/^[A-Za-z]{2}(-[A-Za-z0-9]+)*$/.test(lng) ? lng : []);
  if (known[0] === undefined) {
    throw invalidRequest(`Unsupported language: '${lng}'`);
  }
  return known[0];
}
