import { z } from "zod";
import { type AnyKind, commonInputs, type Remote } from "./kind";
import { inputProblems } from "./problems";
import { clean, equal, type Properties, textsIn } from "./values";

/** A remote object, whatever its kind. */
export type AnyRemote = Remote<Properties, Properties>;

/** What can be said of properties once their kind is known; pure. */
export interface Shape {
  /** The inputs among any properties, unset ones left out. */
  inputsOf(properties: Properties): Properties;
  /** The inputs every kind has, among others. */
  commonOf(properties: Properties): Properties;
  /** A state's inputs and outputs. */
  remoteOf(state: Properties): AnyRemote;
  /** What is wrong with inputs, a sentence each. */
  problemsOf(properties: Properties): string[];
  /** The inputs that differ in meaning. */
  changedKeys(olds: Properties, news: Properties): string[];
  /** Every secret text in the inputs. */
  secretsOf(inputs: Properties): string[];
}

/** The shape of a kind's properties. */
export function shapeOf(kind: AnyKind): Shape {
  const common = Object.keys(commonInputs.shape);
  const own = Object.keys(kind.inputs.shape);
  const schema = z.strictObject({ ...kind.inputs.shape, ...commonInputs.shape });

  const pick = (keys: readonly string[], properties: Properties): Properties =>
    clean(Object.fromEntries(keys.map((key) => [key, properties[key]])));

  const shape: Shape = {
    inputsOf: (properties) => pick([...own, ...common], properties),
    commonOf: (properties) => pick(common, properties),
    remoteOf: (state) => ({
      inputs: shape.inputsOf(state),
      outputs: Object.fromEntries(
        Object.entries(state).filter(([key]) => !own.includes(key) && !common.includes(key) && !key.startsWith("__")),
      ),
    }),
    problemsOf(properties) {
      const given = clean(Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__"))));
      const problems = inputProblems(schema, given);
      return problems.length > 0 ? problems : (kind.problems?.(shape.inputsOf(given)) ?? []);
    },
    changedKeys(olds, news) {
      const changed = (kind.changed?.(olds, news) ?? own.filter((key) => !equal(olds[key], news[key]))) as string[];
      return olds.connection === news.connection ? changed : [...changed, "connection"];
    },
    secretsOf: (inputs) => kind.secret.flatMap((field) => textsIn(inputs[field])),
  };
  return shape;
}
