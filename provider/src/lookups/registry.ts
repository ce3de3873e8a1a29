// Generated from the files of this folder by `npm run generate`: change that, and run it again.

import { apiCredential } from "./api-credential";
import { bookmark } from "./bookmark";
import { connection } from "./connection";
import { dataModel } from "./data-model";
import { dataModelColumn } from "./data-model-column";
import { dataModelSpec } from "./data-model-spec";
import { dataset } from "./dataset";
import { datasetMigrationPlan } from "./dataset-migration-plan";
import type { LookupModule } from "./declare";
import { deploymentPolicy } from "./deployment-policy";
import { documentLineage } from "./document-lineage";
import { documentSource } from "./document-source";
import { documentVersion } from "./document-version";
import { elementLineage } from "./element-lineage";
import { exportSchedule } from "./export-schedule";
import { folder } from "./folder";
import { materializationSchedule } from "./materialization-schedule";
import { member } from "./member";
import { report } from "./report";
import { tag } from "./tag";
import { team } from "./team";
import { webhookSchema } from "./webhook-schema";
import { whoami } from "./whoami";
import { workbook } from "./workbook";

/** Every file of lookups. */
export const lookupModules: readonly LookupModule[] = [
  apiCredential,
  bookmark,
  connection,
  dataModelColumn,
  dataModelSpec,
  dataModel,
  datasetMigrationPlan,
  dataset,
  deploymentPolicy,
  documentLineage,
  documentSource,
  documentVersion,
  elementLineage,
  exportSchedule,
  folder,
  materializationSchedule,
  member,
  report,
  tag,
  team,
  webhookSchema,
  whoami,
  workbook,
];
