// Generated from the files of this folder by `npm run generate`: change that, and run it again.

import { accountType } from "./account-type";
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
import { folder } from "./folder";
import { member } from "./member";
import { tag } from "./tag";
import { team } from "./team";
import { teamMember } from "./team-member";
import { userAttribute } from "./user-attribute";
import { webhookSchema } from "./webhook-schema";
import { whoami } from "./whoami";
import { workbook } from "./workbook";

/** Every file of lookups. */
export const lookupModules: readonly LookupModule[] = [
  accountType,
  apiCredential,
  bookmark,
  connection,
  dataModelColumn,
  dataModelSpec,
  dataModel,
  datasetMigrationPlan,
  dataset,
  deploymentPolicy,
  folder,
  member,
  tag,
  teamMember,
  team,
  userAttribute,
  webhookSchema,
  whoami,
  workbook,
];
