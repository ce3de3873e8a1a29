import { status } from "@grpc/grpc-js";
import { findPathIntoSpec, insteadOfPathIntoSpec } from "../core/ignore-changes";
import { isPacked } from "../core/packed";
import { parsePropertyPath } from "../core/property-path";
import { unknownValue } from "../core/spec/json";
import { suggestWord } from "../core/text";
import { equal, isUnknown, type Properties } from "../core/values";
import { sendStackLog } from "../host/create";
import { checkedKey, KindLifecycle, type Lifecycle, PartiallyCreatedError, warnedKey } from "../host/lifecycle";
import { type AnyKind, changeSummaryKey } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { assignReadableIds } from "./data-model";
import { type DetailedDiff, kinds as differences, diffLeaves } from "./detailed-diff";
import { RequestError } from "./errors";
import { codeOfModel, isYamlProject, misreadTexts } from "./imported";
import { type Folders, hasLostPages, type OpenedModel, openModel, SpecProblems } from "./spec-input";
import { isModel, listVisibleOutputs, packInputs, packState, previewState } from "./state";
import { changesKey, diffText } from "./text-diff";
import { type Opened, open, readMarked, seal } from "./values";

/** A kind, and what the plugin needs of it. */
interface Served {
  readonly kind: AnyKind;
  readonly lifecycle: Lifecycle;
}

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
  /** The option of the resource. */
  readonly ignoreChanges?: readonly string[];
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
  /** The models of a preview whose text isn't known yet, as their checks had them. */
  readonly #checked = new Map<string | undefined, Opened>();
  /** The models of programs that read `elementIds`; the TypeScript classes read `ids`, and send packed texts. */
  readonly #readElementIds = new Set<string>();
  /** Those that the program of this run declares. */
  readonly #declaredNow = new Set<string | undefined>();
  /** Those read without a state: by a program's lookup, or for an import, of which a check follows. */
  readonly #readFirst = new Set<string | undefined>();

  constructor(
    private readonly folders: () => Folders,
    private readonly log: Log,
  ) {
    sendStackLog((message) => log(message, undefined));
  }

  check({ urn, type, olds, news }: CheckRequest): { inputs: Properties; failures: readonly string[] } {
    const { kind, lifecycle } = this.#getServed(type);
    this.#declaredNow.add(urn);
    let before: Opened;
    let given: Opened;
    try {
      before = this.#open(kind, olds);
      given = this.#open(kind, isModel(kind) ? restoreIgnoredText(olds, news) : news);
    } catch (error) {
      return {
        inputs: news ?? {},
        failures: error instanceof SpecProblems ? error.problems : [(error as Error).message],
      };
    }
    if (urn !== undefined && isModel(kind) && !isFromTypeScript(news?.spec)) this.#readElementIds.add(urn);
    const secretInputs = listNames(given.secrets);
    const { inputs, problems, summary } = lifecycle.check({ urn, secretInputs }, before.values, given.values);
    if (problems.length > 0) {
      const lost = isModel(kind) && hasLostPages(olds?.spec, news?.spec);
      const advice = `spec: if the option ignoreChanges names a part of it, that can't work. ${insteadOfPathIntoSpec}`;
      return { inputs: news ?? {}, failures: lost ? [...problems, advice] : problems };
    }
    this.#explainImport(urn, kind, inputs);
    const isNew = isEmpty(before.values);
    const secrets = new Set([...given.secrets, ...kind.secret]);
    if (isOpen(given)) {
      // An update by a saved plan may have only what the preview had, or what was unknown then.
      this.#checked.set(urn, given);
      const { refs } = open(news).values;
      const later = { spec: unknownValue, refs, ...(isNew ? {} : { [changesKey]: unknownValue }) };
      return { inputs: seal({ ...inputs, ...later }, secrets), failures: [] };
    }
    const changes = isNew ? undefined : kind.changesByPlace?.(inputs, before.values);
    return {
      inputs: seal(
        {
          ...packInputs(kind, inputs, olds),
          [changesKey]: changes,
          ...(summary ? { [changeSummaryKey]: summary } : {}),
        },
        secrets,
      ),
      failures: [],
    };
  }

  diff({ urn, type, id, olds, oldInputs, news, ignoreChanges = [] }: DiffRequest): DiffAnswer {
    const { kind, lifecycle } = this.#getServed(type);
    // A refresh has the option from the state: a program that no longer has it could not be applied with --refresh.
    const problem = isModel(kind) && this.#declaredNow.has(urn) ? findPathIntoSpec(ignoreChanges) : undefined;
    if (problem !== undefined) throw new RequestError(status.INVALID_ARGUMENT, problem);
    const before = this.#open(kind, olds);
    const after = this.#openDeclared(kind, urn, news);
    const resource = { urn, secretInputs: listNames(after.secrets) };
    const { changed, replaces } = lifecycle.diff(resource, id, before.values, after.values);
    const inputs = open(oldInputs ?? olds).values;
    const declared = open(news).values;
    const detailedDiff: DetailedDiff = {};
    for (const key of changed) {
      Object.assign(
        detailedDiff,
        key === "spec" && kind.changesByPlace !== undefined
          ? diffText(kind.changesByPlace, { olds, news }, before.values, after.values, replaces.length > 0)
          : diffLeaves(key, inputs[key], declared[key], replaces.includes(key)),
      );
    }
    // States of the dynamic provider have no `elementIds`, and the engine copies the state of an unchanged resource. This update sends nothing.
    const isRead = urn !== undefined && this.#readElementIds.has(urn);
    if (isRead && olds?.ids !== undefined && olds.elementIds === undefined) detailedDiff.elementIds = differences.add;
    // The engine shows only those of the differences whose inputs are named here.
    const named = Object.keys(detailedDiff).map((path) => parsePropertyPath(path).name);
    const diffs = [...new Set([...changed, ...named])].filter((name) => name !== changesKey);
    return {
      changes: diffs.length > 0,
      diffs,
      replaces,
      // Of replacements that replaceOnChanges requires, only the engine knows.
      deleteBeforeReplace: kind.deletesFirst,
      detailedDiff,
    };
  }

  async create({ urn, type, properties, preview }: CreateRequest): Promise<{ id: string; properties: Properties }> {
    const { kind, lifecycle } = this.#getServed(type);
    const given = this.#open(kind, properties);
    const secrets = new Set([...given.secrets, ...kind.secret]);
    if (preview) {
      const outputs = Object.fromEntries(listVisibleOutputs(kind).map((name) => [name, unknownValue]));
      return { id: "", properties: seal({ ...packInputs(kind, given.values, properties), ...outputs }, secrets) };
    }
    const resource = { urn, secretInputs: listNames(given.secrets) };
    const { id, state } = await this.#keepPartial(kind, secrets, properties, lifecycle.create(resource, given.values));
    return { id, properties: seal(packState(kind, state, properties), secrets) };
  }

  async read({ urn, type, id, properties, inputs }: ReadRequest): Promise<{
    id: string;
    properties?: Properties;
    inputs?: Properties;
  }> {
    const { kind, lifecycle } = this.#getServed(type);
    const state = this.#open(kind, properties);
    const known = this.#open(kind, inputs);
    const secrets = new Set([...state.secrets, ...known.secrets, ...kind.secret]);
    const resource = { urn, secretInputs: listNames(secrets) };
    const isKnown = state.values.__state !== undefined;
    if (!isKnown) this.#readFirst.add(urn);
    const reading = lifecycle.read(resource, id, isKnown ? state.values : known.values);
    const found = await this.#keepPartial(kind, secrets, properties, reading);
    if (found === undefined) return { id: "" };
    if (!isKnown) {
      const first = isModel(kind) ? assignReadableIds(found.inputs.spec as string) : undefined;
      return {
        id: found.id,
        properties: seal(packState(kind, { ...found.state, ...first }, properties), secrets),
        // The engine writes code from them, which has no packed texts.
        inputs: seal(
          first ? { ...found.inputs, spec: codeOfModel(first.spec, this.#isYaml()) } : found.inputs,
          secrets,
        ),
      };
    }
    const drift = kind.changesByPlace?.(found.inputs, known.values);
    return {
      id,
      properties: seal({ ...packState(kind, found.state, properties), [changesKey]: drift }, secrets),
      inputs: seal(
        { ...packInputs(kind, found.inputs, inputs), ...readRemembered(known.values, found.inputs) },
        secrets,
      ),
    };
  }

  async update(request: UpdateRequest): Promise<{ properties: Properties }> {
    const { urn, type, id, olds, news, preview } = request;
    const { kind, lifecycle } = this.#getServed(type);
    const before = this.#open(kind, olds);
    const after = this.#openDeclared(kind, urn, news);
    const secrets = new Set([...after.secrets, ...kind.secret]);
    if (preview) {
      // Outputs that stay are as secret as they were.
      const all = new Set([...secrets, ...before.secrets]);
      return { properties: seal(previewState(kind, before, after, this.diff(request).diffs, news ?? {}), all) };
    }
    const resource = { urn, secretInputs: listNames(after.secrets) };
    const updating = lifecycle.update(resource, id, before.values, after.values);
    const { state } = await this.#keepPartial(kind, secrets, news, updating);
    return { properties: seal(packState(kind, state, news), secrets) };
  }

  async delete({ urn, type, id, properties }: DeleteRequest): Promise<void> {
    const { kind, lifecycle } = this.#getServed(type);
    const state = this.#open(kind, properties);
    const resource = { urn, secretInputs: listNames(state.secrets) };
    await this.#keepPartial(kind, state.secrets, properties, lifecycle.delete(resource, id, state.values));
  }

  /** Whether the program of this run has declared a resource. */
  isDeclared(urn: string): boolean {
    return this.#declaredNow.has(urn);
  }

  /** The kind of a type. */
  getKind(type: string): AnyKind {
    return this.#getServed(type).kind;
  }

  #getServed(type: string): Served {
    const name = type.slice(type.lastIndexOf(":") + 1);
    const known = this.#served.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(registry, name)) {
      const names = Object.keys(registry);
      throw new RequestError(
        status.NOT_FOUND,
        `There is no resource type ${type}.${suggestWord(name, names)} Types of the package analytics: ${names.join(", ")}.`,
      );
    }
    const kind = registry[name]!();
    const served = { kind, lifecycle: new KindLifecycle(kind, this.log) };
    this.#served.set(name, served);
    return served;
  }

  /** The declared inputs; of a model with unknown values, the known rest of it too. */
  #openDeclared(kind: AnyKind, urn: string | undefined, properties: Properties | undefined): Opened {
    const given = this.#open(kind, properties);
    const checked = this.#checked.get(urn);
    if (!isModel(kind) || checked === undefined || !isUnknown(given.values.spec)) return given;
    const { spec, refs } = checked.values;
    return { values: { ...given.values, spec, refs }, secrets: given.secrets };
  }

  #open(kind: AnyKind, properties: Properties = {}): Opened {
    const { [changesKey]: _changes, [changeSummaryKey]: _summary, ...own } = properties;
    return isModel(kind) ? openModel(own, this.folders()) : open(own);
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
    if (!this.#isYaml()) return;
    const { spec, ...texts } = inputs;
    for (const problem of misreadTexts(isModel(kind) ? texts : inputs)) {
      this.log(`${kind.describe(inputs)}: ${problem}`, urn);
    }
  }

  /** Whether the engine writes an import's code as YAML. */
  #isYaml(): boolean {
    return isYamlProject(this.folders().root);
  }

  /** The state of a partially created object is as the engine keeps any. */
  async #keepPartial<T>(
    kind: AnyKind,
    secrets: ReadonlySet<string>,
    given: Properties | undefined,
    result: Promise<T>,
  ): Promise<T> {
    try {
      return await result;
    } catch (error) {
      if (error instanceof PartiallyCreatedError) {
        error.properties = seal(packState(kind, error.properties, given), secrets);
      }
      throw error;
    }
  }
}

