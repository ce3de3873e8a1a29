import type { ResourceRemediation, ResourceValidation, ResourceValidationArgs } from "@pulumi/policy";
import { typeToken } from "../program/resource";
import { plainly } from "./seen";

/**
 * A policy's second argument: the resource's name, URN and options, and `getConfig`. Without the raw properties, in which secrets are in clear.
 */
export type PolicyContext = Omit<ResourceValidationArgs, "props" | "asType" | "isType" | "provider">;

/** Validates resources of one kind. It finds them by type, so it loads no resource class. */
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

/** Remediates resources of one kind. It changes only the properties that the policy returns; other unknown and secret values stay. */
export function remediateKind<View, Changes extends object>(
  kind: string,
  view: (properties: Record<string, unknown>) => View,
  remediate: (view: View, context: PolicyContext) => Changes | undefined,
): ResourceRemediation {
  return ofType<ResourceRemediation>(kind, (args) => {
    const changes = remediate(view(plainly(args.props)), contextOf(args));
    // The server's view keeps a secret property secret.
    return changes === undefined ? undefined : Object.assign(args.props, changes);
  });
}

/**
 * Checks the type in two ways: the server skips a single function by its `__pulumiType`, but a function in a list only if it calls
 * `notApplicable`.
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
