import { status } from "@grpc/grpc-js";
import { type Properties, parsePropertyPath } from "../core/engine";
import type { Run } from "../core/runtime";
import { suggestWord } from "../core/text";
import { isPlaceholder } from "../host/create";
import { KindLifecycle, PartiallyCreatedError } from "../host/lifecycle";
import type { AnyKind } from "../kinds/declare";
import { registry } from "../kinds/registry";
import type { PropertyCodec, Sent } from "./codec";
import { createCodec } from "./codecs";
import type { DetailedDiff } from "./detailed-diff";
import { DocumentProblems } from "./document-input";
import { RequestError } from "./errors";
import type { ProgramFiles } from "./program-files";
import { changesKey } from "./text-diff";
import { type Opened, seal } from "./values";

/** A kind, and what the plugin needs of it. */
interface Served {
  readonly kind: AnyKind;
  readonly lifecycle: KindLifecycle;
  readonly codec: PropertyCodec;
}

/** A resource in a request. */
interface Request {
  readonly urn: string | undefined;
  readonly type: string;
}

type CheckRequest = Request & Sent;

interface DiffRequest extends Request, Sent {
  readonly id: string;
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

interface CreateRequest extends Request {
  readonly properties?: Properties;
  readonly preview: boolean;
}

interface UpdateRequest extends DiffRequest {
  readonly preview: boolean;
}

interface DeleteRequest extends Request {
  readonly id: string;
  readonly properties?: Properties;
}

interface ReadRequest extends DeleteRequest {
  readonly inputs?: Properties;
}

/** What the plugin answers the engine about resources. Properties have the engine's marks. */
export class Resources {
  readonly #served = new Map<string, Served>();
  /** The resources that the program of this run declares. */
  readonly #declaredNow = new Set<string | undefined>();
  /** Those read without a state: by a program's lookup, or for an import, of which a check follows. */
  readonly #readFirst = new Set<string | undefined>();

  constructor(
    private readonly files: ProgramFiles,
    private readonly run: Run,
  ) {}

  async check({ type, ...sent }: CheckRequest): Promise<{ inputs: Properties; failures: readonly string[] }> {
    const { kind, lifecycle, codec } = this.#getServed(type);
    const { urn, olds, news = {} } = sent;
    this.#declaredNow.add(urn);
    let before: Opened;
    let after: Opened;
    try {
      before = codec.open(olds);
      after = codec.openDeclared(sent);
    } catch (error) {
      return {
        inputs: news,
        failures: error instanceof DocumentProblems ? error.problems : [(error as Error).message],
      };
    }
    const resource = { urn, secretInputs: listNames(after.secrets) };
    const found = lifecycle.check(resource, before.values, after.values);
    if (found.problems.length > 0)
      return { inputs: news, failures: [...found.problems, ...codec.explainProblems(sent)] };
    const checked = await lifecycle.checkLive(resource, before.values, found);
    const { inputs, problems } = checked;
    if (problems.length > 0) return { inputs: news, failures: problems };
    this.#explainImport(urn, kind, codec, inputs);
    const planned = await lifecycle.planCreate(resource, before.values, checked);
    const kept = { ...codec.keepChecked(checked, sent, { before, after }), ...planned };
    return { inputs: seal(kept, [...after.secrets, ...kind.shape.secretInputs]), failures: [] };
  }

  diff({ type, id, ignoreChanges = [], ...sent }: DiffRequest): DiffAnswer {
    const { kind, lifecycle, codec } = this.#getServed(type);
    const { urn, olds } = sent;
    // A refresh has the option from the state: a program that no longer has it could not be applied with --refresh.
    const problem = this.#declaredNow.has(urn) ? codec.findOptionProblem(ignoreChanges) : undefined;
    if (problem !== undefined) throw new RequestError(status.INVALID_ARGUMENT, problem);
    const [before, after] = [codec.open(olds), codec.openChecked(sent)];
    const resource = { urn, secretInputs: listNames(after.secrets) };
    const difference = lifecycle.diff(resource, id, before.values, after.values);
    const { changed, replaces } = difference;
    const detailedDiff = codec.describeChanges(difference, sent, { before, after });
    // The engine shows only those of the differences whose inputs are named here.
    const named = Object.keys(detailedDiff).map((path) => parsePropertyPath(path).name);
    const diffs = [...new Set([...changed, ...named])].filter((name) => name !== changesKey);
    return {
      changes: diffs.length > 0,
      diffs,
      replaces,
      // Of replacements that replaceOnChanges requires, only the engine knows.
      deleteBeforeReplace: !isPlaceholder(id) && (kind.deletion?.isFirst ?? false),
      detailedDiff,
    };
  }

