import {
  digestOwnText,
  dropUndefined,
  equal,
  isUnknown,
  ownTextKey,
  type Properties,
  providerKey,
} from "../core/engine";
import type { Run } from "../core/runtime";
import { type AnyKind, changeSummaryKey } from "../kinds/declare";
import { type ConfigSource, configure } from "../settings";
import { KindLifecycle, PartiallyCreatedError, type ProgramResource } from "./lifecycle";

/** The methods that Node's dynamic-provider host calls; see `@pulumi/pulumi/cmd/dynamic-provider`. */
export interface DynamicProvider {
  configure(request: { config: { get: ConfigSource } }): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffResult>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, state: Properties): Promise<{ id: string; props: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, state: Properties): Promise<void>;
}

interface CheckFailure {
  property: string;
  reason: string;
}

interface DiffResult {
  /** Undefined: the engine compares the inputs itself. */
  changes?: boolean;
  replaces?: string[];
}

/**
 * A kind as Node's dynamic-provider host calls it. The host passes neither the URN of a resource nor its secrets
 * or options: the resource class passes them as inputs whose names begin with two underscores, which the engine hides.
 *
 * @example `createDynamicProvider(tag, new Run()).create({ name: "prod", color: "grass" })`
 */
export function createDynamicProvider(kind: AnyKind, run: Run): DynamicProvider {
  const lifecycle = new KindLifecycle(kind, run);
  /** The resources of the program whose inner inputs, which no program sets, are as in the state. */
  const sameInside = new Set<string | undefined>();

  return {
    configure(request) {
      configure((key) => request.config.get(key));
    },

    async check(olds, registered) {
      const news = hideReplaced(olds, registered);
      const resource = readResource(news);
      const found = lifecycle.check(resource, olds, news);
      const live = await lifecycle.checkLive(resource, olds, found);
      const { inputs, problems, summary } = live;
      const planned = await lifecycle.planCreate(resource, olds, live);
      const checked: Properties = dropUndefined({ ...news, ...inputs, [changeSummaryKey]: summary, ...planned });
      if (listInnerNames(olds, checked).every((name) => equal(olds[name], checked[name]))) sameInside.add(resource.urn);
      else sameInside.delete(resource.urn);
      return {
        inputs: checked,
        // With a property name, the engine would print the whole value: a secret, or a model of thousands of lines.
        failures: problems.map((reason) => ({ property: "", reason })),
      };
    },

    async diff(id, olds, news) {
      const resource = readResource(news);
      const { changed, replaces, isDeclaredAsBefore } = lifecycle.diff(resource, id, olds, news);
      if (changed.length === 0) return { changes: false };
      // The engine applies a transform's `replaceOnChanges` only to changes that it finds itself: the host can't pass
      // ours on. Of those, it shows the inner ones, too. In a refresh, which is compared without a check, the state
      // that was read has none.
      const mayFindItself = replaces.length === 0 && !isDeclaredAsBefore && sameInside.has(resource.urn);
      return mayFindItself ? {} : { changes: true, replaces: [...replaces] };
    },

    async create(news) {
      const { id, state } = await lifecycle.create(readResource(news), news).catch(keepProvider(news));
      return { id, outs: state };
    },

    async read(id, state) {
      const found = await lifecycle.read({}, id, state).catch(keepProvider(state));
      return found === undefined ? { id: "", props: {} } : { id: found.id, props: found.state, inputs: found.inputs };
    },

    async update(id, olds, news) {
      const { state } = await lifecycle.update(readResource(news), id, olds, news).catch(keepProvider(news));
      return { outs: state };
    },

    async delete(id, state) {
      await lifecycle.delete({}, id, state).catch(keepProvider(state));
    },
  };
}

/**
 * The inputs, with a document confidential whose text a transform replaced: any value of it may be secret, and the host
 * gets it in clear.
 */
function hideReplaced(olds: Properties, { [ownTextKey]: own, ...news }: Properties): Properties {
  const replaced = Object.entries(own ?? {}).find(([field, digest]) => {
    const text = news[field];
    return typeof text === "string" && !isUnknown(text) && digestOwnText(text) !== digest;
  });
  if (replaced === undefined) return news;
  const [field] = replaced;
  // The option `ignoreChanges` keeps the state's text.
  return { ...news, confidential: news[field] === olds[field] ? (olds.confidential ?? news.confidential) : "whole" };
}

/** The inputs that no program sets. */
function listInnerNames(...all: Properties[]): string[] {
  return all.flatMap(Object.keys).filter((name) => name.startsWith("__"));
}

function readResource(news: Properties): ProgramResource {
  return {
    urn: typeof news.__urn === "string" ? news.__urn : undefined,
    secretInputs: news.__secretInputs as readonly string[] | undefined,
    replaceOnChanges: news.__replaceOnChanges as readonly string[] | undefined,
  };
}

/**
 * Handles an error: a partially created object's state needs the text of its provider, which the host leaves to the
 * error.
 */
function keepProvider(from: Properties) {
  return (error: unknown): never => {
    if (error instanceof PartiallyCreatedError) {
      error.properties = { ...error.properties, [providerKey]: from[providerKey] };
    }
    throw error;
  };
}
