import { listCalls, type Sample } from "../sample";

/** An export of a document, once a week. */
export const weekly = {
  ...{ cronSpec: "0 8 * * mon", timezone: "UTC", title: "Sales of the week", message: "Attached." },
  targets: [{ email: "sales@example.com" }],
  attachments: [{ format: { type: "PDF" } }],
};

export const scheduleFields = `scheduledNotificationId schedule configV2 isSuspended ownerId lastUpdatedByUser
  disabledAt disabledBy audit`;

export const sample: Sample = {
  declared: { workbookId: ":workbook", ...weekly, isPaused: true },
  ...listCalls("/v2/workbooks/*/schedules"),
  create: ["POST /v2/workbooks/*/schedules", "PATCH /v2/workbooks/*/schedules/*"],
  updates: { title: { to: { title: "Weekly sales" } }, pause: { to: { isPaused: false } } },
  spelled: ["0 8 * * mon", "UTC", "PDF"],
  conflict: { theirs: { title: "Theirs" }, ours: { title: "Ours" } },
  foreignIds: ["variant", "targets"],
  answer: {
    path: "/v2/workbooks/:workbook/schedules",
    entry: { scheduledNotificationId: ":id" },
    fields: `workbookId ${scheduleFields}`,
    more: { attachments: [{ format: { type: "XLSX" } }] },
    shows: { configV2: { notificationAttachments: [{ formatOptions: { type: "EXCEL" } }] } },
    hidden: ["targets"],
  },
  program: `
const weekly = {
  cronSpec: "0 8 * * mon", timezone: "UTC", targets: [{ teamId: sellers.id }], title: "Sales", message: "Attached.",
  attachments: [{ format: { type: "PDF" } }],
};
new analytics.WorkbookSchedule("weekly", { workbookId: seeded.workbooks.sales, ...weekly });`,
};