  async create({ urn, type, properties, preview }: CreateRequest): Promise<{ id: string; properties: Properties }> {
    const { kind, lifecycle, codec } = this.#getServed(type);
    const given = codec.open(properties);
    const secrets = [...given.secrets, ...kind.shape.secretInputs];
    if (preview) return { id: "", properties: seal(codec.previewCreate(given.values, properties), secrets) };
    const open = (kept: Properties) => codec.open(kept).values;
    const resource = { urn, secretInputs: listNames(given.secrets), open };
    const keep = keepPartial(codec, secrets, properties);
    const { id, state } = await lifecycle.create(resource, given.values).catch(keep);
    return { id, properties: seal(codec.keepState(state, properties), secrets) };
  }

  async read({ urn, type, id, properties, inputs }: ReadRequest): Promise<{
    id: string;
    properties?: Properties;
    inputs?: Properties;
  }> {
    const { kind, lifecycle, codec } = this.#getServed(type);
    const state = codec.open(properties);
    const known = codec.open(inputs);
    const secrets = new Set([...state.secrets, ...known.secrets, ...kind.shape.secretInputs]);
    const resource = { urn, secretInputs: listNames(secrets) };
    const isKnown = state.values.__state !== undefined;
    if (!isKnown) this.#readFirst.add(urn);
    const keep = keepPartial(codec, secrets, properties);
    const found = await lifecycle.read(resource, id, isKnown ? state.values : known.values).catch(keep);
    if (found === undefined) return { id: "" };
    const kept = isKnown
      ? codec.keepFound(found, known.values, { properties, inputs })
      : codec.keepImported(found, properties);
    return {
      id: found.id,
      properties: seal(kept.state, secrets),
      inputs: seal(kept.inputs, secrets),
    };
  }

  async update(request: UpdateRequest): Promise<{ properties: Properties }> {
    const { urn, type, id, olds, news, preview } = request;
    const { kind, lifecycle, codec } = this.#getServed(type);
    const [before, after] = [codec.open(olds), codec.openChecked(request)];
    const secrets = [...after.secrets, ...kind.shape.secretInputs];
    if (preview) {
      const state = codec.previewUpdate({ before, after }, this.diff(request).diffs, news);
      // Outputs that stay are as secret as they were.
      return { properties: seal(state, [...secrets, ...before.secrets]) };
    }
    const resource = { urn, secretInputs: listNames(after.secrets) };
    const keep = keepPartial(codec, secrets, news);
    const { state } = await lifecycle.update(resource, id, before.values, after.values).catch(keep);
    return { properties: seal(codec.keepState(state, news), secrets) };
  }

  async delete({ urn, type, id, properties }: DeleteRequest): Promise<void> {
    const { lifecycle, codec } = this.#getServed(type);
    const state = codec.open(properties);
    const resource = { urn, secretInputs: listNames(state.secrets) };
    await lifecycle.delete(resource, id, state.values).catch(keepPartial(codec, state.secrets, properties));
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
        `There is no resource type ${type}.${suggestWord(name, names)} Types of the package ` +
          `analytics: ${names.join(", ")}.`,
      );
    }
    const kind = registry[name]!();
    const served = { kind, lifecycle: new KindLifecycle(kind, this.run), codec: createCodec(kind, this.files) };
    this.#served.set(name, served);
    return served;
  }

  /** Logs what an import can't fill in. */
  #explainImport(urn: string | undefined, kind: AnyKind, codec: PropertyCodec, inputs: Properties): void {
    if (!this.#readFirst.delete(urn)) return;
    for (const field of kind.shape.secretInputs.filter((name) => inputs[name] === undefined)) {
      this.run.log(
        `${kind.describe(inputs)}: the platform doesn't return \`${field}\`, so it is not imported. It ` +
          `stays on the platform as it is. To manage it, add \`${field}\` to the program after the import: ` +
          "the next `pulumi up` sends it.",
        urn,
      );
    }
    for (const problem of codec.explainImport(inputs)) this.run.log(`${kind.describe(inputs)}: ${problem}`, urn);
  }
}

/** Handles an error: the state of a partially created object is as the engine keeps any. */
function keepPartial(codec: PropertyCodec, secrets: Iterable<string>, given: Properties | undefined) {
  return (error: unknown): never => {
    if (error instanceof PartiallyCreatedError) {
      error.properties = seal(codec.keepState(error.properties, given), secrets);
    }
    throw error;
  };
}

/** Undefined where there is none: the key is then absent from the state. */
function listNames(secrets: ReadonlySet<string>): readonly string[] | undefined {
  return secrets.size > 0 ? [...secrets] : undefined;
}
