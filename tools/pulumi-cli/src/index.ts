export type { CacheOptions, Log } from "./files";
export { findCodegen, findConverter, findStandIn, hasGo } from "./go";
export { type PulumiCli, resolvePulumi } from "./resolve";
export { MINIMUM_VERSION, PULUMI_VERSION } from "./version";
