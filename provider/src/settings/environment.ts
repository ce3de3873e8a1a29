import { type ConfigSource, environmentNames, type Field } from "./profile";

/** A variable of the environment that is set and not used. */
export interface OverriddenVariable {
  readonly variable: string;
  readonly field: Field;
  /**
   * The key of the stack's configuration that overrides it: `analytics:baseUrl`, or `analytics:profiles.emea` for a
   * named profile.
   */
  readonly by: string;
}

/**
 * A region stands for a base URL: either of them in the stack's configuration overrides the environment's variables for
 * both.
 */
const places: readonly Field[] = ["region", "baseUrl"];

/**
 * The environment variables that set fields of a profile, and those that the stack's configuration overrides; see
 * {@link profileSettings}.
 */
export function readVariables(
  config: ConfigSource,
  environment: Readonly<Record<string, string | undefined>>,
  profile?: string,
): { used: string[]; overridden: OverriddenVariable[] } {
  const findOverride = (field: Field) => {
    if (profile !== undefined) return `analytics:profiles.${profile}`;
    const key = [field, ...(places.includes(field) ? places : [])].find(
      (name) => config(`analytics:${name}`) !== undefined,
    );
    return key && `analytics:${key}`;
  };
  const used: string[] = [];
  const overridden: OverriddenVariable[] = [];
  for (const [field, variable] of Object.entries(environmentNames) as [Field, string][]) {
    if (!environment[variable]) continue;
    const by = findOverride(field);
    if (by === undefined) used.push(variable);
    else overridden.push({ variable, field, by });
  }
  return { used, overridden };
}
