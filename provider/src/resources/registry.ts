import type { AnyKind } from "../engine/kind";
import { apiCredential } from "./api-credential/lifecycle";
import { dataModel } from "./data-model/lifecycle";
import { dataModelTag } from "./data-model-tag/lifecycle";
import { datasetMigration } from "./dataset-migration/lifecycle";
import { deploymentPolicy } from "./deployment-policy/lifecycle";
import { deploymentPolicyDocument } from "./deployment-policy-document/lifecycle";
import { deploymentPolicyTenant } from "./deployment-policy-tenant/lifecycle";
import { folder } from "./folder/lifecycle";
import { sourceSwapPolicy } from "./source-swap-policy/lifecycle";
import { tag } from "./tag/lifecycle";
import { webhookTrigger } from "./webhook-trigger/lifecycle";
import { workbookTag } from "./workbook-tag/lifecycle";

/** Every kind of resource; a new one is one line here. */
export const kinds: readonly AnyKind[] = [
  apiCredential,
  dataModel,
  deploymentPolicy,
  deploymentPolicyDocument,
  deploymentPolicyTenant,
  folder,
  sourceSwapPolicy,
  tag,
  dataModelTag,
  datasetMigration,
  webhookTrigger,
  workbookTag,
];
