import { isPacked, pack, unpacked } from "../core/packed";
import { providerKey, providerText } from "../core/provider-text";
import { unknownValue } from "../core/spec/json";
import { didYouMean } from "../core/text";
import { equal, isUnknown, type Properties, secretValue } from "../core/values";
import { type Lifecycle, lifecycleOf, PartiallyCreatedError } from "../host/lifecycle";
import { type AnyKind, changeSummaryKey } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { elementIdsOf, outlineOf, previewedElementIds, withReadableIds } from "./data-model";
import { type DetailedDiff, kinds as differences, leaves, within } from "./detailed-diff";
import { RequestError } from "./errors";
import { type Folders, openModel } from "./spec-input";
import { marked, type Opened, open, seal } from "./values";

/** A kind, and what the plugin needs of it. */
interface Served {
  readonly kind: AnyKind;
  readonly lifecycle: Lifecycle;
}

/** The input of an update, and the output of a refresh, that tell what differs in a long text. The engine shows it, the next one removes it. */
const changesKey = "changes";

/** A resource in a request. */
interface Request {
  readonly urn: string | undefined;
  readonly type: string;
}

export interface CheckRequest extends Request {
  readonly olds?: Properties;
  readonly news?: Properties;
}

export interface DiffRequest extends Request {
  readonly id: string;
  readonly olds?: Properties;
  readonly oldInputs?: Properties;
  readonly news?: Properties;
}

export interface DiffAnswer {
  readonly changes: boolean;
  /** The inputs that differ. */
  readonly diffs: readonly string[];
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly detailedDiff: DetailedDiff;
}

export interface CreateRequest extends Request {
  readonly properties?: Properties;
  readonly preview: boolean;
}

export interface ReadRequest extends Request {
  readonly id: string;
  readonly properties?: Properties;
  readonly inputs?: Properties;
}

export interface UpdateRequest extends DiffRequest {
  readonly preview: boolean;
}

export interface DeleteRequest extends Request {
  readonly id: string;
  readonly properties?: Properties;
}

/** Shows the user a message, on a resource. */
export type Log = (message: string, urn: string | undefined) => void;

/** What the plugin answers the engine about resources. Properties have the engine's marks. */
export class Resources {
  readonly #served = new Map<string, Served>();
  /** The models of programs that read `elementIds`; the TypeScript classes read `ids`, and send packed texts. */
  readonly #readElementIds = new Set<string | undefined>();
  /** Those read without a state: by a program's lookup, or for an import, of which a check follows. */
  readonly #readFirst = new Set<string | undefined>();

  constructor(
    private readonly folders: () => Folders,
    private readonly log: Log,
  ) {}

  check({ urn, type, olds, news }: CheckRequest): { inputs: Properties; failures: readonly string[] } {
    const { kind, lifecycle } = this.#of(type);
    let before: Opened;
    let given: Opened;
    try {
      before = this.#open(kind, olds);
      given = this.#open(kind, news);
    } catch (error) {
      return { inputs: news ?? {}, failures: [(error as Error).message] };
    }
    if (isModel(kind) && !isFromTypeScript(news?.spec)) this.#readElementIds.add(urn);
    const secretInputs = namesIn(given.secrets);
    const { inputs, problems, summary } = lifecycle.check({ urn, secretInputs }, before.values, given.values);
    if (problems.length > 0) return { inputs: news ?? {}, failures: problems };
    this.#explainImport(urn, kind, inputs);
    const changes = isEmpty(before.values) ? undefined : kind.changesByPlace?.(inputs, before.values);
    const secrets = new Set([...given.secrets, ...kind.secret]);
    return {
      inputs: seal(
        { ...kept(kind, inputs, olds), [changesKey]: changes, ...(summary ? { [changeSummaryKey]: summary } : {}) },
        secrets,
      ),
      failures: [],
    };
  }

  diff({ urn, type, id, olds, oldInputs, news }: DiffRequest): DiffAnswer {
    const { kind, lifecycle } = this.#of(type);
    const before = this.#open(kind, olds);
    const after = this.#open(kind, news);
    const resource = { urn, secretInputs: namesIn(after.secrets) };
    const { changed, replaces } = lifecycle.diff(resource, id, before.values, after.values);
    const inputs = open(oldInputs ?? olds).values;
    const declared = open(news).values;
    const detailedDiff: DetailedDiff = {};
    for (const key of changed) {
      Object.assign(
        detailedDiff,
        key === "spec" && kind.changesByPlace !== undefined
          ? textDiff(kind.changesByPlace, { olds, news }, before.values, after.values)
          : leaves(key, inputs[key], declared[key], replaces.includes(key)),
      );
    }
    // The dynamic provider's state has none, and the engine hands an unchanged resource's state on as it is. The update sends nothing.
    if (this.#readElementIds.has(urn) && olds?.ids !== undefined && olds.elementIds === undefined) {
      detailedDiff.elementIds = differences.add;
    }
    const diffs = "elementIds" in detailedDiff ? [...changed, "elementIds"] : changed;
    return {
      changes: diffs.length > 0,
      diffs,
      replaces,
      deleteBeforeReplace: replaces.length > 0 && kind.isUnique,
      detailedDiff,
    };
  }

