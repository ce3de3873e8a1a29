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

function isSameObject(kind: AnyKind, one: Properties, other: Properties): boolean {
  const { adoption } = kind;
  const isSameName = adoption?.unique?.isSame ?? adoption?.isSameName;
  if (isSameName !== undefined) {
    const names = [one.name, other.name];
    return !hasUnknown(names) && isSameName(one.name as string, other.name as string);
  }
  const id = formId(kind, one);
  return id !== undefined && id === formId(kind, other);
}

/**
 * The id that a declaration determines: in the longest form of which it gives every part. Undefined: the platform
 * gives a part, or an unknown value may make it another form.
 */
function formId({ adoption, fields }: Pick<AnyKind, "adoption" | "fields">, inputs: Properties): string | undefined {
  const part = /<([^<>]+)>/g;
  const forms = (adoption?.idForms ?? []).map((form) => ({
    form,
    names: [...form.matchAll(part)].map(([, name = ""]) => name),
  }));
  if (forms.some(({ names }) => names.some((name) => hasUnknown(inputs[name])))) return undefined;
  const isGiven = (name: string) => fields[name] !== undefined && typeof inputs[name] === "string";
  const [longest] = forms
    .filter(({ names }) => names.length > 0 && names.every(isGiven))
    .sort((a, b) => b.names.length - a.names.length);
  return longest?.form.replace(part, (_, name: string) => inputs[name] as string);
}
