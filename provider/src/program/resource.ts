import * as pulumi from "@pulumi/pulumi";
import { providerKey, readStructure, unpack, writeProviderText } from "../core/engine";
import { escapeText } from "../core/text";
import { listAliasesOfBothDoors } from "./aliases";
import { findHostProblem } from "./host-package";

/** The Pulumi type of a kind. It is in every state, so it never changes. */
export function formTypeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/analytics:${kind}`;
}

/** The type of a kind that the plugin serves. It is in every state of the plugin, so it never changes. */
export function formPluginToken(kind: string): string {
  return `analytics:index:${kind}`;
}

/**
 * An error of the program, with its message as its stack. The SDK inspects a program's errors, and on some releases of
 * Node that takes half a minute for a stack with source maps.
 */
export function createProgramError(said: string): Error {
  const message = escapeText(said);
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}

/** Where a resource keeps the name that the program gives it; the same in every copy of the package. */
export const givenName = Symbol.for("pulumi-analytics.name");

/** Arguments of a resource: any value, at any depth, may be an output. */
export type Inputs<T> = { [K in keyof T]: DeepInput<T[K]> };

/** A value, an output of it, or a structure with outputs anywhere inside. */
export type DeepInput<T> =
  | pulumi.Input<T>
  | (T extends readonly (infer Item)[]
      ? DeepInput<Item>[]
      : T extends object
        ? { [K in keyof T]: DeepInput<T[K]> }
        : never);

/** The data of a kind that its resource class needs. */
export interface ResourceShape {
  /** The kind's name, as in its lifecycle. */
  readonly kind: string;
  /** Inputs and outputs that are secret, whatever the program passed. */
  readonly secret?: readonly string[];
  /**
   * The properties of the class, arguments included. Each is an output, also where the program doesn't give it or only
   * reads the object.
   */
  readonly properties: readonly string[];
  /** Outputs that are JSON text in the state and structures in the program. */
  readonly jsonOutputs?: readonly string[];
  /** Outputs that an object may lack: the state then has null, and the program undefined. */
  readonly optionalOutputs?: readonly string[];
  /**
   * Arguments that also accept a resource: the property to send for it (default: the id), and the argument that gets
   * its id.
   */
  readonly refs?: Readonly<Record<string, { readonly by?: string; readonly idIn?: string }>>;
  /**
   * Whether the object and its replacement can't exist at the same time, for example because of a unique name: the
   * engine then deletes the old one first. The resource class must set it, because for `--target-replace` and
   * `pulumi state taint` the engine doesn't call the host.
   */
  readonly deletesFirst?: boolean;
}

/**
 * A resource of the platform: a custom resource that Node's dynamic-provider host serves, or the plugin. The type of
 * its class decides.
 */
export abstract class AnalyticsResource extends pulumi.CustomResource {
  /** @internal The type by which policy packs find resources of a class. */
  static readonly __pulumiType: string;

  /**
   * Reads an existing object by its id on the platform, without managing it.
   *
   * @throws in preview when the object doesn't exist.
   * @example `const production = analytics.Tag.get("production", "6e2f…");`
   */
  static get<T extends AnalyticsResource>(
    this: new (
      name: string,
      args: never,
      options?: pulumi.CustomResourceOptions,
    ) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T {
    return new this(name, undefined as never, { ...options, id });
  }

  /** True for a resource of this class, also from another copy of the package. */
  static override isInstance<T extends pulumi.CustomResource>(
    this: { prototype: T; __pulumiType: string },
    value: unknown,
  ): value is T {
    return (value as { __pulumiType?: string } | null | undefined)?.__pulumiType === this.__pulumiType;
  }

  protected constructor(
    shape: ResourceShape,
    name: string,
    args: object | undefined,
    options?: pulumi.CustomResourceOptions,
  ) {
    const lookup = options?.id !== undefined;
    if (!lookup && (args === undefined || args === null)) {
      throw createProgramError(`${shape.kind} "${name}": no arguments given.`);
    }
    const isPlugin = new.target.__pulumiType === formPluginToken(shape.kind);
    if (options?.import !== undefined && !isPlugin) {
      throw createProgramError(
        `${shape.kind} "${name}": import can't reach resources that Node's dynamic-provider host ` +
          `serves. Adopt the object with the argument adopt: { id: "${options.import}" } instead, or ` +
          "declare it with pulumi-analytics/native.",
      );
    }
    if (!isPlugin) reportHostProblem();
    const { replaceOnChanges, ...others } = options ?? {};
    if (!lookup && options?.parent === undefined) getDeclaredAtTop().add(`${shape.kind} ${name}`);
    const secret = shape.secret ?? [];
    const inputs = Object.fromEntries(
      Object.entries(replaceResources(args ?? {}, shape.refs ?? {})).map(([key, value]) => [
        key,
        secret.includes(key) && value !== undefined ? pulumi.secret(value) : value,
      ]),
    );
    const properties = Object.fromEntries(shape.properties.map((key) => [key, undefined]));
    // The SDK captures a stack for each promise of a resource, a fifth of a preview's time, and reads it only for this
    // variable.
    const { stackTraceLimit } = Error;
    if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
    try {
      const type = isPlugin ? formPluginToken(shape.kind) : formTypeToken(shape.kind);
      const other = isPlugin ? formTypeToken(shape.kind) : formPluginToken(shape.kind);
      const given = {
        ...others,
        ...(lookup ? {} : { aliases: listAliasesOfBothDoors(others.aliases ?? [], { own: type, other }) }),
        ...(shape.deletesFirst ? { deleteBeforeReplace: others.deleteBeforeReplace ?? true } : {}),
      };
      const forHost = {
        // The engine would compare texts and lists literally. `diff` compares their meaning, and applies the option.
        ...(replaceOnChanges ? { __replaceOnChanges: replaceOnChanges } : {}),
        // The host doesn't pass the URN to a create.
        ...(lookup ? {} : { __urn: formUrn(type, name, options?.parent) }),
        ...markSecrets(inputs, secret),
        [providerKey]: writeProviderText(shape.kind),
      };
      super(
        type,
        name,
        { ...properties, ...inputs, ...(isPlugin ? {} : forHost) },
        pulumi.mergeOptions(isPlugin && replaceOnChanges ? { ...given, replaceOnChanges } : given, {
          additionalSecretOutputs: [...secret],
        }),
      );
    } catch (error) {
      Error.stackTraceLimit = stackTraceLimit;
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    Object.defineProperty(this, givenName, { value: name });
    if (options?.customTimeouts !== undefined) {
      pulumi.log.warn(
        `${shape.kind} "${name}": customTimeouts has no effect: each request has a limit of its own. ` +
          "Set analytics:requestTimeout in the stack's configuration: the seconds that one request may take.",
        this,
      );
    }
    const self = this as unknown as Record<string, pulumi.Output<unknown>>;
    for (const key of shape.jsonOutputs ?? []) {
      Object.defineProperty(
        self,
        key,
        defineDerived(self[key]!, (value) => readStructure(unpack(value))),
      );
    }
    for (const key of shape.optionalOutputs ?? []) {
      Object.defineProperty(
        self,
        key,
        defineDerived(self[key]!, (value) => value ?? undefined),
      );
    }
  }
}

/** Replaces resources among the arguments by values: the id, or the property that the field needs. */
function replaceResources(args: object, refs: NonNullable<ResourceShape["refs"]>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...args };
  for (const [field, { by = "id", idIn }] of Object.entries(refs)) {
    const given = values[field];
    if (given === undefined) continue;
    const unwrapResource = (item: unknown) =>
      pulumi.CustomResource.isInstance(item) ? (item as unknown as Record<string, unknown>)[by] : item;
    values[field] = Array.isArray(given) ? given.map(unwrapResource) : unwrapResource(given);
    if (idIn !== undefined && pulumi.CustomResource.isInstance(given)) values[idIn] = given.id;
  }
  return values;
}

let isHostCompared = false;

/** Reports, once per program, that the plugin host doesn't load this copy of the package. */
function reportHostProblem(): void {
  // The SDK has no project folder for an inline program of the Automation API or a unit test.
  if (isHostCompared || pulumi.runtime.getRootDirectory() === "") return;
  isHostCompared = true;
  const found = findHostProblem(process.cwd());
  if (found === undefined) return;
  const message = `${found.problem} ${found.fix}`;
  if (found.isFatal) throw createProgramError(message);
  pulumi.log.warn(message);
}

/**
 * The URN of a resource before its registration. It is no output: with one, the resource would depend on its parent,
 * and so on itself.
 */
function formUrn(type: string, name: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  if (parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  return new Promise((resolve) => pulumi.createUrn(name, type, parent).apply(resolve));
}

const atTop = new WeakMap<object, Set<string>>();
const noStack = {};

/**
 * The resources that the program declares without a parent; the Automation API runs several programs in one process.
 */
function getDeclaredAtTop(): Set<string> {
  const stack = pulumi.runtime.getStackResource() ?? noStack;
  const declared = atTop.get(stack) ?? new Set();
  atTop.set(stack, declared);
  return declared;
}

/**
 * The alias that moves a resource without a parent into a component. If the program still declares the former resource,
 * the engine would refuse that alias: then the alias is the resource's own URN, which has no effect.
 */
export function formTopAlias(
  { kind, type }: { kind: string; type: string },
  former: string,
  { name, parent }: { name: string; parent: pulumi.Resource },
): Promise<string> {
  // Waits until the program's synchronous code has declared its resources.
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
    getDeclaredAtTop().has(`${kind} ${former}`) ? formUrn(type, name, parent) : formUrn(type, former, undefined),
  );
}

/**
 * The names of the inputs that the program marks as secret, under a private key: the host gets secrets in clear, and
 * must keep them out of messages and outputs. Empty if there are no such inputs.
 */
function markSecrets(inputs: Record<string, unknown>, secret: readonly string[]): { __secretInputs?: unknown } {
  const outputs = Object.entries(inputs).filter(([key, value]) => hasOutput(value) && !secret.includes(key));
  if (outputs.length === 0) return {};
  const marked = Promise.all(
    outputs.map(async ([key, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [key] : [])),
  );
  return { __secretInputs: marked.then((keys) => (keys.flat().length > 0 ? keys.flat() : undefined)) };
}

/** Whether a value is an output, or has one inside. */
function hasOutput(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  if (pulumi.Output.isInstance(value)) return true;
  return Array.isArray(value) || isRecord(value) ? Object.values(value).some(hasOutput) : false;
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A property that is derived from what the state has, on first use; most programs never use it. */
function defineDerived(kept: pulumi.Output<unknown>, derive: (value: unknown) => unknown): PropertyDescriptor {
  let derived: pulumi.Output<unknown> | undefined;
  const get = () => {
    derived ??= kept.apply(derive);
    return derived;
  };
  return { get, enumerable: true, configurable: true };
}
