import type { ResourceValidation } from "@pulumi/policy";
import { isObject } from "../core/spec/json";
import type { ApiCredentialInputs } from "../kinds/api-credential/fields";
import { type VisibleMethod, visibleMethod } from "../kinds/api-credential/visible";
import type { CommonInputs } from "../kinds/declare";
import { type PolicyContext, validateKind } from "./kinds";
import type { Seen, SeenInside } from "./seen";

/** An API credential as a policy sees it: how it signs in, and none of what it signs in with. */
export type PolicyApiCredential = SeenInside<Omit<ApiCredentialInputs, "credential"> & CommonInputs> & {
  /**
   * How it signs in: `authMethod`, addresses, scopes. Undefined where the program declares no credential (one made in the product), or
   * the engine shows none: it may hand policies a mask in place of a secret.
   */
  readonly method: Seen<VisibleMethod> | undefined;
};

/**
 * A policy's judgement of every API credential. The engine hands secrets to policy packs in clear, in previews too; none of them gets past
 * this function.
 *
 * @example
 * ```ts
 * validateApiCredential(({ name, method }, _context, report) => {
 *   if (!isUnknown(method) && method?.authMethod === "bearer") report(`${name} signs in with a bearer token`);
 * });
 * ```
 */
export function validateApiCredential(
  validate: (
    credential: PolicyApiCredential,
    context: PolicyContext,
    report: (message: string) => void,
  ) => void | Promise<void>,
): ResourceValidation {
  return validateKind("ApiCredential", viewOf, (_view, report) => report, validate);
}

function viewOf({ credential, ...rest }: Record<string, unknown>): PolicyApiCredential {
  const method = isObject(credential) ? visibleMethod(credential) : undefined;
  return { ...rest, method } as unknown as PolicyApiCredential;
}
