/**
 * The version that is downloaded or built when the machine has none. `go/go.mod` names the same one.
 *
 * @example "3.250.0"
 */
export const PULUMI_VERSION = "3.250.0";

/** The oldest version accepted from PATH. A guess on the safe side: the tests run with `PULUMI_VERSION`. */
export const MINIMUM_VERSION = "3.200.0";
