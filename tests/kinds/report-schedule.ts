import { listCalls, type Sample } from "../sample";
import { scheduleFields, weekly } from "./workbook-schedule";

export const sample: Sample = {
  declared: { reportId: ":report", ...weekly },
  ...listCalls("/v2/reports/*/schedules"),
  updates: { time: { to: { cronSpec: "0 9 * * mon" } } },
  spelled: ["0 8 * * mon", "UTC", "0 9 * * mon"],
  // An update sends the whole schedule.
  conflict: { theirs: { cronSpec: "0 9 * * mon" }, ours: { title: "Ours" } },
  foreignIds: ["variant", "targets"],
  answer: {
    path: "/v2/reports/:report/schedules",
    entry: { scheduledNotificationId: ":id" },
    fields: `reportId ${scheduleFields}`,
    more: { attachments: [{ format: { type: "PDF", layout: "portrait" } }] },
    hidden: ["targets"],
  },
  program: `
new analytics.ReportSchedule("quarterly", { reportId: seeded.reports.quarterly, ...weekly, isPaused: true });`,
};
