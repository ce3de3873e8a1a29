import { hasUnknown, type Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import type { AnyKind } from "../kinds/declare";
import { nameResource } from "./shared-sets";
import { getProfile } from "./state";

/** A resource that this run has checked. */
interface Declared {
  readonly profile: string | undefined;
  readonly inputs: Properties;
  readonly isNew: boolean;
}

/** The resources of a run, by kind and then by URN. */
const createDeclared = () => new Map<AnyKind, Map<string, Declared>>();

/**
 * Notes what a resource declares, and finds another resource of the run that declares the same object, where the
 * platform has one such object at most: its id consists of inputs, or its name is unique. Without this, a preview
 * creates both, and the second create fails.
 *
 * @returns the problem. Two entries of a state are none: nothing is created.
 */
export function findSameObject(
  run: Run,
  kind: AnyKind,
  { urn, inputs, isNew }: { readonly urn: string | undefined; readonly inputs: Properties; readonly isNew: boolean },
): string | undefined {
  if (urn === undefined) return undefined;
  const all = run.get(createDeclared).get(kind) ?? new Map<string, Declared>();
  run.get(createDeclared).set(kind, all);
  const own: Declared = { profile: getProfile(inputs), inputs, isNew };
  all.delete(urn);
  const other = [...all].find(
    ([, one]) => one.profile === own.profile && (one.isNew || isNew) && isSameObject(kind, one.inputs, inputs),
  );
  if (other === undefined) {
    all.set(urn, own);
    return undefined;
  }
  return (
    `${nameResource(other[0])} and ${nameResource(urn)} both declare the ${kind.describe(inputs)}, and the platform ` +
    "has only one such object. Remove one of the two."
  );
}

function isSameObject({ adoption, fields }: AnyKind, one: Properties, other: Properties): boolean {
  const isSameName = adoption?.unique?.isSame ?? adoption?.isSameName;
  if (isSameName !== undefined) {
    const names = [one.name, other.name];
    return !hasUnknown(names) && isSameName(one.name as string, other.name as string);
  }
  return (adoption?.idForms ?? []).some((form) => {
    const names = [...form.matchAll(/<(\w+)>/g)].map(([, name = ""]) => name);
    const isSame = (name: string) =>
      fields[name] !== undefined &&
      typeof one[name] === "string" &&
      one[name] === other[name] &&
      !hasUnknown(one[name]);
    return names.length > 0 && names.every(isSame);
  });
}