  async create({ urn, type, properties, preview }: CreateRequest): Promise<{ id: string; properties: Properties }> {
    const { kind, lifecycle } = this.#of(type);
    const given = this.#open(kind, properties);
    const secrets = new Set([...given.secrets, ...kind.secret]);
    if (preview) {
      const outputs = Object.fromEntries(visibleOutputs(kind).map((name) => [name, unknownValue]));
      return { id: "", properties: seal({ ...kept(kind, given.values, properties), ...outputs }, secrets) };
    }
    const resource = { urn, secretInputs: namesIn(given.secrets) };
    const { id, state } = await this.#keeping(kind, secrets, properties, lifecycle.create(resource, given.values));
    return { id, properties: seal(outputsOf(kind, state, properties), secrets) };
  }

  async read({ urn, type, id, properties, inputs }: ReadRequest): Promise<{
    id: string;
    properties?: Properties;
    inputs?: Properties;
  }> {
    const { kind, lifecycle } = this.#of(type);
    const state = this.#open(kind, properties);
    const known = this.#open(kind, inputs);
    const secrets = new Set([...state.secrets, ...known.secrets, ...kind.secret]);
    const resource = { urn, secretInputs: namesIn(secrets) };
    const isKnown = state.values.__state !== undefined;
    if (!isKnown) this.#readFirst.add(urn);
    const reading = lifecycle.read(resource, id, isKnown ? state.values : known.values);
    const found = await this.#keeping(kind, secrets, properties, reading);
    if (found === undefined) return { id: "" };
    if (!isKnown) {
      const first = isModel(kind) ? withReadableIds(found.inputs.spec as string) : undefined;
      return {
        id,
        properties: seal(outputsOf(kind, { ...found.state, ...first }, properties), secrets),
        // The engine writes code from them, which has no packed texts.
        inputs: seal(first ? { ...found.inputs, spec: JSON.parse(first.spec) } : found.inputs, secrets),
      };
    }
    const drift = kind.changesByPlace?.(found.inputs, known.values);
    return {
      id,
      properties: seal({ ...outputsOf(kind, found.state, properties), [changesKey]: drift }, secrets),
      inputs: seal(kept(kind, found.inputs, inputs), secrets),
    };
  }

  async update(request: UpdateRequest): Promise<{ properties: Properties }> {
    const { urn, type, id, olds, news, preview } = request;
    const { kind, lifecycle } = this.#of(type);
    const before = this.#open(kind, olds);
    const after = this.#open(kind, news);
    const secrets = new Set([...after.secrets, ...kind.secret]);
    if (preview) {
      // Outputs that stay are as secret as they were.
      const all = new Set([...secrets, ...before.secrets]);
      return { properties: seal(previewed(kind, before, after, this.diff(request).diffs, news ?? {}), all) };
    }
    const resource = { urn, secretInputs: namesIn(after.secrets) };
    const updating = lifecycle.update(resource, id, before.values, after.values);
    const { state } = await this.#keeping(kind, secrets, news, updating);
    return { properties: seal(outputsOf(kind, state, news), secrets) };
  }

  async delete({ urn, type, id, properties }: DeleteRequest): Promise<void> {
    const { kind, lifecycle } = this.#of(type);
    const state = this.#open(kind, properties);
    const resource = { urn, secretInputs: namesIn(state.secrets) };
    await this.#keeping(kind, state.secrets, properties, lifecycle.delete(resource, id, state.values));
  }

  /** The kind of a type. */
  kindOf(type: string): AnyKind {
    return this.#of(type).kind;
  }

  #of(type: string): Served {
    const name = type.slice(type.lastIndexOf(":") + 1);
    const known = this.#served.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(registry, name)) {
      const names = Object.keys(registry);
      throw new RequestError(
        "notFound",
        `There is no resource type ${type}.${didYouMean(name, names)} Types of the package analytics: ${names.join(", ")}.`,
      );
    }
    const kind = registry[name]!();
    const served = { kind, lifecycle: lifecycleOf(kind, this.log) };
    this.#served.set(name, served);
    return served;
  }

  #open(kind: AnyKind, properties: Properties = {}): Opened {
    const { [changesKey]: _changes, [changeSummaryKey]: _summary, ...own } = properties;
    return kind.name === "DataModel" ? openModel(own, this.folders()) : open(own);
  }

  /** Tells what an import can't fill in. */
  #explainImport(urn: string | undefined, kind: AnyKind, inputs: Properties): void {
    if (!this.#readFirst.delete(urn)) return;
    for (const field of kind.secret.filter((name) => inputs[name] === undefined)) {
      this.log(
        `${kind.describe(inputs)}: the platform doesn't return \`${field}\`, so it is not imported. It stays on the platform as it is. ` +
          `To manage it, add \`${field}\` to the program after the import: the next \`pulumi up\` sends it.`,
        urn,
      );
    }
  }

  /** The state of a partially created object is as the engine keeps any. */
  async #keeping<T>(
    kind: AnyKind,
    secrets: ReadonlySet<string>,
    given: Properties | undefined,
    result: Promise<T>,
  ): Promise<T> {
    try {
      return await result;
    } catch (error) {
      if (error instanceof PartiallyCreatedError) {
        error.properties = seal(outputsOf(kind, error.properties, given), secrets);
      }
      throw error;
    }
  }
}

