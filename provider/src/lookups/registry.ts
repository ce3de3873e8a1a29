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
import { file } from "./file";
import { folder } from "./folder";
import { grant } from "./grant";
import { member } from "./member";
import { tag } from "./tag";
import { team } from "./team";
import { template } from "./template";
import { webhookSchema } from "./webhook-schema";
import { whoami } from "./whoami";
import { workbook } from "./workbook";
import { workspace } from "./workspace";

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
  file,
  folder,
  grant,
  member,
  tag,
  team,
  template,
  webhookSchema,
  whoami,
  workbook,
  workspace,
];
