import * as z from "zod";
import { collectTexts } from "../../core/data";
import { dropUndefined, type Properties, readStructure, unpack, wrapSecret } from "../../core/engine";
import { type CheckContext, type CommonInputs, commonFields, commonInputs, type Remote } from "./context";
import type { Review, Secrets } from "./facets";
import { type InputFields, listReferredKinds, listTypes, type OutputFields } from "./fields";
import { findBrokenTexts, findInputProblems } from "./problems";

/** A remote object, whatever its kind. */
export type AnyRemote = Remote<Properties, Properties>;

/** The key of the change summary in the checked inputs, see {@link Review.changeSummary}. */
export const changeSummaryKey = "changeSummary";

/**
 * What follows from the fields of a kind: how its properties are checked, compared, kept, and kept secret. Sends no
 * request.
 */
export interface Shape {
  /** The schema of the inputs that a program sets, without those that every kind has. */
  readonly inputs: z.ZodObject<z.ZodRawShape>;
  /** Forms of several inputs that belong together. */
  readonly variants?: z.ZodType;
  /** Inputs that had another name in older states: by the old name, the one of today. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Inputs whose change replaces the object. */
  readonly replaceOn: readonly string[];
  /** Inputs that are secret, whatever the program passes. */
  readonly secretInputs: readonly string[];
  /** Outputs that are secret. */
  readonly secretOutputs: readonly string[];
  /**
   * Outputs that the state keeps as one JSON text each: engine and SDK carry a text in one piece, and walk anything
   * else leaf by leaf.
   */
  readonly jsonOutputs: readonly string[];
  /** Outputs that an object may lack, of those that a program reads. */
  readonly optionalOutputs: readonly string[];

  /** The inputs among any properties, unset ones left out. */
  pickInputs(properties: Properties): Properties;
  /** The inputs that every kind has, among any properties. */
  pickCommon(properties: Properties): Properties;
  /** The ids of folders and workspaces among the inputs. */
  listFolders(inputs: Properties): string[];
  /** A state's inputs and outputs. */
  parseState(state: Properties): AnyRemote;
  /** Inverse of `parseState`: builds the state. `secretInputs` are those that the program marks as secret. */
  formState(remote: AnyRemote, secretInputs: readonly string[]): Properties;
  /**
   * What is wrong with properties given as inputs, a sentence each; `inputs` are what {@link Shape.pickInputs} made of
   * them.
   */
  findProblems(properties: Properties, inputs: Properties, context: CheckContext): string[];
  /**
   * The inputs that differ in meaning. `outputs` are those of the state, where they are known: what the platform made
   * of `olds`.
   */
  findChanged(olds: Properties, news: Properties, outputs?: Properties): string[];
  /**
   * Every secret text among any properties.
   *
   * @param marked the inputs that the program marks as secret, beside those that always are.
   */
  collectSecrets(properties: Properties, marked?: readonly string[]): string[];
}

/** What a shape is made of; see `Declaration`. */
interface Shaped {
  readonly fields: InputFields;
  readonly outputs: OutputFields;
  readonly variants: z.ZodType | undefined;
  readonly changed: Shape["findChanged"];
  readonly secrets: Secrets<Properties, Properties> | undefined;
  readonly problems: Review<Properties>["problems"];
}

