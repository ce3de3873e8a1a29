import type { ResourceRemediation, ResourceValidation, ResourceValidationArgs } from "@pulumi/policy";
import { escapeText } from "../core/text";
import { formPluginToken, formTypeToken } from "../program/resource";
import { refuseUnknown, runAsking, toPlain } from "./seen";

/**
 * A policy's second argument: the resource's name, URN and options, and `getConfig`. Without the raw properties, in
 * which secrets are in clear.
 */
export type PolicyContext = Omit<ResourceValidationArgs, "props" | "asType" | "isType" | "provider">;

/** Validates what a policy sees of a resource. */
export type Validate<View, Report = (message: string) => void> = (
  view: View,
  context: PolicyContext,
  report: Report,
) => void | Promise<void>;

/** Validates resources of one kind. It finds them by type, so it loads no resource class. */
export function validateKind<View, Report>(
  kind: string,
  view: (properties: Record<string, unknown>) => View,
  reporter: (view: View, report: (message: string) => void) => Report,
  validate: Validate<View, Report>,
): ResourceValidation {
  return limitToKind<ResourceValidation>(kind, async (args, report) => {
    const seen = view(toPlain(args.props));
    let isViolated = false;
    const reportTo = reporter(seen, (message) => {
      isViolated = true;
      report(escapeText(message));
    });
    const isOpen = await runAsking(() => validate(seen, buildContext(args), reportTo));
    if (isOpen && !isViolated) refuseUnknown(args.props);
  });
}

/**
 * Remediates resources of one kind. It changes only the properties that the policy returns; other unknown and secret
 * values stay.
 */
export function remediateKind<View, Changes extends object>(
  kind: string,
  view: (properties: Record<string, unknown>) => View,
  remediate: (view: View, context: PolicyContext) => Changes | undefined,
): ResourceRemediation {
  return limitToKind<ResourceRemediation>(kind, (args) => {
    const changes = remediate(view(toPlain(args.props)), buildContext(args));
    // The server's view keeps a secret property secret.
    return changes === undefined ? undefined : Object.assign(args.props, changes);
  });
}

/** Whether a type is a kind's, whichever door serves it. */
export function isOfKind(kind: string, type: string): boolean {
  return type === formTypeToken(kind) || type === formPluginToken(kind);
}

function limitToKind<Judge extends (args: ResourceValidationArgs, ...rest: never[]) => unknown>(
  kind: string,
  judge: Judge,
): Judge {
  const judgeOwn = (...[args, ...rest]: Parameters<Judge>) => {
    if (!isOfKind(kind, args.type)) args.notApplicable(`Policy only applies to resources of the kind ${kind}`);
    return judge(args, ...(rest as never[]));
  };
  return judgeOwn as Judge;
}

function buildContext({
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