/**
 * For `ignoreChanges: ["spec"]`, the engine takes only this input from the state. What belongs to the text comes from there, too: the values of its
 * placeholders, which a program with an inline `spec` never names, and its file.
 */
function restoreIgnoredText(olds: Properties = {}, news: Properties = {}): Properties {
  if (!isFromState(news.spec)) return news;
  const { refs, file, confidential } = olds;
  return { ...news, refs, file, confidential };
}

/** What the state remembers of checks: what was told, and whether these inputs were checked. */
function readRemembered(
  { [warnedKey]: warned, [checkedKey]: checked, ...known }: Properties,
  found: Properties,
): Properties {
  return { [warnedKey]: warned, ...(equal(known, found) ? { [checkedKey]: checked } : {}) };
}

/** Undefined where there is none: the key is then absent from the state. */
function listNames(secrets: ReadonlySet<string>): readonly string[] | undefined {
  return secrets.size > 0 ? [...secrets] : undefined;
}

function isOpen(opened: Opened | OpenedModel): boolean {
  return "isOpen" in opened && opened.isOpen;
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

/** What `directory.ts` puts beside a packed text: a program may read the model's `elementIds`. */
export const readsElementIds = { readsElementIds: true } as const;

/** Whether the TypeScript class sent it, or state and check have it. */
function isFromTypeScript(spec: unknown): boolean {
  const given = readMarked(spec)?.value ?? spec;
  return isPacked(given) && !isFromState(given) && !("readsElementIds" in given);
}

/** Whether it comes from a state or a check: only these have a readable outline (`contents`) beside the packed text. */
function isFromState(spec: unknown): boolean {
  const given = readMarked(spec)?.value ?? spec;
  return isPacked(given) && "contents" in given;
}
