import type {
  EnforcementLevel,
  ReportViolation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import { buildSchema, describeSettings, type Settings, type Values } from "./settings";

/** The options of a policy in a pack. */
export interface PolicyOptions<Config> {
  /** The policy's name. Change it if one pack has the policy twice. */
  readonly name?: string;
  /** The enforcement level; for the default, see each policy. */
  readonly level?: EnforcementLevel;
  /** Settings that replace the policy's defaults. The configuration of the pack overrides them. */
  readonly config?: Partial<Config>;
}

/** Creates a policy for your own pack. */
export type PolicyFactory<Config, Policy> = (options?: PolicyOptions<Config>) => Policy;

/** The functions that validate or remediate resources. */
type Judgement =
  | Pick<ResourceValidationPolicy, "validateResource" | "remediateResource">
  | Pick<StackValidationPolicy, "validateStack">;

/** The definition of a policy. */
export interface Definition<S extends Settings, J extends Judgement> {
  readonly name: string;
  /** The rule, one sentence; each violation begins with it. */
  readonly description: string;
  readonly level: EnforcementLevel;
  readonly settings: S;
  /** Creates the functions; `settingsOf` returns the current settings. */
  readonly judge: (settingsOf: (context: Configured) => Values<S>) => J;
}

/**
 * Creates a factory from the definition of a policy.
 *
 * @example
 * ```ts
 * export const noControls = policy({
 *   name: "no-controls",
 *   description: "Models have no controls.",
 *   level: "advisory",
 *   settings: { allowed: declareTexts("Ids of allowed controls.") },
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
    const ownName = options.name ?? name;
    // The engine adds the schema's defaults; other callers may not.
    const readSettings = (context: Configured) => ({ ...defaults, ...context.getConfig() }) as Values<S>;
    return {
      name: ownName,
      description,
      enforcementLevel: options.level ?? level,
      configSchema: buildSchema(settings, defaults),
      ...nameSettings(judge(readSettings), (context) => describeSettings(ownName, readSettings(context))),
    };
  };
}

/** What has the configuration of a policy. */
interface Configured {
  getConfig<T extends object>(): T;
}

/** Adds to the first violation of each resource, and to the first of a stack, which settings change the policy. */
function nameSettings<J extends Judgement>(judgement: J, describe: (context: Configured) => string): J {
  const wrap = <Args extends Configured>(validate: (args: Args, report: ReportViolation) => unknown) => {
    return (args: Args, report: ReportViolation) => {
      let isFirst = true;
      return validate(args, (message, urn) => {
        report(isFirst ? `${message}\n${describe(args)}` : message, urn);
        isFirst = false;
      });
    };
  };
  const { validateResource, validateStack } = judgement as Partial<ResourceValidationPolicy & StackValidationPolicy>;
  return {
    ...judgement,
    ...(validateResource && { validateResource: [validateResource].flat().map(wrap) }),
    ...(validateStack && { validateStack: wrap(validateStack) }),
  };
}
