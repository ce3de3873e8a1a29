import type { EnforcementLevel, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { type Settings, schemaOf, type Values } from "./settings";

/** What a pack may change of a policy. */
export interface PolicyOptions<Config> {
  /** The policy's name; to be changed where one pack has a policy twice. */
  readonly name?: string;
  /** How a violation counts; see each policy for what it is otherwise. */
  readonly level?: EnforcementLevel;
  /** Settings that differ from the policy's own. The configuration of the pack still goes before them. */
  readonly config?: Partial<Config>;
}

/** Makes a policy, for a pack of one's own. */
export type PolicyFactory<Config, Made> = (options?: PolicyOptions<Config>) => Made;

/** What a policy judges with. */
type Judgement =
  | Pick<ResourceValidationPolicy, "validateResource" | "remediateResource">
  | Pick<StackValidationPolicy, "validateStack">;

/** A policy, as its own file describes it. */
export interface Definition<S extends Settings, J extends Judgement> {
  readonly name: string;
  /** The rule, as a sentence; a violation begins with it. */
  readonly description: string;
  readonly level: EnforcementLevel;
  readonly settings: S;
  /** `settingsOf` gives the settings that are in force. */
  readonly judge: (settingsOf: (context: { getConfig<T extends object>(): T }) => Values<S>) => J;
}

/**
 * Turns the description of a policy into a factory.
 *
 * @example
 * ```ts
 * export const noControls = policy({
 *   name: "no-controls",
 *   description: "Models have no controls.",
 *   level: "advisory",
 *   settings: { allowed: texts("Ids of controls that may be.") },
 *   judge: (settingsOf) => ({
 *     validateResource: validateDataModel((model, context, report) => {
 *       const { allowed } = settingsOf(context);
 *       forEachElement(model, ({ element, path }) => {
 *         if (element.kind === "control" && !allowed.includes(element.id)) report("a control", path);
 *       });
 *     }),
 *   }),
 * });
 * ```
 */
export function policy<S extends Settings, J extends Judgement>(
  definition: Definition<S, J>,
): PolicyFactory<Values<S>, J & { name: string; description: string }> {
  const { name, description, level, settings, judge } = definition;
  return (options = {}) => {
    const fallbacks = Object.fromEntries(Object.entries(settings).map(([key, { fallback }]) => [key, fallback]));
    const defaults = { ...fallbacks, ...options.config };
    return {
      name: options.name ?? name,
      description,
      enforcementLevel: options.level ?? level,
      configSchema: schemaOf(settings, defaults),
      // The engine fills in the schema's defaults; a pack that is run by anything else may not.
      ...judge((context) => ({ ...defaults, ...context.getConfig() }) as Values<S>),
    };
  };
}
