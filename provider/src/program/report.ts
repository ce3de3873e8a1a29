import type * as pulumi from "@pulumi/pulumi";
import { encodeArguments, finishDocument } from "./document";
import { ReportBase, type ReportBaseArgs } from "./generated/report";
import { readWorkbook } from "./names-across";
import type { WorkbookInput } from "./spec-input";

/** Arguments of {@link Report}. */
export interface ReportArgs extends ReportBaseArgs {
  /** The representation: an object, JSON or YAML text, or `reportFile("…")`. Any value in an object may be an output. */
  contents: WorkbookInput;
}

/**
 * A report (pages for print and mail), written as code: its elements, pages, headers and footers, and a layout in
 * pixels.
 *
 * Like a `Workbook`, an update never overwrites what someone changed on the platform since the last `up` or `refresh`,
 * and stops where it would remove what the platform doesn't return as code. Reports as code are a beta feature of the
 * platform, which an organization may not have.
 *
 * Endpoints: `POST /v2/reports`, `GET /v2/reports/{reportId}`, `PUT /v2/reports/{reportId}/contents`,
 * `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const reports = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders", folderId: reports.id, spec: analytics.specFile("models/orders.yaml"),
 * });
 * const monthly = new analytics.Report("monthly", {
 *   name: "Monthly orders",
 *   folderId: reports.id,
 *   contents: analytics.reportFile("reports/monthly", { refs: { orders } }),
 * });
 * export const url = monthly.url;
 * ```
 */
export class Report extends ReportBase {
  /** The representation as JSON text, with placeholders for outputs; their values are in `refs`. */
  declare readonly contents: pulumi.Output<string>;
  /** The values of the placeholders. */
  declare readonly refs: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: ReportArgs, options?: pulumi.CustomResourceOptions) {
    const given = { kind: "Report" as const, target: new.target, name, args, options };
    const registration = encodeArguments("contents", given, (subject) => readWorkbook(given, args.contents, subject));
    super(name, registration.args, registration.options);
    finishDocument(this, "contents", registration);
  }
}
