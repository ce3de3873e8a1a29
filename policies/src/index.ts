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
import type { Policies, PolicyPackConfig } from "@pulumi/policy";
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
import type { PolicyFactory } from "./policy";
import { findProblem } from "./settings";
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

const factories: readonly PolicyFactory<never, Policies[number]>[] = [
  described,
  names,
  noSqlSources,
  sqlStatements,
  warehousePaths,
  noFullOuterJoins,
  uniqueKeys,
  personalData,
  modelSize,
  safeguards.safeguards,
  safeguards.folderPlacement,
  safeguards.noDestructiveChange,
  namesAcrossModels,
  noUsedRemoval,
  safeguards.readableModels,
  modelDepth,
  nothingLost,
  ownerInDescription,
  credentials.narrowAllowlists,
  credentials.credentialMethods,
  credentials.httpsTokenUrls,
  credentials.oauthScopes,
  connections.connectionSecrets,
  deployment.tags,
  deployment.deploymentVersionTag,
  access.grantsToEveryone,
  content.scheduleRecipients,
  content.publicEmbeds,
  people.memberDomains,
  people.administrators,
  workbooks.workbookSources,
  workbooks.workbookControls,
  workbooks.workbookSize,
  workbooks.workbookOwner,
  workbooks.workbookContrast,
];

/**
 * All policies.
 *
 * @param config levels and settings by the names of policies; what it leaves out has its default. Settings in the third
 *   argument of `PolicyPack` would make a policy advisory, unless they have an `enforcementLevel`, too.
 * @throws if a policy or setting is unknown, or a value has another type than the setting.
 * @example `new PolicyPack("ours", { policies: starterPolicies({ "model-size": { tables: 9 }, names: "disabled" }) })`
 */
export function starterPolicies(config: PolicyPackConfig = {}): Policies {
  const policies = factories.map((create) => {
    const { name, configSchema } = create();
    const { [name]: own = {} } = config;
    const { enforcementLevel, ...settings } = typeof own === "string" ? { enforcementLevel: own } : own;
    const problem = findProblem(configSchema, settings);
    if (problem !== undefined) throw new Error(`starterPolicies: "${name}": ${problem}`);
    return create({ ...(enforcementLevel && { level: enforcementLevel }), config: settings as never });
  });
  const known = policies.map(({ name }) => name);
  const unknown = Object.keys(config).find((name) => !known.includes(name));
  if (unknown === undefined) return policies;
  throw new Error(`starterPolicies: "${unknown}" is not a policy. Use one of: ${known.join(", ")}`);
}
