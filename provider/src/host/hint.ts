import { ApiError, isNotFound } from "../core/api";
import type { AnyKind, AnyRemote } from "../kinds/declare";

/**
 * Adds a hint to the error of a failed call, if the kind or the state knows one.
 *
 * @param known the declared inputs and the outputs in the state.
 * @param id the object's id; undefined before the create.
 */
export function withHint(error: unknown, kind: AnyKind, known: AnyRemote, id: string | undefined): unknown {
  if (!(error instanceof ApiError)) return error;
  const hint = kind.hint?.(error, known.inputs, known.outputs) ?? hintFor(error, kind, id);
  return hint === undefined ? error : error.withHint(hint);
}

function hintFor(error: ApiError, { name, permission }: AnyKind, id: string | undefined): string | undefined {
  if (error.status === 403 && !error.fromProxy && permission !== undefined) {
    return `The owner of the API credentials lacks a permission: writing a ${name} needs ${permission}.`;
  }
  if (isNotFound(error) && id !== undefined && error.path.split("/").includes(encodeURIComponent(id))) {
    return `The ${name} no longer exists, or these credentials can't see it. Run \`pulumi refresh\`, then \`pulumi up\` to recreate it.`;
  }
  return undefined;
}
