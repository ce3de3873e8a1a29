import { loadAllKinds } from "pulumi-analytics-internal/kinds/registry";
import { type Answer, answer, pass, skip } from "../finding";

/**
 * What the owner of the credentials needs to write objects of each kind. Only a write would tell whether they have it.
 *
 * @param accountType the name of the owner's account type; empty when it can't be read.
 */
export function probePermissions(accountType: string): Answer {
  // The one account type that has every account permission, under whatever license.
  if (accountType.toLowerCase() === "admin") {
    return answer(pass(`account type ${accountType}: it has every account permission`));
  }
  const needed = new Map<string, string[]>();
  for (const { name, needs } of loadAllKinds()) {
    needed.set(needs.permission, [...(needed.get(needs.permission) ?? []), name]);
  }
  const type = accountType === "" ? "can't read the account type" : `the account type is ${accountType}`;
  return answer([
    skip(`${type}; only a write shows whether it is sufficient`),
    ...[...needed].map(([permission, kinds]) => skip(`writing ${kinds.join(", ")} needs ${permission}`)),
  ]);
}
