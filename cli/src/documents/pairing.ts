/** Which document of one time is which of another: the same answer for every command. */
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { pairUp } from "pulumi-analytics-internal/core/model/identity";
import { writeStableText } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import type { Document } from "./document";
import { dropExtension, readTitle } from "./names";

/** Something before and after; one side is undefined if it was added or removed. */
export type Pair<Old, Now = Old> = readonly [before: Old | undefined, after: Now | undefined];

/** What tells which document it is. */
export interface Evidence {
  readonly type: string;
  readonly name: string;
  readonly form: Json;
  readonly file?: string | undefined;
  readonly id?: string | undefined;
}

export const readEvidence = ({ type, name, contents, file, stored, state }: Document): Evidence => {
  return { type, name, form: contents, file: file?.file, id: stored?.id ?? state?.id };
};

/** The strongest first; each pairs only where each side has it once. */
const keys: readonly ((one: Evidence) => string | undefined)[] = [
  ({ file }) => file,
  ({ id }) => id,
  ({ file }) => file && dropExtension(file),
  ({ form }) => writeStableText(form),
  ({ form, name }) => normalizePlainName(readTitle(form) ?? name),
  ({ name }) => normalizePlainName(name),
];

/**
 * Pairs documents of two times, in the order of the second.
 *
 * @param isPair whether one and another are the same, whatever they are called.
 */
export function pairDocuments<Old extends object, Now extends object>(
  before: readonly Old[],
  after: readonly Now[],
  read: (item: Old | Now) => Evidence,
  isPair = false,
): Pair<Old, Now>[] {
  if (isPair && before.length === 1 && after.length === 1) return [[before[0], after[0]]];
  const known = new Map<Old | Now, Evidence>([...before, ...after].map((item) => [item, read(item)]));
  const evidence = keys.map((readKey) => (item: Old | Now) => {
    const { type } = known.get(item)!;
    const key = readKey(known.get(item)!);
    return key && `${type} ${key}`;
  });
  const { pairs, left, right } = pairUp<Old, Now>(
    before,
    after,
    evidence.map((readKey) => ({ left: readKey, right: readKey })),
  );
  const formers = new Map(pairs.map(([old, now]) => [now, old]));
  const findAlike = <Other extends Old | Now>(one: Old | Now, others: readonly Other[]) => {
    const [only, another] = others.filter((other) => isAlike(known.get(one)!, known.get(other)!));
    return another === undefined ? only : undefined;
  };
  for (const now of right) {
    const old = findAlike(now, left);
    if (old !== undefined && findAlike(old, right) === now) formers.set(now, old);
  }
  const paired = new Set(formers.values());
  return [
    ...after.map((now): Pair<Old, Now> => [formers.get(now), now]),
    ...left.filter((old) => !paired.has(old)).map((old): Pair<Old, Now> => [old, undefined]),
  ];
}

/** A data model of another name whose elements are mostly the same. */
function isAlike(before: Evidence, now: Evidence): boolean {
  if (before.type !== "data model" || now.type !== "data model") return false;
  const [old = [], next = []] = [before, now].map(({ form }) => listElements(form as JsonObject).map(({ id }) => id));
  const shared = old.filter((id) => id !== undefined && next.includes(id));
  return shared.length > 0 && shared.length * 2 > Math.max(old.length, next.length);
}
