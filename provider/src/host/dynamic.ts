import {
  type DocumentField,
  digestOwnText,
  dropUndefined,
  equal,
  isUnknown,
  ownTextKey,
  type Properties,
  providerKey,
  unpack,
} from "../core/engine";
import { unknownValue } from "../core/spec/json";
import { type AnyKind, changeSummaryKey } from "../kinds/declare";
import { type ConfigSource, configure } from "../settings";
import { KindLifecycle, PartiallyCreatedError, type ProgramResource } from "./lifecycle";
import { outlineKey, summarizeDocument } from "./outline";

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
 * A kind as Node's dynamic-provider host calls it. The host tells neither the URN of a resource nor its secrets or
 * options: the resource class passes them as inputs whose names begin with two underscores, which the engine hides.
 *
 * @example `createDynamicProvider(tag).create({ name: "prod", color: "grass" })`
 */
export function createDynamicProvider(kind: AnyKind): DynamicProvider {
  const lifecycle = new KindLifecycle(kind, (message) => console.log(message));
  /** The resources of the program whose inner inputs, which no program sets, are as in the state. */
  const sameInside = new Set<string | undefined>();

  return {
    configure(request) {
      configure((key) => request.config.get(key));
    },

    async check(olds, registered) {
      const news = hideReplaced(olds, dropOutline(registered));
      const resource = readResource(news);
      const found = lifecycle.check(resource, olds, news);
      const { inputs, problems, summary } = await lifecycle.checkLive(resource, olds, found);
      const checked: Properties = dropUndefined({ ...news, ...inputs, [changeSummaryKey]: summary });
      if (listInnerNames(olds, checked).every((name) => equal(olds[name], checked[name]))) sameInside.add(resource.urn);
      else sameInside.delete(resource.urn);
      return {
        inputs: problems.length > 0 || isOutlineLess(olds, checked) ? checked : addOutline(checked),
        // With a property name, the engine would print the whole value: a secret, or a model of thousands of lines.
        failures: problems.map((reason) => ({ property: "", reason })),
      };
    },

    async diff(id, olds, checked) {
      const news = dropOutline(checked);
      const resource = readResource(news);
      const { changed, replaces, isDeclaredAsBefore } = lifecycle.diff(resource, id, olds, news);
      if (changed.length === 0) return { changes: false };
      // The engine applies a transform's `replaceOnChanges` only to changes that it finds itself: the host can't pass
      // ours on. Of those, it shows the inner ones, too. In a refresh, which is compared without a check, the state
      // that was read has none.
      const mayFindItself = replaces.length === 0 && !isDeclaredAsBefore && sameInside.has(resource.urn);
      return mayFindItself ? {} : { changes: true, replaces: [...replaces] };
    },

    async create(checked) {
      const news = dropOutline(checked);
      const { id, state } = await lifecycle.create(readResource(news), news).catch(keepProvider(news));
      return { id, outs: keepOutline(state, checked) };
    },

    async read(id, state) {
      const found = await lifecycle.read({}, id, state).catch(keepProvider(state));
      if (found === undefined) return { id: "", props: {} };
      const inputs = state[outlineKey] === undefined ? found.inputs : addOutline(found.inputs);
      return { id: found.id, props: keepOutline(found.state, inputs), inputs };
    },

    async update(id, olds, checked) {
      const news = dropOutline(checked);
      const { state } = await lifecycle.update(readResource(news), id, olds, news).catch(keepProvider(news));
      return { outs: keepOutline(state, checked) };
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

/** The inputs that hold a document, each of other kinds. */
const documentFields: readonly DocumentField[] = ["spec", "contents"];

/** Inputs with the outline of their document. A transform may have put an object in the place of its text. */
function addOutline(inputs: Properties): Properties {
  const field = documentFields.find((name) => inputs[name] !== undefined);
  if (field === undefined) return inputs;
  const document = unpack(inputs[field], field);
  if (isUnknown(document)) return { ...inputs, [outlineKey]: unknownValue };
  const isText = typeof document === "string";
  const text = isText ? document : JSON.stringify(document);
  const areNamesHidden = !isText || inputs.confidential !== undefined;
  return { ...inputs, [outlineKey]: summarizeDocument(text, { areNamesHidden }) };
}

/** A state with the outline of its inputs: a read gets no inputs, and returns them as they were. */
const keepOutline = (state: Properties, { [outlineKey]: outline }: Properties): Properties =>
  outline === undefined ? state : { ...state, [outlineKey]: outline };

function dropOutline({ [outlineKey]: _, ...inputs }: Properties): Properties {
  return inputs;
}

/** Whether a state of an earlier release, without an outline, has this document. */
const isOutlineLess = (olds: Properties, checked: Properties): boolean =>
  olds[outlineKey] === undefined &&
  documentFields.some((name) => name in olds && unpack(olds[name], name) === checked[name]);

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
