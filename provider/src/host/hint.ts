import { ApiError, isNotFound } from "../core/api";
import { type AnyKind, type AnyRemote, formatPath, listReferredKinds } from "../kinds/declare";

/**
 * Adds a hint to the error of a failed call, if the kind or the state knows one.
 *
 * @param known the declared inputs and the outputs in the state.
 * @param id the object's id; undefined before the create.
 */
export function addHint(error: unknown, kind: AnyKind, known: AnyRemote, id: string | undefined): unknown {
  if (!(error instanceof ApiError)) return error;
  const hint =
    kind.hint?.(error, known.inputs, known.outputs) ?? findHint(error, kind, id) ?? findIdHint(error, kind, known);
  return hint === undefined ? error : error.withHint(hint);
}

function findHint(error: ApiError, { name, needs }: AnyKind, id: string | undefined): string | undefined {
  if (error.status === 403 && !error.fromProxy && needs?.permission !== undefined) {
    return `The owner of the API credentials lacks a permission: writing a ${name} needs ${needs.permission}.`;
  }
  if (isNotFound(error) && error.hint === undefined && id !== undefined && isInPath(error.path, id)) {
    return `The ${name} no longer exists, or these credentials can't see it. Run \`pulumi refresh\`, then \`pulumi up\` to recreate it.`;
  }
  return undefined;
}

/**
 * The fields whose ids the platform doesn't know: its words repeat them, or it has nothing at a path with them. An error that the client has
 * explained isn't about them.
 */
function findIdHint(error: ApiError, { fields }: AnyKind, { inputs }: AnyRemote): string | undefined {
  if (error.hint !== undefined) return undefined;
  const isMissing: boolean = isNotFound(error);
  if (error.fromProxy || !(isMissing || error.status === 400)) return undefined;
  const isNamed = (id: string) => error.detail.includes(id) || (isMissing && isInPath(error.path, id));
  const wrong = Object.entries(fields).flatMap(([name, field]) =>
    field.ref !== undefined || /Ids?$/.test(name)
      ? collectIds(inputs[name], [name])
          .filter(({ id }) => isNamed(id))
          .map(({ path, id }) => ({ text: `${formatPath(path)} ("${id}")`, kinds: listReferredKinds(field) }))
      : [],
  );
  if (wrong.length === 0) return undefined;
  const kinds = [...new Set(wrong.flatMap(({ kinds }) => kinds))];
  const what = wrong.length === 1 && kinds.length > 0 ? kinds.join(" or ") : "object";
  return `Look at ${wrong.map(({ text }) => text).join(" and ")}. The platform has no such ${what}, or these credentials can't see it.`;
}

function collectIds(value: unknown, path: readonly PropertyKey[]): { path: readonly PropertyKey[]; id: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => collectIds(item, [...path, index]));
  return typeof value === "string" && value !== "" ? [{ path, id: value }] : [];
}

function isInPath(path: string, id: string): boolean {
  return path.split("/").includes(encodeURIComponent(id));
}
