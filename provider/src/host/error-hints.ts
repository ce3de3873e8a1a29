import { type AnalyticsClient, ApiError, archivedCode, isNotFound } from "../core/api";
import { isObject } from "../core/data";
import { type AnyKind, type AnyRemote, formatPath, listReferredKinds } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { findNameHint, type Referred } from "./names-as-ids";

/** The object of a failed call. */
export interface FailedObject {
  /** The declared inputs and the outputs in the state. */
  readonly known: AnyRemote;
  /** Undefined before the create. */
  readonly id: string | undefined;
  /** Undefined where nothing could be asked. */
  readonly client?: AnalyticsClient;
  /** Whether the call was to delete it. */
  readonly isDeleted: boolean;
  /** Checks whether the platform has it. */
  isThere(): Promise<boolean>;
}

/** Adds a hint to the error of a failed call, if the kind or the state knows one. */
export async function addHint(error: unknown, kind: AnyKind, object: FailedObject): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  const { known, client } = object;
  const isAboutIds = !error.fromProxy && (error.status === 400 || isNotFound(error)) && error.method !== "DELETE";
  const hint =
    (isAboutIds && client !== undefined ? await findNameHint(client, listReferences(kind, known)) : undefined) ??
    kind.hint?.(error, known.inputs, known.outputs) ??
    findPermissionHint(error, kind) ??
    // An error that the client has explained, or that isn't the platform's, is about something else.
    (error.hint === undefined && !error.fromProxy ? await findIdHint(error, kind, object) : undefined);
  return hint === undefined ? error : error.replaceHint(hint);
}

function findPermissionHint(error: ApiError, { name, needs: { permission } }: AnyKind): string | undefined {
  if (error.status !== 403 || error.fromProxy) return undefined;
  const reading = error.method === "GET" ? "reading it needs access to it, and " : "";
  return `The owner of the API credentials lacks a permission: ${reading}writing a ${name} needs ${permission}.`;
}

/**
 * Says which ids the platform doesn't know: those that its words repeat, the object's own in the path of the call, or
 * those of fields there. A 404 for an object that is there is about an id that was sent along.
 */
async function findIdHint(error: ApiError, kind: AnyKind, object: FailedObject): Promise<string | undefined> {
  const isMissing: boolean = isNotFound(error);
  const { id: own, known, isDeleted } = object;
  const isAboutOwn = own?.split("/").every((part) => isInPath(error.path, part));
  if (error.code === archivedCode && isAboutOwn)
    return `The ${kind.name} was archived on the platform. ${adviseRecreating}`;
  if (!isMissing && error.status !== 400) return undefined;
  const all = collectFieldIds(kind, known).filter(({ id }) => id !== own);
  const named = all.filter(({ id }) => isMentioned(error.detail, id));
  if (named.length > 0) return describeIds(named, isMissing || saysMissing.test(error.detail));
  if (!isMissing) return undefined;
  // What the platform doesn't keep is sent along with the delete.
  const isForDelete = isDeleted && all.some(({ isLocal }) => isLocal);
  const ids = all.filter(({ isLocal }) => isLocal === isForDelete);
  if (isAboutOwn) {
    if (!(await object.isThere()))
      return `The ${kind.name} no longer exists, or these credentials can't see it. ${adviseRecreating}`;
    return ids.length === 0 ? undefined : `The ${kind.name} itself exists. ${describeIds(ids, true)}`;
  }
  const inPath = all.filter(({ id }) => isInPath(error.path, id));
  // A path that names nothing is a collection's, which is there: the answer is about an id in the body.
  const candidates = inPath.length > 0 ? inPath : ids;
  return candidates.length === 0 ? undefined : describeIds(candidates, true);
}

const adviseRecreating = "Run `pulumi refresh`, then `pulumi up` to recreate it.";

/** What a 400 about an object that isn't there says, as opposed to one about its state. */
const saysMissing = /not found|no such|unknown|n['o]t exist|invalid/i;

/** An id that a field has. */
interface FieldId {
  readonly path: readonly PropertyKey[];
  readonly id: string;
  /** Its possible kinds, if the field limits them. */
  readonly kinds: readonly string[];
  /** Whether the platform doesn't keep it. */
  readonly isLocal: boolean;
}

function describeIds(ids: readonly FieldId[], isMissing: boolean): string {
  const fields = ids.map(({ path, id }) => `${formatPath(path)} ("${id}")`).join(" and ");
  if (!isMissing) return `Look at ${fields}.`;
  const kinds = [...new Set(ids.flatMap((one) => one.kinds))];
  const what = ids.length === 1 && kinds.length > 0 ? kinds.join(" or ") : "object";
  return `Look at ${fields}. The platform has no such ${what}, or these credentials can't see it.`;
}

/** The ids that the inputs refer to others by, each with the place that people know. */
export function listReferences(kind: AnyKind, known: Pick<AnyRemote, "inputs">): Referred[] {
  const ids = collectFieldIds(kind, known).filter(
    ({ path: [name] }) => kind.fields[String(name)]?.ref?.by === undefined,
  );
  const own = ids.map(({ path, id, kinds }) => ({
    field: formatPath(path),
    id,
    kinds: kinds.length > 0 ? kinds : inferKinds(path),
  }));
  const others = kind.references?.(known.inputs) ?? [];
  return [...own, ...others.map(({ kind: one, ...referred }) => ({ ...referred, kinds: [one] }))].filter(
    ({ kinds }) => kinds.length > 0,
  );
}

/** The kind that follows from the name of a field inside a value: `grants[0].teamId`. */
function inferKinds(path: readonly PropertyKey[]): readonly string[] {
  const name = path.findLast((key) => typeof key === "string") ?? "";
  const kind = name.charAt(0).toUpperCase() + name.slice(1).replace(/Ids?$/, "");
  return Object.hasOwn(registry, kind) ? [kind] : [];
}

function collectFieldIds({ fields }: AnyKind, { inputs }: Pick<AnyRemote, "inputs">): FieldId[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const kinds = listReferredKinds(field);
    const isLocal = field.local === true;
    const found = collectIds(inputs[name], [name], kinds.length > 0 || (!isLocal && isNameOfId(name)));
    return found.map((one) => ({ ...one, kinds, isLocal }));
  });
}

function isNameOfId(name: string): boolean {
  return /Ids?$/.test(name);
}

function collectIds(value: unknown, path: readonly PropertyKey[], isId: boolean): Pick<FieldId, "path" | "id">[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => collectIds(item, [...path, index], isId));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => collectIds(item, [...path, name], isNameOfId(name)));
  }
  return isId && typeof value === "string" && value !== "" ? [{ path, id: value }] : [];
}

/** Whether a text has an id in it, and not as a part of a longer word. */
function isMentioned(text: string, id: string): boolean {
  const between = text.split(id);
  return between.some(
    (before, index) => index + 1 < between.length && !/[\w-]$/.test(before) && !/^[\w-]/.test(between[index + 1]!),
  );
}

function isInPath(path: string, id: string): boolean {
  return path.split("/").includes(encodeURIComponent(id));
}
