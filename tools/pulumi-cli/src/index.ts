export { buildSource } from "./build-source";
export { cacheSource, installVersion, versionsDirectory } from "./cache";
export type { PulumiCli } from "./cli";
export { type DownloadOptions, downloadSource } from "./download-source";
export { withLock } from "./lock";
export { pathSource } from "./path-source";
export { defaultSources, madeOnce, type ResolveOptions, resolvePulumi } from "./resolve";
export type { Log, Source } from "./source";
export { MINIMUM_VERSION, PULUMI_VERSION } from "./version";
