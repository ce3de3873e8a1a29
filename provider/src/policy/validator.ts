import type { ResourceValidation } from "@pulumi/policy";
import type { CommonInputs } from "../kinds/declare";
import { type PolicyContext, validateKind } from "./kinds";
import type { SeenInside } from "./seen";

/** Validates a resource's inputs: secrets are hidden, and any value may be unknown. */
export type Judge<Inputs> = (
  inputs: SeenInside<Inputs & CommonInputs>,
  context: PolicyContext,
  report: (message: string) => void,
) => void | Promise<void>;

/** The policy helper of a kind. */
export function createValidator<Inputs extends object>(kind: string): (judge: Judge<Inputs>) => ResourceValidation {
  return (judge) =>
    validateKind(
      kind,
      (properties) => properties as unknown as SeenInside<Inputs & CommonInputs>,
      (_inputs, report) => report,
      judge,
    );
}
