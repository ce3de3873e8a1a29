/**
 * The version that is downloaded or built when the machine has none. `go/go.mod` names the same one.
 *
 * @example "3.250.0"
 */
export const PULUMI_VERSION = "3.250.0";

/**
 * The oldest version accepted from PATH or the cache. A guess on the safe side: the tests run with `PULUMI_VERSION`.
 */
export const MINIMUM_VERSION = "3.200.0";

/** Reads `major.minor.patch` out of what `pulumi version` prints, such as `v3.250.0` or `v3.251.0-alpha.1`. */
export function parseVersion(text: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+)/.exec(text.trim())?.[1];
}
