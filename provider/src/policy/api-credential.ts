import type { ResourceValidation } from "@pulumi/policy";
import { isObject, unknownValue } from "../core/model/json";
import type { ApiCredentialInputs } from "../kinds/api-credential/fields";
import { getVisibleMethod, type VisibleMethod } from "../kinds/api-credential/visible";
import type { CommonInputs } from "../kinds/declare";
import { type Validate, validateKind } from "./kinds";
import type { Seen, SeenInside } from "./seen";

/** An API credential as a policy sees it: the sign-in method, without secrets. */
export type PolicyApiCredential = SeenInside<Omit<ApiCredentialInputs, "credential"> & CommonInputs> & {
  /**
   * The sign-in method: `authMethod`, addresses, scopes. Undefined if the program declares no credential (one created
   * in the UI), or if the engine passes a mask to policies in place of the secret.
   */
  readonly method: Seen<VisibleMethod> | undefined;
};

/**
 * Validates every API credential. The engine passes secrets to policy packs in clear, in previews too; this function
 * removes them.
 *
 * @example
 * ```ts
 * import { isUnknown, validateApiCredential } from "pulumi-analytics/policy";
 *
 * validateApiCredential(({ name, method }, _context, report) => {
 *   if (!isUnknown(method) && method?.authMethod === "bearer") report(`${name} signs in with a bearer token`);
 * });
 * ```
 */
export function validateApiCredential(validate: Validate<PolicyApiCredential>): ResourceValidation {
  return validateKind("ApiCredential", buildView, (_view, report) => report, validate);
}

function buildView({ credential, ...rest }: Record<string, unknown>): PolicyApiCredential {
  const visible = isObject(credential) ? getVisibleMethod(credential) : undefined;
  const method = credential === unknownValue ? unknownValue : visible;
  return { ...rest, method } as unknown as PolicyApiCredential;
}
