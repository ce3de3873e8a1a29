import * as z from "zod";
import type { AnalyticsClient, TranslationKey } from "../core/api";
import { declareComposedIds, defineKind, field, text } from "./declare";

// Every organization may have the same languages, so an id tells whose they are: a program may have several
// organizations.
const { idForms, partsOf: keyOf } = declareComposedIds(
  "Translation",
  ["<organizationId>/<lng>", "<organizationId>/<lng>/<variant>"],
  ([organizationId, lng, ...variant]): TranslationKey | undefined => {
    if (!organizationId || !lng) return undefined;
    return variant.length === 0 ? { lng } : { lng, variant: variant.join("/") };
  },
);

/** `/v2/translations/organization`, with all texts of a language. */
export const translation = defineKind({
  name: "Translation",
  area: "translations",
  docs: {
    description: `The organization's texts in one language, or in a variant of it. Workbooks have translations of their
own, which the API doesn't have.

The resource manages all texts: an update replaces them, so a text that was added in the product is removed.

A delete leaves the variants of a language. If there is a translation already, \`up\` fails: adopt it
with \`adopt: true\`, which finds it by language and variant.`,
    endpoints: [
      "POST|GET /v2/translations/organization",
      "GET|PUT|DELETE /v2/translations/organization/{lng}",
      "GET|PUT|DELETE /v2/translations/organization/{lng}/{lng_variant}",
    ],
    example: `new analytics.Translation("french", {
  lng: "fr",
  translations: { Revenue: "Chiffre d'affaires", Region: "Région" },
});`,
  },
  adoption: {
    idForms,
    async find({ client }, { lng, variant }) {
      const found = await client.translations.find({ lng, variant });
      return found === undefined ? [] : [await composeId(client, { lng, variant })];
    },
    creator: async ({ client }, id) => (await client.translations.find(keyOf(id)))?.createdBy,
  },
  needs: { permission: "an Admin account", lookups: ["translation"] },
  deletion: { isFirst: true },
  pull: {
    file: "translations",
    about: "Texts of the organization in other languages.",
    called: ["lng", "variant"],
    async ids(client) {
      const all = await client.translations.readAll();
      return Promise.all(all.map(({ lng, lng_variant: variant }) => composeId(client, { lng, variant })));
    },
  },
  fields: {
    lng: field(text, "The language: a locale that the platform supports, such as `fr` or `fr-CA`.", { replaces: true }),
    variant: field(text.optional(), "The variant of the language, such as the name of a customer.", { replaces: true }),
    translations: field(
      z.record(z.string(), z.string()),
      "The translations by the whole phrase that workbooks show, in its case.",
    ),
  },

  describe: (key) => `translation ${formName(key)}`,

  async create({ client, madeId }, { translations, lng, variant }) {
    const key = { lng, variant };
    const id = await composeId(client, key);
    if (madeId === undefined) await client.translations.create(key, translations);
    return { id, outputs: {} };
  },

  async read({ client }, id) {
    const key = keyOf(id);
    const translations = await client.translations.findTexts(key);
    return translations && { inputs: { ...key, translations }, outputs: {} };
  },

  async update({ client }, id, { translations = {} }) {
    await client.translations.replace(keyOf(id), translations);
    return {};
  },

  mock: (_id, key) => ({ id: `organization/${formName(key)}`, outputs: {} }),

  delete: ({ client }, id) => client.translations.delete(keyOf(id)),
});

const formName = ({ lng, variant }: TranslationKey) => (variant === undefined ? lng : `${lng}/${variant}`);

async function composeId(client: AnalyticsClient, key: TranslationKey): Promise<string> {
  return `${(await client.readOwner()).organizationId}/${formName(key)}`;
}
