import { homedir } from "node:os";
import { join } from "node:path";

/** Pulumi's home, in which versions are cached. */
export function getPulumiHome(): string {
  return process.env.PULUMI_HOME || join(homedir(), ".pulumi");
}

/**
 * The directory in which the npm package `pulumi` and Pulumi's Automation API keep what they download, as
 * `<version>/bin/pulumi`.
 */
export function getVersionsDirectory(pulumiHome: string): string {
  return join(pulumiHome, "versions");
}
