import * as z from "zod";
import { isConsistent, isSameCron, isSameZone } from "../../core/api";
import { equal, equalSet, equalText, type Properties } from "../../core/engine";
import { isSameData, normalizeName, normalizeStored } from "../../core/text";

/** What any field may be beyond its type. */
interface Marks {
  /** Whether the value is secret, whatever the program passes: marked so in the state, and removed from messages. */
  readonly secret?: true;
  /** Whether programs neither set nor see the field: only the resource class does. */
  readonly internal?: true;
}

/**
 * How an input behaves beyond its type. Left out: compared as data, cleared when it is omitted, updated in place,
 * readable.
 */
export interface InputBehavior extends Marks {
  /**
   * What counts as equal: `text`, not set and empty are the same; `caseless`, upper and lower case are; `set`, the
   * order of the items has no meaning; `hosts`, a set in which their case has none either; `cron` and `zone`, other
   * spellings of a time are. Left out: equal as data. Beside that, what a read finds equals the declared value if a
   * platform may have stored one as the other: see {@link normalizeStored}.
   */
  readonly equal?: "text" | "caseless" | "set" | "hosts" | "cron" | "zone";
  /**
   * What a field that is left out means: `clear`, nothing or its default; `keep`, whatever the platform has. Default:
   * `clear`.
   */
  readonly omitted?: "clear" | "keep";
  /**
   * What the platform has when the field is left out, and what an update sends to get there. Left out: nothing, and the
   * key is not sent.
   */
  readonly clearWith?: unknown | ((inputs: Properties) => unknown);
  /**
   * What an update that sends everything sends when the field is removed from the declaration. Left out: as
   * `clearWith`.
   */
  readonly removedWith?: unknown;
  /** Whether the platform fills the value with defaults: a read compares only the parts that are declared. */
  readonly filledIn?: true;
  /** Whether a change replaces the resource. */
  readonly replaces?: true;
  /** Whether the platform accepts the value and never returns it: it counts as unchanged on the platform. */
  readonly writeOnly?: true;
  /**
   * Whether the platform doesn't keep the field: it is kept in the state, and a change of it alone sends nothing. A
   * create may use it.
   */
  readonly local?: true;
  /** The kind that the value refers to: the argument then also accepts a resource. */
  readonly ref?: Reference;
  /** The name that the field has in older states. */
  readonly formerly?: string;
  /** Other fields that are sent along when this one changes. */
  readonly sentWith?: readonly string[];
}

/** How an output behaves beyond its type. */
export interface OutputBehavior extends Marks {
  /** Of a value with many parts: whether the state keeps it as JSON text, which engine and SDK carry in one piece. */
  readonly asJson?: true;
  /**
   * The inputs whose change may change it: after an update of others, a preview knows it where the door can say so.
   * Left out: any.
   */
  readonly changesWith?: readonly string[];
}

/** None of the behaviors that only the other side's fields have. */
type Without<Other, Own> = { readonly [Name in Exclude<keyof Other, keyof Own>]?: never };

/** A field that names another object, or a list of such. */
export interface Reference {
  /** The kind of resource, or those that it may be. */
  readonly kind: string | readonly string[];
  /** The property that the value is; default: the id. */
  readonly by?: string;
  /** The field that gets the id of a resource that is given, where `by` is something else. */
  readonly idIn?: string;
}

interface Described<Type extends z.ZodType> {
  readonly type: Type;
  /** One sentence or more for the reference; Markdown. */
  readonly description: string;
}

/** An input of a kind: its type, what it means, and how it behaves. */
export interface InputField<Type extends z.ZodType = z.ZodType>
  extends Described<Type>,
    InputBehavior,
    Without<OutputBehavior, InputBehavior> {}

/** An output of a kind: what the platform adds to the inputs. */
export interface OutputField<Type extends z.ZodType = z.ZodType>
  extends Described<Type>,
    OutputBehavior,
    Without<InputBehavior, OutputBehavior> {}

/** A field of either side, where only what both have matters. */
export type AnyField = InputField | OutputField;

/**
 * Declares an input.
 *
 * @example `field(z.string().optional(), "What the tag is for.", { equal: "text", clearWith: "" })`
 */
export function field<Type extends z.ZodType, const Behavior extends InputBehavior = Record<never, never>>(
  type: Type,
  description: string,
  behavior?: Behavior,
): InputField<Type> & NoInfer<Behavior> {
  return { type, description, ...behavior } as InputField<Type> & NoInfer<Behavior>;
}

/**
 * Declares an output.
 *
 * @example `output(z.string(), "The URL to show in other pages.")`
 */
export function output<Type extends z.ZodType>(
  type: Type,
  description: string,
  behavior: OutputBehavior = {},
): OutputField<Type> {
  return { type, description, ...behavior };
}

/** A text that must not be empty. */
export const text = z.string().min(1);

/** The options of {@link reference} beside the behavior of any field. */
type ReferenceOptions = InputBehavior & Omit<Reference, "kind">;

/**
 * Declares a field that holds the id of another object.
 *
 * @example `reference("Folder", "Id of the folder that the model is in.")`
 */
export function reference(
  kind: Reference["kind"],
  description: string,
  options: ReferenceOptions = {},
): InputField<z.ZodString> {
  const { by, idIn, ...behavior } = options;
  return field(text, description, { ...behavior, ref: { kind, ...(by && { by }), ...(idIn && { idIn }) } });
}

