import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { workbookId: ":workbook", sourceType: "workbook", public: true, allowDelete: true },
  ...listCalls("/v2/workbooks/*/embeds"),
  wrongIds: { sourceId: { sourceType: "page", sourceId: ":unknown" } },
  answer: {
    path: "/v2/workbooks/:workbook/embeds",
    entry: { embedId: ":id" },
    fields: "embedId embedUrl public sourceType sourceId sourceName",
    shows: { public: true, sourceId: null },
  },
  program: `
new analytics.WorkbookEmbed("embed", { workbookId: seeded.workbooks.sales, sourceType: "workbook", public: true,
  allowDelete: true });`,
};
