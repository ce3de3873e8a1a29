import type { Sample } from "../sample";

const path = "/v2/workbooks/*/elements/*/materializationSchedules";

export const sample: Sample = {
  declared: { workbookId: ":workbook", elementName: "Events", cronSpec: "0 5 * * *", timezone: "UTC" },
  create: [`POST ${path}`],
  update: [`PATCH ${path}`],
  delete: [`DELETE ${path}`],
  updates: { time: { to: { cronSpec: "0 6 * * *" } } },
  spelled: ["0 5 * * *", "UTC", "0 6 * * *"],
  // An update sends the whole schedule.
  conflict: { theirs: { cronSpec: "0 6 * * *" }, ours: { timezone: "Europe/Berlin" } },
  wrongIds: {
    dataModelId: { workbookId: undefined, dataModelId: ":unknown" },
    elementId: { elementName: undefined, elementId: ":unknown" },
  },
  answer: {
    path: "/v2/workbooks/:workbook/materialization-schedules",
    entry: { sheetId: ":id" },
    fields: "sheetId elementName schedule configuredAt paused elementId?",
    shows: { elementName: "Events", schedule: { cronSpec: "0 5 * * *" } },
  },
  program: `
new analytics.MaterializationSchedule("nightly", {
  workbookId: seeded.workbooks.sales, elementName: "Events", cronSpec: "0 5 * * *", timezone: "UTC",
});`,
};
