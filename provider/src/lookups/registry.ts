// Generated from the files of this folder by `npm run generate`: change that, and run it again.

import { accountType } from "./account-type";
import { apiConnector } from "./api-connector";
import { apiCredential } from "./api-credential";
import { bookmark } from "./bookmark";
import { connection } from "./connection";
import { connectionPath } from "./connection-path";
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
import { file } from "./file";
import { folder } from "./folder";
import { grant } from "./grant";
import { materializationSchedule } from "./materialization-schedule";
import { member } from "./member";
import { plugin } from "./plugin";
import { report } from "./report";
import { ssoCertificate } from "./sso-certificate";
import { ssoServiceProvider } from "./sso-service-provider";
import { tableColumn } from "./table-column";
import { tag } from "./tag";
import { team } from "./team";
import { teamMember } from "./team-member";
import { template } from "./template";
import { tenant } from "./tenant";
import { translation } from "./translation";
import { userAttribute } from "./user-attribute";
import { webhookSchema } from "./webhook-schema";
import { whoami } from "./whoami";
import { workbook } from "./workbook";
import { workspace } from "./workspace";

/** Every file of lookups. */
export const lookupModules: readonly LookupModule[] = [
  accountType,
  apiConnector,
  apiCredential,
  bookmark,
  connectionPath,
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
  file,
  folder,
  grant,
  materializationSchedule,
  member,
  plugin,
  report,
  ssoCertificate,
  ssoServiceProvider,
  tableColumn,
  tag,
  teamMember,
  team,
  template,
  tenant,
  translation,
  userAttribute,
  webhookSchema,
  whoami,
  workbook,
  workspace,
];
