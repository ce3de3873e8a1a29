import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { lng: "fr", variant: "acme", translations: { Revenue: "Chiffre d'affaires" } },
  create: ["POST /v2/translations/organization"],
  updates: {
    texts: { to: { translations: { Revenue: "Recettes" } }, calls: ["PUT /v2/translations/organization/*/*"] },
  },
  delete: ["DELETE /v2/translations/organization/*/*"],
  conflict: { theirs: { translations: { Revenue: "Recettes" } }, ours: { translations: { Revenue: "Revenu" } } },
  answer: { path: "/v2/translations/organization/fr/acme", fields: "translations" },
  program: `new analytics.Translation("french", { lng: "fr", translations: { Revenue: "Recettes" } });`,
};
