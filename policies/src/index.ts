/**
 * The starter pack's policies as factories, for your own pack; `pack.ts` is the starter pack.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { credentialMethods, described, starterPolicies } from "pulumi-analytics-policies";
 *
 * new PolicyPack("ours", { policies: [described({ level: "mandatory" }),
 *   credentialMethods({ config: { forbidden: ["bearer"] } })] });
 * ```
 */
import type { Policies } from "@pulumi/policy";
import * as access from "./access";
import * as connections from "./connections";
import * as content from "./content";
import * as credentials from "./credentials";
import * as deployment from "./deployment";
import { modelDepth } from "./models/depth";
import { described } from "./models/descriptions";
import { noFullOuterJoins } from "./models/joins";
import { nothingLost } from "./models/losses";
import { names } from "./models/names";
import { namesAcrossModels } from "./models/names-across-models";
import { ownerInDescription } from "./models/owner";
import { personalData } from "./models/personal-data";
import * as safeguards from "./models/safeguards";
import { modelSize } from "./models/size";
import { noSqlSources, sqlStatements } from "./models/sql";
import { uniqueKeys } from "./models/unique-keys";
import { noUsedRemoval } from "./models/used";
import { warehousePaths } from "./models/warehouse-paths";
import * as people from "./people";
import * as workbooks from "./workbooks";

export * from "./access";
export * from "./connections";
export * from "./content";
export * from "./credentials";
export * from "./deployment";
export * from "./models/safeguards";
export * from "./people";
export { type Definition, type PolicyFactory, type PolicyOptions, policy } from "./policy";
export { count, declareFlag, declareText, declareTexts, type Setting, type Settings, type Values } from "./settings";
export * from "./workbooks";
export {
  described,
  modelDepth,
  modelSize,
  names,
  namesAcrossModels,
  noFullOuterJoins,
  noSqlSources,
  nothingLost,
  noUsedRemoval,
  ownerInDescription,
  personalData,
  sqlStatements,
  uniqueKeys,
  warehousePaths,
};

/**
 * All policies, with their default levels and settings.
 *
 * @example `new PolicyPack("ours", { policies: [...starterPolicies(), mine] })`
 */
export function starterPolicies(): Policies {
  return [
    described(),
    names(),
    noSqlSources(),
    sqlStatements(),
    warehousePaths(),
    noFullOuterJoins(),
    uniqueKeys(),
    personalData(),
    modelSize(),
    safeguards.safeguards(),
    safeguards.folderPlacement(),
    safeguards.noDestructiveChange(),
    namesAcrossModels(),
    noUsedRemoval(),
    safeguards.readableModels(),
    modelDepth(),
    nothingLost(),
    ownerInDescription(),
    credentials.narrowAllowlists(),
    credentials.credentialMethods(),
    credentials.httpsTokenUrls(),
    credentials.oauthScopes(),
    connections.connectionSecrets(),
    deployment.tags(),
    deployment.deploymentVersionTag(),
    access.grantsToEveryone(),
    content.scheduleRecipients(),
    content.publicEmbeds(),
    people.memberDomains(),
    people.administrators(),
    workbooks.workbookSources(),
    workbooks.workbookControls(),
    workbooks.workbookSize(),
    workbooks.workbookOwner(),
    workbooks.workbookContrast(),
  ];
}
