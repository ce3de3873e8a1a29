import { type ApiError, isForbidden, isSameOperation } from "../core/api";
import { lookupModules } from "./registry";

/**
 * Adds to a refused call the permission that it needs, as the lookup of this operation declares it.
 *
 * @example throw namePermission(error); // "… lacks a permission: this call needs an Admin account."
 */
export function namePermission(error: unknown): unknown {
  if (!isForbidden(error)) return error;
  return describeNeed(error, findPermission(error));
}

/** A refused call with the permission that it needs; undefined: unknown. */
export function describeNeed(error: ApiError, permission: string | undefined): ApiError {
  if (permission === undefined) return error;
  return error.replaceHint(`The owner of the API credentials lacks a permission: this call needs ${permission}.`);
}

/** What a call needs, by the lookups that send it. */
export function findPermission(call: ApiError): string | undefined {
  const all = lookupModules.flatMap(({ lookups }) => lookups);
  return all.find(({ docs }) => docs.endpoints.some((endpoint) => isSameOperation(endpoint, call)))?.permission;
}