/** The shape of a kind with these fields. */
export function createShape({ fields, outputs, variants, changed, secrets, problems: findOthers }: Shaped): Shape {
  const types = listTypes(fields);
  const own = Object.keys(fields);
  const common = Object.keys(commonInputs.shape);
  const list = <Behavior extends string>(
    all: Readonly<Record<string, { readonly [Name in Behavior]?: unknown }>>,
    behavior: Behavior,
  ) => Object.keys(all).filter((name) => all[name]![behavior]);
  const [secretInputs, secretOutputs] = [list(fields, "secret"), list(outputs, "secret")];
  const jsonOutputs = list(outputs, "asJson");
  const optionalOutputs = Object.keys(outputs).filter(
    (name) => !outputs[name]!.internal && outputs[name]!.type instanceof z.ZodOptional,
  );
  const places = own.filter((name) => listReferredKinds(fields[name]!).includes("Folder"));
  const schema = z.strictObject({ ...types, ...commonInputs.shape });
  const buildSchema = (field: string) => z.toJSONSchema(types[field] as z.ZodType, { unrepresentable: "any" });
  const names = memoize(
    () =>
      new Set([
        ...own,
        ...common,
        ...own.flatMap((field) => collectNames(buildSchema(field))),
        ...(secrets?.words?.() ?? []),
      ]),
  );
  const known = new Map<string, ReadonlySet<string>>();
  /** The texts of a field, but for the words of its own schema. */
  const listTexts = (field: string, value: unknown) => {
    const texts = collectTexts(value);
    if (texts.length === 0 || !own.includes(field)) return texts;
    const words = known.get(field) ?? collectWords(buildSchema(field));
    known.set(field, words);
    return texts.filter((text) => !words.has(text));
  };
  const pick = (keys: readonly string[], properties: Properties): Properties =>
    // A state may be the plugin's, which packs long texts.
    dropUndefined(Object.fromEntries(keys.map((key) => [key, unpack(properties[key], key)])));
  const readOutput = (name: string, value: unknown) =>
    jsonOutputs.includes(name) ? readStructure(unpack(value, name)) : value;

  const shape: Shape = {
    inputs: z.strictObject(types),
    ...(variants === undefined ? {} : { variants }),
    renamed: Object.fromEntries(
      Object.entries<InputFields[string]>({ ...fields, ...commonFields }).flatMap(([name, { formerly }]) =>
        formerly === undefined ? [] : [[formerly, name]],
      ),
    ),
    replaceOn: list(fields, "replaces"),
    secretInputs,
    secretOutputs,
    jsonOutputs,
    optionalOutputs,

    pickInputs: (properties) => pick([...own, ...common], properties),
    pickCommon: (properties) => pick(common, properties),
    listFolders: (inputs) =>
      places.map((field) => inputs[field]).filter((id): id is string => typeof id === "string" && id !== ""),
    parseState: (state) => ({
      inputs: shape.pickInputs(state),
      outputs: Object.fromEntries(
        Object.entries(state)
          .filter(([name, value]) => Object.hasOwn(outputs, name) && value !== null)
          .map(([name, value]) => [name, readOutput(name, value)]),
      ),
    }),
    formState(remote, marked) {
      const secret: readonly string[] = [...secretOutputs, ...(secrets?.outputs?.(remote.inputs, marked) ?? [])];
      const toKept = ([name, value]: [string, unknown]) => {
        const kept = jsonOutputs.includes(name) && value !== undefined ? JSON.stringify(value) : value;
        return [name, secret.includes(name) && kept !== undefined ? wrapSecret(kept) : kept];
      };
      const kept = Object.fromEntries(Object.entries(remote.outputs).map(toKept));
      // A preview knows what an object lacks only if the state says so: the SDK takes a missing key for unknown.
      const lacking = Object.fromEntries(optionalOutputs.map((name) => [name, null]));
      return { ...dropUndefined(remote.inputs), ...lacking, ...dropUndefined(kept) };
    },
    findProblems(properties, inputs, context) {
      const given = dropUndefined(
        Object.fromEntries(
          Object.entries(properties).filter(([key]) => !key.startsWith("__") && key !== changeSummaryKey),
        ),
      );
      const problems = [...findInputProblems(schema, given, context.before), ...findBrokenTexts(given)];
      if (problems.length > 0 || context.isChecked) return problems;
      return [
        ...(variants === undefined ? [] : findInputProblems(variants, inputs, context.before)),
        ...(findOthers?.(inputs as CommonInputs, context) ?? []),
      ];
    },
    findChanged: changed,
    collectSecrets(properties, marked = []) {
      const inputs = shape.pickInputs(properties);
      const partly = secrets?.partly?.(inputs) ?? [];
      const texts = [
        ...secretInputs.flatMap((name) => listTexts(name, inputs[name])),
        ...marked.filter((name) => !partly.includes(name)).flatMap((name) => listTexts(name, properties[name])),
        ...secretOutputs.flatMap((name) => collectTexts(readOutput(name, properties[name]))),
        ...(secrets?.texts?.(inputs) ?? []),
      ];
      // A message without the names of fields would tell nothing, and they are no secrets.
      return texts.filter((text) => !names().has(text));
    },
  };
  return shape;
}

/**
 * The words that a schema itself consists of. They tell nothing, and a message without them would tell nothing either.
 */
function collectWords(schema: object): ReadonlySet<string> {
  const words = new Set<string>();
  // The reviver sees every key and every text, at every depth.
  JSON.parse(JSON.stringify(schema), (key, value) => {
    words.add(key);
    if (typeof value === "string") words.add(value);
    return value;
  });
  return words;
}

/** The names of the fields in a schema, at every depth. */
function collectNames(schema: object): string[] {
  const names: string[] = [];
  JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "properties") names.push(...Object.keys(value));
    return value;
  });
  return names;
}

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
