import * as pulumi from "@pulumi/pulumi";
import { plainText } from "../core/text";
import { structureOf } from "../core/values";
import { hostProblem } from "./host-package";

/** The Pulumi type of a kind. It stands in every state: part of the contract. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/analytics:${kind}`;
}

/**
 * The text the dynamic-provider host evaluates. It only requires the installed package: a refresh or destroy, which runs the
 * text kept in the state, then always runs the installed code. It stands in every state too: part of the contract.
 */
function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-analytics/host").${kind};`;
}

/**
 * An error of the program, told as one line. The SDK inspects what a program throws, and on some releases of Node that takes half a
 * minute for a stack that leads through source maps.
 */
export function programError(said: string): Error {
  const message = plainText(said);
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}

/** Arguments as a program may give them: anything may be an output, and anything inside it. */
export type Inputs<T> = { [K in keyof T]: DeepInput<T[K]> };

/** A value, an output of it, or a structure with outputs anywhere inside. */
export type DeepInput<T> =
  | pulumi.Input<T>
  | (T extends readonly (infer Item)[]
      ? DeepInput<Item>[]
      : T extends object
        ? { [K in keyof T]: DeepInput<T[K]> }
        : never);

/** What a kind tells the base class about itself. */
export interface ResourceShape {
  /** The kind's name, as in its lifecycle. */
  readonly kind: string;
  /** Inputs that are secret, whatever the program passed. */
  readonly secret?: readonly string[];
  /** Outputs beside the inputs. */
  readonly outputs?: readonly string[];
  /** Outputs that come as JSON text, and are structures for the program. */
  readonly jsonOutputs?: readonly string[];
  /** Arguments that take a resource too: the property that is sent for it (default: the id), and the argument that gets its id beside it. */
  readonly refs?: Readonly<Record<string, { readonly by?: string; readonly idIn?: string }>>;
  /**
   * True when the platform can't hold an object and its replacement at once, say because they share a unique name: the engine then deletes the old
   * one first. It has to be told here: for `--target-replace` and `pulumi state taint` it doesn't ask the host.
   */
  readonly isUnique?: boolean;
}

/** A resource of the platform: a custom resource that the Node dynamic-provider host serves. */
export abstract class AnalyticsResource extends pulumi.CustomResource {
  /** @internal What policy packs match resources of a class by; each class has its own. */
  static readonly __pulumiType: string;

  /**
   * An existing object, by its id on the platform; read, never changed.
   *
   * @throws in preview when the platform has no such object.
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

  /** True for a resource of this class, also one made by another copy of the package. */
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
      throw programError(`${shape.kind} "${name}": no arguments given.`);
    }
    if (options?.import !== undefined) {
      throw programError(
        `${shape.kind} "${name}": import can't reach resources that Node's dynamic-provider host serves. ` +
          `Adopt the object with the argument adopt: { id: "${options.import}" } instead; it says what it found.`,
      );
    }
    tellHostProblem();
    const { replaceOnChanges, ...others } = options ?? {};
    if (!lookup && options?.parent === undefined) declaredAtTop().add(`${shape.kind} ${name}`);
    const secret = shape.secret ?? [];
    const inputs = Object.fromEntries(
      Object.entries(withoutResources(args ?? {}, shape.refs ?? {})).map(([key, value]) => [
        key,
        secret.includes(key) && value !== undefined ? pulumi.secret(value) : value,
      ]),
    );
    const outputs = Object.fromEntries((shape.outputs ?? []).map((key) => [key, undefined]));
    const restore = withFewStacks();
    try {
      super(
        typeToken(shape.kind),
        name,
        {
          ...outputs,
          ...inputs,
          // The engine would compare texts and lists as they are written. `diff` compares what they mean, and applies the option.
          ...(replaceOnChanges ? { __replaceOnChanges: replaceOnChanges } : {}),
          // The host doesn't tell a create which resource it is for.
          ...(lookup ? {} : { __urn: urnOf(typeToken(shape.kind), name, options?.parent) }),
          ...markedSecrets(inputs, secret),
          __provider: providerText(shape.kind),
        },
        pulumi.mergeOptions(shape.isUnique ? { deleteBeforeReplace: true, ...others } : others, {
          additionalSecretOutputs: [...secret],
        }),
      );
    } catch (error) {
      restore();
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      restore();
    }
    if (options?.customTimeouts !== undefined) {
      pulumi.log.warn(
        `${shape.kind} "${name}": customTimeouts has no effect, because Node's dynamic-provider host doesn't pass it on. ` +
          "Set analytics:requestTimeout in the stack's configuration: the seconds that one request may take.",
        this,
      );
    }
    const self = this as unknown as Record<string, pulumi.Output<unknown>>;
    for (const key of shape.jsonOutputs ?? []) Object.defineProperty(self, key, structureIn(self[key]!));
  }
}