/** The kinds that a field may refer to. */
export function listReferredKinds({ ref }: Pick<InputBehavior, "ref">): readonly string[] {
  return ref === undefined ? [] : [ref.kind].flat();
}

/** Inputs by name. */
export type InputFields = Readonly<Record<string, InputField>>;

/** Outputs by name. */
export type OutputFields = Readonly<Record<string, OutputField>>;

/** The data that fields describe. */
export type DataOf<All extends InputFields | OutputFields> = z.infer<
  z.ZodObject<{ -readonly [Name in keyof All]: All[Name]["type"] }>
>;

/** The types of fields by name. */
export function listTypes(fields: InputFields): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type]));
}

/** What the behaviors of a kind's fields say of data; pure. */
export interface FieldRules {
  /** The fields that differ in meaning. */
  changed(olds: Properties, news: Properties): string[];
  /**
   * What is found on the platform, in the words of the declaration: a declared value that means the same stays as it is
   * written. Fields that aren't found, or can't be, are as declared.
   *
   * @param declared undefined: nothing is declared, as for a lookup by id.
   */
  merged(declared: Properties | undefined, found: Properties): Properties;
  /** The body of an update: the changed fields, with what clears those that are left out. */
  patch(news: Properties, changed: Iterable<string>): Properties;
  /**
   * The full request body, with the values for omitted fields.
   *
   * @param changed the fields that an update changes: those that it removes have the value of `removedWith`.
   */
  complete(inputs: Properties, changed?: ReadonlySet<string>): Properties;
}

/** The rules of fields. */
export function createRules(fields: InputFields): FieldRules {
  const names = Object.keys(fields);

  /** The value, or what the platform has without. */
  const getEffective = (name: string, inputs: Properties): unknown => {
    const value = inputs[name];
    if (value !== undefined && value !== null) return value;
    const { clearWith } = fields[name]!;
    return typeof clearWith === "function" ? (clearWith as (inputs: Properties) => unknown)(inputs) : clearWith;
  };
  const isName = (name: string) => name === "name" || fields[name]!.ref?.by === "name";
  const isSame = (name: string, a: unknown, b: unknown) =>
    comparisons[fields[name]!.equal ?? "data"](a, b) || (isName(name) && isSameData(a, b));
  /** Whether a platform may have stored one as the other, see {@link normalizeStored}. */
  const isSameStored = (name: string, a: unknown, b: unknown) =>
    isSame(name, a, b) || isSame(name, normalizeStored(a), normalizeStored(b));
  const isSent = (name: string) => !fields[name]!.local;
  const buildBody = (keys: readonly string[], inputs: Properties) =>
    Object.fromEntries(
      keys.flatMap((name) => {
        const value = getEffective(name, inputs);
        return isSent(name) && value !== undefined ? [[name, value]] : [];
      }),
    );

  return {
    changed: (olds, news) =>
      names.filter((name) => {
        if (fields[name]!.omitted === "keep" && news[name] === undefined) return false;
        // A state may have what a platform made of the declaration: no reason for another object.
        const isEqual = fields[name]!.replaces ? isSameStored : isSame;
        return !isEqual(name, getEffective(name, olds), getEffective(name, news));
      }),

    merged: (declared, found) =>
      Object.fromEntries(
        names.map((name) => {
          const { writeOnly, local, omitted, filledIn } = fields[name]!;
          const known = declared?.[name];
          const isDeclaredAlone = declared !== undefined && (writeOnly || local);
          if (isDeclaredAlone || !Object.hasOwn(found, name)) return [name, known];
          if (declared !== undefined && known === undefined && omitted === "keep") return [name, undefined];
          if (declared !== undefined && filledIn && isFilledIn(known, found[name])) return [name, known];
          const there = getEffective(name, found);
          return [
            name,
            isSameStored(name, getEffective(name, { ...found, [name]: known }), there)
              ? known
              : (found[name] ?? undefined),
          ];
        }),
      ),

    patch: (news, changed) =>
      buildBody([...new Set([...changed].flatMap((name) => [name, ...(fields[name]!.sentWith ?? [])]))], news),

    complete: (inputs, changed) => {
      const isRemoved = (name: string) => changed?.has(name) && (inputs[name] ?? undefined) === undefined;
      const removed = names.filter(
        (name) => isSent(name) && isRemoved(name) && fields[name]!.removedWith !== undefined,
      );
      return {
        ...buildBody(names, inputs),
        ...Object.fromEntries(removed.map((name) => [name, fields[name]!.removedWith])),
      };
    },
  };
}

const comparisons: Readonly<Record<NonNullable<InputBehavior["equal"]> | "data", (a: unknown, b: unknown) => boolean>> =
  {
    data: (a, b) => equal(a ?? undefined, b ?? undefined),
    text: equalText,
    caseless: (a, b) => equalText(foldCase(a), foldCase(b)),
    set: (a, b) => equalSet(a as readonly string[] | undefined, b as readonly string[] | undefined),
    hosts: (a, b) => equalSet(foldAll(a), foldAll(b)),
    cron: isSameCron,
    zone: isSameZone,
  };

/** Whether a platform has only added to a value. */
function isFilledIn(known: unknown, found: unknown): boolean {
  return isConsistent(normalizeStored(known), normalizeStored(found));
}

function foldAll(items: unknown): readonly string[] | undefined {
  return Array.isArray(items) ? items.map((item) => foldCase(item) as string) : undefined;
}

function foldCase(value: unknown): unknown {
  return typeof value === "string" ? normalizeName(value.toLowerCase()) : value;
}
