import type { ListedTranslation } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const translation = defineCollection<ListedTranslation>({
  noun: "translation",
  title: "Translations",
  about: "A translation of the organization's texts, without the texts.",
  permission: "an Admin account",
  listEndpoint: "GET /v2/translations/organization",
  examples: {
    get: `const french = analytics.getTranslationOutput({ id: "fr" });
export const translationId = french.id;`,
    list: `export const translations = analytics.listTranslationsOutput();`,
  },
  fields: describeAnswer("translation"),
  by: { field: "lng", description: "The language." },
  narrowedBy: ["lng_variant"],
  filters: ["lng"],
  async *entries({ translations }) {
    yield* await translations.readAll();
  },
  idOf: ({ lng, lng_variant: variant }) => (variant ? `${lng}/${variant}` : lng),
  nameOf: ({ lng }) => lng,
});
