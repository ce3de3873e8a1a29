import { listUrlSecrets } from "pulumi-analytics-internal/core/text";
import type { Environment } from "./child";

/**
 * What no message may repeat of the environment: the values of variables whose names indicate secrets, and the userinfo
 * of URLs. A message is cut into lines, so that each line of a key is one.
 */
export function collectSecrets(environment: Environment): string[] {
  const named = Object.entries(environment)
    .filter(([name]) => /secret|token|passphrase|password|credential|_key$/i.test(name))
    .map(([, value]) => value ?? "")
    .filter((value) => value.length >= 8);
  const lines = named.flatMap((value) => value.split(/\r?\n|\\n/).map((line) => line.trim()));
  const ofUrls = Object.values(environment).flatMap((value = "") => listUrlSecrets(value));
  return [...new Set([...named, ...[...lines, ...ofUrls].filter((text) => text.length >= 4)])];
}
