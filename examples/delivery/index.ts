import * as fs from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();
const workbook = analytics.getWorkbookOutput({ name: config.require("workbook") });
const report = analytics.getReportOutput({ name: config.require("report") });
const time = { timezone: "Europe/Berlin", message: "The report is attached." };

// The sales team gets the workbook every Monday, from its released version.
const sales = new analytics.Team("sales", { name: "Sales" });
const released = new analytics.Tag("released", { name: "Released", color: "grass" });
new analytics.WorkbookTag("workbook-released", { workbookId: workbook.id, tag: released });
new analytics.WorkbookSchedule("weekly-sales", {
  ...time,
  workbookId: workbook.id,
  cronSpec: "0 8 * * mon",
  title: "Sales of the week",
  targets: [{ teamId: sales.id }],
  attachments: [{ format: { type: "PDF", layout: "landscape" } }, { format: { type: "CSV" } }],
  variant: { tagId: released.id },
});

// The version of the targets that others read moves when their numbers are right: see models/targets.checks.yaml.
const targets = new analytics.DataModel("targets", {
  name: "Targets",
  folderId: analytics.getFolderOutput({ path: config.require("folder") }).id,
  spec: analytics.specFile("models/targets.yaml", {
    refs: { warehouse: analytics.getConnectionOutput({ name: config.require("warehouse") }).id },
  }),
});
const checked = new analytics.ModelCheck("targets", {
  dataModelId: targets,
  documentVersion: targets.documentVersion,
  checks: fs.readFileSync("models/targets.checks.yaml", "utf8"),
});
new analytics.DataModelTag("targets-released", { dataModelId: targets, tag: released }, { dependsOn: checked });

// The board gets the report on the first of the month. Change `resumeTriggers` when the platform has suspended the
// schedule.
new analytics.ReportTag("report-released", { reportId: report.id, tag: released });
const monthly = new analytics.ReportSchedule("monthly", {
  ...time,
  reportId: report.id,
  cronSpec: "0 6 1 * *",
  title: "Monthly report",
  targets: [{ email: "board@example.com" }],
  resumeTriggers: [1],
});

// Everyone on the web sees the workbook: anyone who has the URL, without signing in. The organization must allow that.
const publicEmbeds = new analytics.OrganizationSetting("public-embeds", { setting: "publicEmbeds", enabled: true });
const embed = new analytics.WorkbookEmbed(
  "on-the-website",
  { workbookId: workbook.id, sourceType: "workbook", public: true },
  { dependsOn: publicEmbeds },
);

// The sales team finds the workbook among its own documents, too.
const folder = new analytics.Folder("sales", { name: "For the sales team" });
new analytics.Shortcut("sales-report", { name: "Sales report", parentId: folder, targetId: workbook.id });

// What the workbook shows first is computed in the warehouse before anyone looks.
new analytics.MaterializationSchedule("orders", {
  workbookId: workbook.id,
  elementName: "Orders",
  cronSpec: "30 5 * * *",
  timezone: time.timezone,
});

export const embedUrl = embed.embedUrl;
export const isSuspended = monthly.isSuspended;
