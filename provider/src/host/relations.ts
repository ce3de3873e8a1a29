/** What resources of one run are to each other. The engine checks them in any order, so the second of two is told. */
import { isUuid } from "../core/api";
import { equal, hasUnknown, isUnknown, type Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import { normalizeName } from "../core/text";
import type { AnyKind, SharedSet } from "../kinds/declare";
import { getProfile } from "./state";

/** What the resources of a run say of things, by thing and then by URN. */
class Register<Said> {
  readonly #said = new Map<string, Map<string, Said>>();
  readonly #things = new Map<string, readonly string[]>();

  /** Notes what a resource says of these things, instead of what it said before. */
  note(urn: string, things: readonly string[], said: Said): void {
    for (const thing of this.#things.get(urn) ?? []) this.#said.get(thing)?.delete(urn);
    this.#things.set(urn, things);
    for (const thing of things) {
      const all = this.#said.get(thing) ?? new Map<string, Said>();
      this.#said.set(thing, all.set(urn, said));
    }
  }

  /** What is said of a thing, by URN. */
  get(thing: string): ReadonlyMap<string, Said> {
    return this.#said.get(thing) ?? new Map<string, Said>();
  }
}

/** A resource whose object the platform has once at most. */
interface Single {
  readonly isNew: boolean;
  /** What a message calls the object that it declares. */
  readonly what: string;
}

const createObjects = () => new Register<Single>();

/** A resource that is checked. */
interface CheckedResource {
  readonly urn: string | undefined;
  readonly inputs: Properties;
  readonly isNew: boolean;
  /** Hides its secrets in a text. */
  hide(text: string): string;
}

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
  { urn, inputs, isNew, hide }: CheckedResource,
): string | undefined {
  if (urn === undefined) return undefined;
  const objects = run.get(createObjects);
  const named = nameObject(kind, inputs);
  const object = JSON.stringify([kind.name, getProfile(inputs), named]);
  const own: Single = { isNew, what: hide(kind.describe(inputs)) };
  objects.note(urn, [], own);
  const other = [...objects.get(object)].find(([, one]) => one.isNew || isNew);
  if (named !== undefined && other === undefined) objects.note(urn, [object], own);
  if (other === undefined) return undefined;
  const [otherUrn, { what }] = other;
  // The id has not all that a description says, such as the permission of a grant.
  const both = what === own.what ? `the ${what}` : `the same object, as the ${what} and as the ${own.what}`;
  return (
    `${nameResource(otherUrn)} and ${nameResource(urn)} both declare ${both}, and the platform has only one such ` +
    "object. Remove one of the two."
  );
}

/**
 * The name or id that tells an object from all others of its kind, as far as its declaration determines it: the id in
 * the longest form of which every part is given, in a spelling that equal ones share. Undefined: the platform gives a
 * part, or an unknown value may make it another form.
 */
function nameObject({ adoption, fields }: AnyKind, inputs: Properties): string | undefined {
  const { name } = inputs;
  if (adoption?.foldName !== undefined)
    return typeof name === "string" && !hasUnknown(name) ? adoption.foldName(name) : undefined;
  const part = /<([^<>]+)>/g;
  const forms = (adoption?.keyForms ?? adoption?.idForms ?? []).map((form) => ({
    form,
    names: [...form.matchAll(part)].map(([, name = ""]) => name),
  }));
  if (forms.some(({ names }) => names.some((name) => hasUnknown(inputs[name])))) return undefined;
  const isGiven = (name: string) => fields[name] !== undefined && typeof inputs[name] === "string";
  const [longest] = forms
    .filter(({ names }) => names.length > 0 && names.every(isGiven))
    .sort((a, b) => b.names.length - a.names.length);
  return longest?.form.replace(part, (_, name: string) => foldPart(fields[name]?.equal, inputs[name] as string));
}

/** A part of an id in the spelling that equal ones share: the case of a UUID has no meaning. */
function foldPart(comparison: AnyKind["fields"][string]["equal"], text: string): string {
  return normalizeName(comparison === "caseless" || isUuid(text) ? text.toLowerCase() : text);
}

/** A set, or an item of it, that a resource manages. */
interface Claim extends SharedSet {
  /** How messages call the resource. */
  readonly name: string;
  /** Whether its declaration is another one than that of the state. */
  readonly isChanged: boolean;
}

const createClaims = () => new Register<Claim>();

/** What is said of a resource that manages the same set as another one. */
export interface Overlap {
  /** That the two undo each other. */
  readonly problem?: string;
  /** That they will, once one of them changes: said where one of the two declarations is new. */
  readonly warning?: string;
}

/**
 * Notes what a resource manages, and compares it with the other resources of the run.
 *
 * @param set undefined: nothing that others may manage, too, or what the program no longer declares.
 */
export function noteSharedSet(
  run: Run,
  urn: string | undefined,
  set: SharedSet | undefined,
  isChanged: boolean,
): Overlap {
  if (urn === undefined) return {};
  const claims = run.get(createClaims);
  const isKnown = set !== undefined && !isUnknown(set.of) && !hasUnknown(set.items);
  const own: Claim = { ...(set as SharedSet), name: nameResource(urn), isChanged };
  const thing = JSON.stringify([set?.what, set?.of]);
  claims.note(urn, isKnown ? [thing] : [], own);
  if (!isKnown) return {};
  const others = [...claims.get(thing).values()].filter((one) => one !== own && (one.isWhole || own.isWhole));
  const contrary = others.find((one) => isContrary(one, own));
  const other = contrary ?? others[0];
  if (other === undefined) return {};
  const both = `${other.name} and ${own.name} both manage the ${set.what} ${set.of}`;
  const hint = `Keep one of them: remove ${[other, own].map((one) => one.removal ?? one.name).join(", or ")}.`;
  if (contrary !== undefined)
    return { problem: `${both}, and not the same ones: each would undo the other's updates. ${hint}` };
  if (!own.isChanged && !other.isChanged) return {};
  return { warning: `${both}: once one of them changes, each undoes the other's updates. ${hint}` };
}

/** Whether an update of one would undo the other's. */
function isContrary(one: SharedSet, other: SharedSet): boolean {
  const isMissing = (whole: SharedSet, part: SharedSet) =>
    part.items.some((item) => !whole.items.some((known) => equal(known, item)));
  return (one.isWhole && isMissing(one, other)) || (other.isWhole && isMissing(other, one));
}

/** A change of an object that may delete parts of it, which other resources manage. */
interface Danger {
  /** The kind of these; left out: any. */
  readonly kind?: string;
  /** Shows a warning about the changed resource. */
  warn(part: string): void;
}

const createDangers = () => new Register<Danger>();
/** The kinds of the resources whose objects are parts of others, by the id of the whole. */
const createParts = () => new Register<string>();
/** The pairs for which a warning was shown. */
const createTold = () => new Set<string>();

/** Notes what a change of a resource's object endangers. @param danger undefined: nothing. */
export function noteDanger(run: Run, urn: string | undefined, id: string, danger: Danger | undefined): void {
  if (urn === undefined) return;
  run.get(createDangers).note(urn, danger === undefined ? [] : [id], danger as Danger);
  if (danger === undefined) return;
  for (const [part, kind] of run.get(createParts).get(id)) tellDanger(run, [urn, danger], [part, kind]);
}

/** Notes of what a resource's object is a part. @param wholes ids. */
export function noteParts(run: Run, urn: string | undefined, kind: AnyKind, wholes: readonly string[]): void {
  if (urn === undefined) return;
  run.get(createParts).note(urn, wholes, kind.name);
  const dangers = wholes.flatMap((id) => [...run.get(createDangers).get(id)]);
  for (const danger of dangers) tellDanger(run, danger, [urn, kind.name]);
}

function tellDanger(run: Run, [changed, danger]: [string, Danger], [part, kind]: [string, string]): void {
  const told = run.get(createTold);
  const pair = JSON.stringify([changed, part]);
  if ((danger.kind ?? kind) !== kind || told.has(pair)) return;
  told.add(pair);
  danger.warn(nameResource(part));
}

/** `the Team "buyers"`. */
export function nameResource(urn: string): string {
  const [type = "", ...name] = urn.split("::").slice(2);
  return `the ${type.slice(type.lastIndexOf(":") + 1)} "${name.join("::")}"`;
}
