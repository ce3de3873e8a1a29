import * as z from "zod";
import { unpack } from "../../core/packed";
import { collectTexts, dropUndefined, type Properties, readStructure, wrapSecret } from "../../core/values";
import { type CheckContext, commonInputs, type Remote } from "./context";
import type { AnyKind } from "./kind";
import { findBrokenTexts, findInputProblems } from "./problems";

/** A remote object, whatever its kind. */
export type AnyRemote = Remote<Properties, Properties>;

/** The key of the change summary in the checked inputs, see {@link Review.changeSummary}. */
export const changeSummaryKey = "changeSummary";

/** The key of an earlier release. */
const formerSummaryKey = "facts";

/** What can be said of properties once their kind is known; pure. */
export interface Shape {
  /** The inputs among any properties, unset ones left out. */
  inputsOf(properties: Properties): Properties;
  /** The ids of folders and workspaces among the inputs. */
  foldersOf(inputs: Properties): string[];
  /** The inputs every kind has, among others. */
  commonOf(properties: Properties): Properties;
  /** A state's inputs and outputs. */
  remoteOf(state: Properties): AnyRemote;
  /** The other way round: what the state is to hold; `secretInputs` are those that the program marks as secret. */
  stateOf(remote: AnyRemote, secretInputs: readonly string[]): Properties;
  /**
   * What is wrong with properties given as inputs, a sentence each; `inputs` are what {@link Shape.inputsOf} made of them.
   */
  problemsOf(properties: Properties, inputs: Properties, context: CheckContext): string[];
  /** The inputs of the kind that differ in meaning. */
  changedKeys(olds: Properties, news: Properties, outputs?: Properties): string[];
  /**
   * Every secret text in the inputs among any properties.
   *
   * @param marked the inputs that the program marks as secret, beside those that always are.
   */
  secretsOf(properties: Properties, marked?: readonly string[]): string[];
}

/** The shape of a kind's properties. */
export function getShape(kind: AnyKind): Shape {
  const common = Object.keys(commonInputs.shape);
  const { jsonOutputs } = kind;
  const own = Object.keys(kind.inputs.shape);
  const places = own.filter((field) => [kind.fields[field]?.ref?.kind].flat().includes("Folder"));
  const schema = z.strictObject({ ...kind.inputs.shape, ...commonInputs.shape });
  const names = memoize(
    () => new Set([...own, ...common, ...own.flatMap((field) => collectNames(buildSchema(field)))]),
  );
  const buildSchema = (field: string) =>
    z.toJSONSchema(kind.inputs.shape[field] as z.ZodType, { unrepresentable: "any" });
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
    dropUndefined(Object.fromEntries(keys.map((key) => [key, unpack(properties[key])])));

  const shape: Shape = {
    inputsOf: (properties) => pick([...own, ...common], properties),
    foldersOf: (inputs) =>
      places.map((field) => inputs[field]).filter((id): id is string => typeof id === "string" && id !== ""),
    commonOf: (properties) => pick(common, properties),
    remoteOf: (state) => ({
      inputs: shape.inputsOf(state),
      outputs: Object.fromEntries(
        Object.entries(state)
          .filter(([key]) => Object.hasOwn(kind.outputs, key))
          .map(([key, value]) => [key, jsonOutputs.includes(key) ? readStructure(unpack(value)) : value]),
      ),
    }),
    stateOf({ inputs, outputs }, secretInputs) {
      const secret: readonly string[] = kind.secrets?.outputs?.(inputs, secretInputs) ?? [];
      const toKept = ([key, value]: [string, unknown]) => {
        const kept = jsonOutputs.includes(key) && value !== undefined ? JSON.stringify(value) : value;
        return [key, secret.includes(key) && kept !== undefined ? wrapSecret(kept) : kept];
      };
      return { ...dropUndefined(inputs), ...dropUndefined(Object.fromEntries(Object.entries(outputs).map(toKept))) };
    },
    problemsOf(properties, inputs, context) {
      const given = dropUndefined(
        Object.fromEntries(
          Object.entries(properties).filter(
            ([key]) => !key.startsWith("__") && key !== changeSummaryKey && key !== formerSummaryKey,
          ),
        ),
      );
      const problems = [...findInputProblems(schema, given, context.before), ...findBrokenTexts(given)];
      return problems.length > 0 || context.isChecked ? problems : (kind.review?.problems?.(inputs, context) ?? []);
    },
    changedKeys(olds, news, outputs) {
      return kind.changed(olds, news, outputs) as string[];
    },
    secretsOf(properties, marked = []) {
      const inputs = shape.inputsOf(properties);
      const secret = kind.secret.map((field: string) => [field, inputs[field]] as const);
      const others = marked.map((field) => [field, properties[field]] as const);
      const texts = [...secret, ...others].flatMap(([field, value]) => listTexts(field, value));
      // A message without the names of fields would tell nothing, and they are no secrets.
      return [...texts, ...(kind.secrets?.texts?.(inputs) ?? [])].filter((text) => !names().has(text));
    },
  };
  return shape;
}

/** The words that a schema itself consists of. They tell nothing, and a message without them would tell nothing either. */
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

/** The settings of a kind where a stack sets none. */
export function getDefaultSettings({ settings }: AnyKind): Record<string, string> {
  return Object.fromEntries(Object.entries(settings?.choices ?? {}).map(([name, [first]]) => [name, first]));
}