/**
 * Where a text differs, by place. The engine takes the lines from the inputs that the check returned. A refresh asks the other way round, for
 * the way back to the old inputs, and turns the answer over: its lines are in the outputs that the read returned.
 */
function textDiff(
  changesByPlace: NonNullable<AnyKind["changesByPlace"]>,
  given: { readonly olds?: Properties; readonly news?: Properties },
  before: Properties,
  after: Properties,
): DetailedDiff {
  const shown = (changes: unknown, kind: number): DetailedDiff => ({
    "spec.contents": differences.update,
    ...Object.fromEntries(Object.keys(changes as object).map((place) => [within(changesKey, place), kind])),
  });
  const there = changesByPlace(after, before);
  if (there !== undefined && equal(open(given.news).values[changesKey], there)) return shown(there, differences.add);
  const back = changesByPlace(before, after);
  if (back !== undefined && equal(open(given.olds).values[changesKey], back)) return shown(back, differences.delete);
  // The engine would print all of a structure that differs.
  return { [isPacked(given.news?.spec) && isPacked(given.olds?.spec) ? "spec.contents" : "spec"]: differences.update };
}

/** Inputs as the state holds them: long texts packed. What is packed already stays the same to the letter. */
function kept(kind: AnyKind, inputs: Properties, former: Properties | undefined): Properties {
  const { spec } = inputs;
  if (!isModel(kind) || typeof spec !== "string" || isUnknown(spec)) return inputs;
  const before = marked(former?.spec)?.value ?? former?.spec;
  if (isPacked(before) && "contents" in before && unpacked(before) === spec) return { ...inputs, spec: before };
  return { ...inputs, spec: { contents: outlineOf(spec), ...pack(spec) } };
}

/**
 * The state of a lifecycle as the engine keeps it: long texts packed, and what other languages read instead. With the text of its dynamic provider, a
 * stack can move back: the engine hands an unchanged resource's state on as it is.
 */
function outputsOf(kind: AnyKind, state: Properties, former: Properties | undefined): Properties {
  const outputs = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, kind.jsonOutputs.includes(key) ? packedOutput(value) : value]),
  );
  return {
    ...kept(kind, outputs, former),
    ...(isModel(kind) ? { elementIds: elementIdsOf(state) } : {}),
    [providerKey]: providerText(kind.name),
  };
}

function packedOutput(value: unknown): unknown {
  const secret = marked(value);
  const text = secret === undefined ? value : secret.value;
  const packed = typeof text === "string" ? pack(text) : text;
  return secret?.isSecret ? secretValue(packed) : packed;
}

/** The outputs that a program reads. */
function visibleOutputs(kind: AnyKind): string[] {
  const own = Object.entries(kind.outputFields).flatMap(([name, { internal }]) => (internal ? [] : [name]));
  return isModel(kind) ? [...own, "elementIds"] : own;
}

/** The state after an update, as far as a preview knows it. */
function previewed(
  kind: AnyKind,
  before: Opened,
  after: Opened,
  diffs: readonly string[],
  news: Properties,
): Properties {
  const unknown = Object.fromEntries(visibleOutputs(kind).map((name) => [name, unknownValue]));
  const outputs = { ...kept(kind, after.values, news), ...unknown };
  if (!isModel(kind)) return outputs;
  const { url, ids, elementIds = elementIdsOf(before.values) } = before.values;
  const isAsBefore = !diffs.includes("spec");
  return {
    ...outputs,
    ...(diffs.includes("name") || diffs.includes("folderId") ? {} : { url }),
    ...(isAsBefore ? { ids, elementIds } : { elementIds: previewedElementIds(elementIds, after.values.spec) }),
  };
}

/** Undefined where there is none: the state has no word of it then. */
function namesIn(secrets: ReadonlySet<string>): readonly string[] | undefined {
  return secrets.size > 0 ? [...secrets] : undefined;
}

function isModel(kind: AnyKind): boolean {
  return kind.name === "DataModel";
}

/** Whether the TypeScript class sent it, or state and check have it: the latter have a word for people beside the text. */
function isFromTypeScript(spec: unknown): boolean {
  const given = marked(spec)?.value ?? spec;
  return isPacked(given) && !("contents" in given);
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