/** The arguments with values instead of resources: the id, or the property that the field holds. */
function withoutResources(args: object, refs: NonNullable<ResourceShape["refs"]>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...args };
  for (const [field, { by = "id", idIn }] of Object.entries(refs)) {
    const given = values[field];
    const sentFor = (item: unknown) =>
      pulumi.CustomResource.isInstance(item) ? (item as unknown as Record<string, unknown>)[by] : item;
    values[field] = Array.isArray(given) ? given.map(sentFor) : sentFor(given);
    if (idIn !== undefined && pulumi.CustomResource.isInstance(given)) values[idIn] = given.id;
  }
  return values;
}

let isHostCompared = false;

/** Says, once per program, that the plugin host doesn't load this copy of the package. */
function tellHostProblem(): void {
  // The SDK doesn't tell an inline program of the Automation API, nor a unit test, where its project lies.
  if (isHostCompared || pulumi.runtime.getRootDirectory() === "") return;
  isHostCompared = true;
  const found = hostProblem(process.cwd());
  if (found === undefined) return;
  const message = `${found.problem} ${found.fix}`;
  if (found.isFatal) throw programError(message);
  pulumi.log.warn(message);
}

/** The URN of a resource that is yet to be registered. An output would make the resource depend on its parent, and so on itself. */
function urnOf(type: string, name: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  if (parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  return new Promise((resolve) => pulumi.createUrn(name, type, parent).apply(resolve));
}

const atTop = new WeakMap<object, Set<string>>();
const noStack = {};

/** What the program declares right below its stack; the Automation API runs several programs in one process. */
function declaredAtTop(): Set<string> {
  const stack = pulumi.runtime.getStackResource() ?? noStack;
  const declared = atTop.get(stack) ?? new Set();
  atTop.set(stack, declared);
  return declared;
}

/**
 * The alias by which a resource of a component is the one that the program declared by itself before. Where the program still declares that one, the
 * engine would refuse the alias: then it is the resource's own URN, which says nothing.
 */
export function formerlyAtTop(
  kind: string,
  former: string,
  { name, parent }: { name: string; parent: pulumi.Resource },
): Promise<string> {
  // A program declares in one go what it declares at once.
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
    declaredAtTop().has(`${kind} ${former}`)
      ? urnOf(typeToken(kind), name, parent)
      : urnOf(typeToken(kind), former, undefined),
  );
}

/**
 * The names of the inputs that the program marks as secret, under a key of ours: the host gets secrets in clear, and has to keep them out of
 * messages and of outputs that show them. Without such inputs, nothing.
 */
function markedSecrets(inputs: Record<string, unknown>, secret: readonly string[]): { __secretInputs?: unknown } {
  const outputs = Object.entries(inputs).filter(
    ([key, value]) => pulumi.Output.isInstance(value) && !secret.includes(key),
  );
  if (outputs.length === 0) return {};
  const marked = Promise.all(
    outputs.map(async ([key, value]) => ((await pulumi.isSecret(value as pulumi.Output<unknown>)) ? [key] : [])),
  );
  return { __secretInputs: marked.then((keys) => (keys.flat().length > 0 ? keys.flat() : undefined)) };
}

/** A property that makes a structure of a text when it is asked for; most programs never ask. */
function structureIn(text: pulumi.Output<unknown>): PropertyDescriptor {
  let structure: pulumi.Output<unknown> | undefined;
  const get = () => {
    structure ??= text.apply(structureOf);
    return structure;
  };
  return { get, enumerable: true, configurable: true };
}

/**
 * Spares the SDK the stack that it writes down for each promise of a resource, a fifth of the time of a preview, and reads only when
 * `PULUMI_DEBUG_PROMISE_LEAKS` is set. The one that tells where in the program a resource stands goes into the state, and is written all
 * the same: see {@link placeInProgram}.
 *
 * @returns what makes stacks as before.
 */
function withFewStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return () => {};
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const kept = placeInProgram(frames);
    return prepareStackTrace?.(error, kept) ?? [error, ...kept.map((frame) => `    at ${frame}`)].join("\n");
  };
  return () => Object.assign(Error, { stackTraceLimit, prepareStackTrace });
}

/**
 * A resource's stack without what tells nobody anything. Not the base class: the SDK expects one class between its own and the program, and
 * takes the next frame for the program's line. And beyond it not what Node and the SDK have called, which is a third of a small resource's
 * state.
 */
function placeInProgram(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const base = frames.findIndex((frame) => frame.getFunctionName() === AnalyticsResource.name);
  // A generated class may lie between, for a resource class that has more than is generated.
  const isBetween = frames[base + 1]?.getFunctionName()?.endsWith("Base") ?? false;
  const isOfProgram = (frame: NodeJS.CallSite) =>
    !/^$|^node:|[\\/]@pulumi[\\/]pulumi[\\/]/.test(frame.getFileName() ?? "");
  return [...frames.slice(0, Math.max(base, 0)), ...frames.slice(base + (isBetween ? 2 : 1)).filter(isOfProgram)];
}
