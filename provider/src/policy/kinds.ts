import type { ResourceRemediation, ResourceValidation, ResourceValidationArgs } from "@pulumi/policy";
import { typeToken } from "../program/resource";
import { plainly } from "./seen";

/**
 * What a policy gets beside the resource: its name, URN and options, and `getConfig`. Without the raw properties, in which the engine hands
 * secrets over in clear.
 */
export type PolicyContext = Omit<ResourceValidationArgs, "props" | "asType" | "isType" | "provider">;

/** Judges resources of one kind, found by type, so that no resource class is loaded. */
export function validateKind<View, Report>(
  kind: string,
  view: (properties: Record<string, unknown>) => View,
  reporter: (view: View, report: (message: string) => void) => Report,
  validate: (view: View, context: PolicyContext, report: Report) => void | Promise<void>,
): ResourceValidation {
  return ofType<ResourceValidation>(kind, (args, report) => {
    const seen = view(plainly(args.props));
    return validate(
      seen,
      contextOf(args),
      reporter(seen, (message) => report(message)),
    );
  });
}

/** Changes resources of one kind. Only what the policy answers is changed; unknown and secret values stay what they are. */
export function remediateKind<View, Changes extends object>(
  kind: string,
  view: (properties: Record<string, unknown>) => View,
  remediate: (view: View, context: PolicyContext) => Changes | undefined,
): ResourceRemediation {
  return ofType<ResourceRemediation>(kind, (args) => {
    const changes = remediate(view(plainly(args.props)), contextOf(args));
    // Written through the server's view, which keeps a secret secret.
    return changes === undefined ? undefined : Object.assign(args.props, changes);
  });
}

/**
 * The type is looked at twice: the server skips a single function by the type it is marked with, and one of a list only when the function
 * says so itself.
 */
function ofType<Judge extends (args: ResourceValidationArgs, ...rest: never[]) => unknown>(
  kind: string,
  judge: Judge,
): Judge {
  const type = typeToken(kind);
  const marked = (...[args, ...rest]: Parameters<Judge>) => {
    if (args.type !== type) args.notApplicable(`Policy only applies to resources of type '${type}'`);
    return judge(args, ...(rest as never[]));
  };
  return Object.assign(marked as Judge, { __pulumiType: type });
}

function contextOf({
  type,
  urn,
  name,
  opts,
  stackTags,
  getConfig,
  notApplicable,
}: ResourceValidationArgs): PolicyContext {
  return { type, urn, name, opts, stackTags, getConfig, notApplicable };
}
