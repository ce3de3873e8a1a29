import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";
import { domain } from "./options";
import { teams } from "./people";

const report = analytics.getWorkbookOutput({ name: new pulumi.Config().require("report") });

new analytics.WorkbookSchedule("weekly", {
  workbookId: report.id,
  title: "Sales of the week",
  message: "The numbers of last week.",
  cronSpec: "0 7 * * 1",
  timezone: "Europe/Berlin",
  attachments: [{ format: { type: "PDF", layout: "landscape" } }],
  targets: [{ teamId: teams.sales.id }, { email: `board@${domain}` }],
});
