// Generated from kinds/model-check by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { ProfileArgs } from "./common";

export type ModelCheckResult = {
  /** The table, as the checks name it. */
  table: string;
  /** The check's own name, or what it checks. */
  name: string;
  /** `warning`: it failed, with `severity: warn`. */
  status: "passed" | "failed" | "warning" | "not run";
  /** What the value has to be. */
  bound: string;
  /** The number that was found, with `keepValues`; null: there is none, or it isn't told. */
  value?: number | null;
  /** What was found for people, with all digits; with `keepValues`. */
  found?: string;
};

/** Arguments of {@link ModelCheck}. */
export interface ModelCheckArgs extends ProfileArgs {
  /** Id of the data model whose data is checked. */
  dataModelId: pulumi.Input<string> | DataModel;
  /**
   * The checks: the text of a file such as `orders.checks.yaml`. A change runs them again. `tests` and `golden`, which read other files, are for the
   * command `check`; the resource ignores them.
   */
  checks: pulumi.Input<string>;
  /** Version of the model, such as `orders.documentVersion`: a new version runs the checks again. */
  documentVersion?: pulumi.Input<number>;
  /** Any values. Changing one runs the checks again. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Whether messages show what the checks found, and the state keeps it. These are aggregates, such as counts, and values of metrics. Default: true. */
  keepValues?: pulumi.Input<boolean>;
}

/**
 * Checks the data of a data model on the platform: keys, nulls, accepted values, row counts, freshness,
 * relationships, metrics. A failed check fails `up` before anything that depends on the resource: with `dependsOn`, a
 * `DataModelTag` moves only when the data is right. A check with `severity: warn` is a warning.
 *
 * The checks run when the resource is created, and when an argument changes: pass `documentVersion`, so that each new
 * version of the model is checked. A change of the data alone runs nothing; schedule `pulumi-analytics check` for that.
 *
 * The provider creates a workbook in the home folder of the credentials' owner, reads one row for each table, and
 * deletes the workbook. Only aggregates leave the platform. The state keeps the last result, also of a failed run.
 *
 * Deleting the resource does nothing on the platform. There is nothing to read, import or adopt.
 *
 * Endpoints: `POST /v2/workbooks`, `POST /v2/workbooks/{workbookId}/export`, `GET /v2/query/{queryId}/download`, `DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const models = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const rates = new analytics.DataModel("rates", {
 *   name: "Exchange rates",
 *   folderId: models.id,
 *   spec: {
 *     schemaVersion: 1,
 *     pages: [{ id: "rates", name: "Rates", elements: [{
 *       id: "rates", kind: "table", name: "Rates",
 *       source: { kind: "sql", connectionId: warehouse.id,
 *         statement: "select * from (values ('EUR', 1.08), ('GBP', 1.27)) as rates (CURRENCY, RATE)" },
 *       columns: [{ id: "currency", name: "Currency", formula: "[Custom SQL/CURRENCY]" }],
 *     }] }],
 *   },
 * });
 * const checked = new analytics.ModelCheck("rates", {
 *   dataModelId: rates.id,
 *   documentVersion: rates.documentVersion,
 *   checks: "checks: [{ table: rates, unique: [currency], rows: { min: 1 } }]",
 * });
 * export const results = checked.results;
 * ```
 */
export class ModelCheck extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("ModelCheck");

  /** Id of the data model whose data is checked. */
  declare readonly dataModelId: pulumi.Output<string>;
  /**
   * The checks: the text of a file such as `orders.checks.yaml`. A change runs them again. `tests` and `golden`, which read other files, are for the
   * command `check`; the resource ignores them.
   */
  declare readonly checks: pulumi.Output<string>;
  /** Version of the model, such as `orders.documentVersion`: a new version runs the checks again. */
  declare readonly documentVersion: pulumi.Output<number | undefined>;
  /** Any values. Changing one runs the checks again. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Whether messages show what the checks found, and the state keeps it. These are aggregates, such as counts, and values of metrics. Default: true. */
  declare readonly keepValues: pulumi.Output<boolean | undefined>;
  /** What came of each check in the last run. */
  declare readonly results: pulumi.Output<ModelCheckResult[]>;

  constructor(name: string, args: ModelCheckArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "ModelCheck",
        properties: ["dataModelId", "checks", "documentVersion", "triggers", "keepValues", "results"],
        jsonOutputs: ["results"],
        refs: { dataModelId: {} },
      },
      name,
      args,
      options,
    );
  }
}
