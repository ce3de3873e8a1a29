import "../core/runtime/node-check";
import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../core/engine";
import { Run } from "../core/runtime";
import { type AnyKind, getDefaultSettings } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { formPluginToken, formTypeToken } from "../program/resource";

/** Mocks for resources of other packages and for function calls; also replacements of this package's mocks. */
export interface OtherMocks {
  /**
   * Undefined: the default. For a resource of another package, the default is the id `<name>-id` and the inputs as its
   * state.
   */
  newResource?(
    args: pulumi.runtime.MockResourceArgs,
  ): pulumi.runtime.MockResourceResult | Promise<pulumi.runtime.MockResourceResult> | undefined;
  /** Default: a call returns its arguments. */
  call?: pulumi.runtime.Mocks["call"];
}

/**
 * Mocks for unit tests of programs: resources get the outputs that the platform would return, without engine, plugin
 * host and platform.
 *
 * Ids are derived from the program, and are the same in each run. A resource `orders` has the id `orders-id`. Of a
 * model with that id, the element `facts` has the id `orders-id#facts` and its column `revenue` the id
 * `orders-id#facts/revenue`. An id that consists of other ids keeps that form: a `DeploymentPolicyTenant` has
 * `<policy>/<tenant>`.
 *
 * The mocks check inputs like a preview, except in a test of a preview (`setMocks(…, true)`), where unknown inputs are
 * missing. Lookups such as `getFolder` send requests, which have no mocks: run them against `analytics-emulator`.
 *
 * @throws for each resource with a field that a preview would refuse, with kind, name and field.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { mocks } from "pulumi-analytics/testing";
 *
 * pulumi.runtime.setMocks(mocks());
 * ```
 */
export function mocks(others: OtherMocks = {}): pulumi.runtime.Mocks {
  return {
    newResource: (args) => others.newResource?.(args) ?? mockResource(args),
    call: (args) => others.call?.(args) ?? args.inputs,
  };
}

const kinds = new Map(
  Object.entries(registry).flatMap(([name, load]) =>
    [formTypeToken(name), formPluginToken(name)].map((type) => [type, load]),
  ),
);

function mockResource({
  type,
  name,
  id: given,
  inputs,
}: pulumi.runtime.MockResourceArgs): pulumi.runtime.MockResourceResult {
  const id = given || `${name}-id`;
  const kind = kinds.get(type)?.();
  if (kind === undefined) return { id, state: inputs };
  const { pickInputs, formState } = kind.shape;
  const declared = revealInputs(inputs) as Properties;
  // For an existing object, which `get` reads, a program passes only the id.
  if (!given) refuseProblems(kind, name, declared);
  const mock = kind.mock?.(id, pickInputs(declared)) ?? { id, outputs: {} };
  return { id: given || mock.id, state: { ...inputs, ...formState({ inputs: {}, outputs: mock.outputs }, []) } };
}

function refuseProblems(kind: AnyKind, name: string, declared: Properties): void {
  if (pulumi.runtime.isDryRun()) return;
  const { pickInputs, findProblems } = kind.shape;
  const context = { run: new Run(), isNew: true, settings: getDefaultSettings(kind) };
  const problems = findProblems(declared, pickInputs(declared), context);
  if (problems.length > 0) throw new Error(`${kind.name} "${name}": ${problems.join("\n")}`);
}

/** Inputs as the plugin host gets them: without the wrappers that mark secrets, at any depth. */
function revealInputs(value: unknown): unknown {
  const plain: unknown = pulumi.runtime.unwrapRpcSecret(value);
  if (Array.isArray(plain)) return plain.map(revealInputs);
  if (plain === null || typeof plain !== "object") return plain;
  return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, revealInputs(item)]));
}
