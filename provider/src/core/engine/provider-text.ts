/**
 * The property of a state that holds the code which Node's dynamic-provider host evaluates. The engine hides names that
 * begin with two underscores.
 */
export const providerKey = "__provider";

/**
 * The code that the dynamic-provider host evaluates. It only requires the installed package, so a refresh or destroy,
 * which evaluates the code in the state, always runs the installed release. It is in every state, so it never changes.
 */
export function writeProviderText(kind: string): string {
  return `exports.handler = () => require("pulumi-analytics/host").${kind};`;
}
