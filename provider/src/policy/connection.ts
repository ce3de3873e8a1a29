import type { ResourceValidation } from "@pulumi/policy";
import { isObject } from "../core/data";
import { unknownValue } from "../core/model/json";
import type { ConnectionInputs } from "../kinds/connection/fields";
import type { CommonInputs } from "../kinds/declare";
import { type Validate, validateKind } from "./kinds";
import { isUnknown, type Seen, type SeenInside, type Unknown } from "./seen";

/** A connection as a policy sees it: which secrets it has, without their values. */
export type PolicyConnection = SeenInside<Omit<ConnectionInputs, "secrets"> & CommonInputs> & {
  /**
   * By the name of each secret detail, such as `password`: `reference` to a secret manager, `plain`, or unknown.
   * Undefined if the program declares no secrets, or if the engine passes a mask to policies in place of them.
   */
  readonly secretForms: Seen<Readonly<Record<string, "plain" | "reference" | Unknown>>> | undefined;
};

/**
 * Validates every connection. The engine passes secrets to policy packs in clear, in previews too; this function
 * removes them.
 *
 * @example
 * ```ts
 * import { isUnknown, validateConnection } from "pulumi-analytics/policy";
 *
 * validateConnection(({ name, secretForms }, _context, report) => {
 *   if (!isUnknown(secretForms) && secretForms?.password === "plain") report(`${name} has its password in the state`);
 * });
 * ```
 */
export function validateConnection(validate: Validate<PolicyConnection>): ResourceValidation {
  return validateKind("Connection", buildView, (_view, report) => report, validate);
}

function buildView({ secrets, ...rest }: Record<string, unknown>): PolicyConnection {
  const forms = isObject(secrets) ? Object.entries(secrets).map(([name, value]) => [name, getForm(value)]) : undefined;
  const known = forms && Object.fromEntries(forms);
  return { ...rest, secretForms: secrets === unknownValue ? secrets : known } as unknown as PolicyConnection;
}

function getForm(value: unknown): "plain" | "reference" | Unknown {
  if (isUnknown(value)) return value;
  return isObject(value) && "secretManagerId" in value ? "reference" : "plain";
}
