import type * as pulumi from "@pulumi/pulumi";
import { encodeArguments, finishDocument } from "./document";
import { WorkbookBase, type WorkbookBaseArgs } from "./generated/workbook";
import { readWorkbook } from "./names-across";
import type { WorkbookInput } from "./spec-input";

/** Arguments of {@link Workbook}. */
export interface WorkbookArgs extends WorkbookBaseArgs {
  /**
   * The representation: an object, JSON or YAML text, or `workbookFile("…")`. Any value in an object may be an output.
   */
  contents: WorkbookInput;
}

/**
 * A workbook (a dashboard), written as code: its elements, pages and layout.
 *
 * The platform keeps the ids of pages and elements. If someone changed the workbook on the platform since the last `up`
 * or `refresh`, an update reports a conflict and never overwrites the change. An update publishes a new version, and
 * discards the unpublished drafts of people who are editing the workbook.
 *
 * The platform doesn't return all that people make in the product, such as the actions of some buttons. Before an
 * update replaces a version that it didn't write, it compares the contents with the platform's lists, and stops if
 * something would be lost: `acceptLosses` says what may be. Texts that the platform doesn't list either go unseen.
 *
 * Workbooks as code are a beta feature of the platform, which an organization may not have.
 *
 * Endpoints: `POST /v2/workbooks`, `GET /v2/workbooks/{workbookId}`, `PUT /v2/workbooks/{workbookId}/contents`,
 * `POST /v2/workbooks/spec`, `GET|PUT /v2/workbooks/{workbookId}/spec`, `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const dashboards = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders", folderId: dashboards.id, spec: analytics.specFile("models/orders.yaml"),
 * });
 * const sales = new analytics.Workbook("sales", {
 *   name: "Sales",
 *   folderId: dashboards.id,
 *   contents: analytics.workbookFile("workbooks/sales", { refs: { orders } }),
 * });
 * export const url = sales.url;
 * ```
 */
export class Workbook extends WorkbookBase {
  /** The representation as JSON text, with placeholders for outputs; their values are in `refs`. */
  declare readonly contents: pulumi.Output<string>;
  /** The values of the placeholders. */
  declare readonly refs: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: WorkbookArgs, options?: pulumi.CustomResourceOptions) {
    const given = { kind: "Workbook" as const, target: new.target, name, args, options };
    const registration = encodeArguments("contents", given, (subject) => readWorkbook(given, args.contents, subject));
    super(name, registration.args, registration.options);
    finishDocument(this, "contents", registration);
  }
}
