import { equal, hasUnknown, isUnknown, type Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import { redact } from "../core/text";
import type { AnyKind, AnyRemote, CheckContext } from "../kinds/declare";
import { findSettingsProblems, getStackClient, isCheckingLive, readSettings, SettingsError } from "../settings";
import { checkedKey, digestGiven, digestSettings, digestWarnings, isShown, warnedKey } from "./check-digests";
import { listReferences } from "./error-hints";
import { listLikelyNames } from "./names-as-ids";
import { readKindSettings } from "./operation";
import { findSameObject, noteDanger, noteParts, noteSharedSet } from "./relations";
import { getProfile, readInputs } from "./state";
import { type ProgramResource, Voice } from "./voice";

/** What a check found. */
export interface Checked {
  /** Normalized inputs, stored in the state and passed to later calls. */
  readonly inputs: Properties;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
  /** What a policy should know of an update, see {@link Review.changeSummary}. */
  readonly summary?: object;
}

/** The checks of a kind's inputs, and what a preview says of them. */
export class Checks {
  /**
   * What the checks found faultless, by resource, as a digest: it is not validated again, unless something has changed
   * it since. Undefined: inputs that equal those in the state. Hardly any of them is written, so none is digested.
   */
  readonly #faultless = new Map<string | undefined, string | undefined>();

  constructor(
    private readonly kind: AnyKind,
    private readonly run: Run,
  ) {}

  /** Sends no request. @param olds the inputs of the state; empty for a new resource. */
  check(resource: ProgramResource, olds: Properties, news: Properties): Checked {
    const { kind } = this;
    const { urn } = resource;
    const before = readInputs(this.kind, olds);
    const given = this.kind.shape.pickInputs(news);
    const isNew = Object.keys(before).length === 0;
    const inputs: Properties = kind.review?.normalized?.(given, isNew ? undefined : before, { run: this.run }) ?? given;
    const isKept = !isNew && equal(before, inputs);
    // A preview may tell what an update removes.
    const voice = this.#createVoice(resource, olds, { ...news, ...inputs });
    const checked = kind.review?.isCheckedOnce ? digestSettings(readKindSettings(this.kind)) : undefined;
    const isChecked = isKept && checked !== undefined && olds[checkedKey] === checked && !hasUnknown(inputs);
    const context = { run: this.run, isNew, settings: readKindSettings(this.kind), urn, isChecked, before };
    const found = [
      ...listSettingsProblems(getProfile(news)),
      ...(kind.settings === undefined ? [] : findSettingsProblems(kind.settings)),
      ...this.kind.shape.findProblems(news, inputs, context),
    ];
    const overlap =
      found.length > 0 ? {} : noteSharedSet(this.run, urn, kind.review?.sharedSet?.(inputs, undefined), !isKept);
    const same = findSameObject(this.run, kind, { urn, inputs, isNew, hide: voice.hide });
    // Of two whole sets of one object, the first says more.
    const problems = [...found, ...[overlap.problem ?? same].filter((problem) => problem !== undefined)];
    if (problems.length > 0) return { inputs, problems: problems.map(voice.hide) };
    this.#faultless.set(urn, isKept ? undefined : digestGiven({ ...news, ...inputs }, isNew ? undefined : before));
    const warnings = isChecked ? olds[warnedKey] : this.#warn(olds, before, inputs, context, voice);
    // The check of an update shows its warnings. The state needn't store them, and the engine would show a change.
    const warned = isNew || isKept ? warnings : olds[warnedKey];
    if (overlap.warning !== undefined) voice.warn(overlap.warning);
    if (!isKept) listLikelyNames(listReferences(kind, { inputs })).forEach(voice.warn);
    kind.review?.previewMessages?.(inputs, isNew ? undefined : before, context).forEach(voice.tell);
    const whole = isNew ? undefined : kind.review?.partOf?.(inputs);
    noteParts(this.run, urn, kind, [...(whole === undefined ? [] : [whole]), ...kind.shape.listFolders(before)]);
    return {
      inputs: {
        ...inputs,
        ...(warned === undefined ? {} : { [warnedKey]: warned }),
        ...(checked === undefined ? {} : { [checkedKey]: checked }),
      },
      problems: [],
      summary: isNew ? undefined : redact(kind.review?.changeSummary?.(inputs, before), voice.texts),
    };
  }

  /**
   * Adds what only the platform knows of what {@link Checks.check} accepted. Sends no request for what is as in
   * the state.
   */
  async checkLive(resource: ProgramResource, olds: Properties, checked: Checked): Promise<Checked> {
    const { live = [], impact } = this.kind.review ?? {};
    if (checked.problems.length > 0 || this.isAsBefore(resource)) return checked;
    const given = this.kind.shape.pickInputs(checked.inputs);
    const before = readInputs(this.kind, olds);
    const isNew = Object.keys(before).length === 0;
    const voice = this.#createVoice(resource, olds, checked.inputs);
    const createContext = (inputs: Properties) => ({
      run: this.run,
      client: getStackClient(this.run, getProfile(inputs)),
      log: voice.tell,
    });
    try {
      for (const { setting, problems: find } of live) {
        if (setting !== undefined && !isCheckingLive(setting)) continue;
        const ask = async () => find(given, createContext(given));
        const problems = (await (setting === undefined ? ask().catch(() => []) : ask())).map(voice.hide);
        if (problems.length > 0) return { ...checked, problems };
      }
      if (impact === undefined || !isCheckingLive("impact")) return checked;
      if (isNew) {
        if (given.adopt) await impact.adoption(given, createContext(given));
        return checked;
      }
      const found = await impact.update(given, before, createContext(before));
      return found === undefined
        ? checked
        : { ...checked, summary: redact({ ...checked.summary, ...found }, voice.texts) };
    } catch (error) {
      return { ...checked, problems: [voice.hide((error as Error).message)] };
    }
  }

  /**
   * Whether the inputs, as last checked, equal those in the state. The platform may still have other values, which the
   * engine can't see.
   */
  isAsBefore({ urn }: ProgramResource): boolean {
    return this.#faultless.has(urn) && this.#faultless.get(urn) === undefined;
  }

  /**
   * Compares an object with those that the program's other resources manage, for conflicts that only its id reveals.
   * Returns why two of them undo each other.
   */
  noteObject(resource: ProgramResource, id: string, news: Properties): string | undefined {
    const { urn } = resource;
    const inputs = this.kind.shape.pickInputs(news);
    const { sharedSet } = this.kind.review ?? {};
    // A refresh compares without a check.
    if (sharedSet === undefined || !this.#faultless.has(urn) || sharedSet(inputs, undefined) !== undefined)
      return undefined;
    const { problem, warning } = noteSharedSet(this.run, urn, sharedSet(inputs, id), !this.isAsBefore(resource));
    if (warning !== undefined) this.#createVoice(resource, news).warn(warning);
    return problem;
  }

  /**
   * Tells of changes that the state's outputs show, and of other resources that an update endangers, once the inputs
   * were checked: a refresh compares, too.
   */
  tellUpdate(resource: ProgramResource, id: string, before: AnyRemote, olds: Properties, news: Properties): void {
    const { kind } = this;
    const { urn } = resource;
    const { updateMessages, endangers } = kind.review ?? {};
    if (updateMessages === undefined && endangers === undefined) return;
    if (!this.#isFaultless(urn, news, before.inputs)) return;
    const after = kind.shape.pickInputs(news);
    const voice = this.#createVoice(resource, olds, news);
    updateMessages?.(after, before.inputs, before.outputs).forEach(voice.tell);
    const danger = endangers?.(after, before.inputs);
    const warn = (part: string) => voice.warn(`${danger?.what} ${part}. ${danger?.hint}`);
    noteDanger(this.run, urn, id, danger && { kind: danger.kind, warn });
  }

  /** Tells which resources lie in an object that is replaced: its delete with its contents would take them along. */
  tellReplacement(resource: ProgramResource, id: string, before: Properties, news: Properties): void {
    const { kind } = this;
    if (!kind.deletion?.takesAlong?.(before)) return;
    const voice = this.#createVoice(resource, before, news);
    const what =
      `${kind.describe(before)} (${id}) is replaced, and its delete, unless retainOnDelete keeps it, takes its ` +
      "contents along";
    const hint =
      "The option deleteBeforeReplace: false has them moved to the new one first; if it is deleted first, `pulumi " +
      "up` refuses while they lie in it";
    noteDanger(this.run, resource.urn, id, { warn: (part) => voice.warn(`${what}: ${part} lies in it. ${hint}.`) });
  }

  /** Validates the inputs before the first request, unless the check has: a policy may have changed them since. */
  validate(resource: ProgramResource, news: Properties, before?: Properties): Properties {
    const inputs = this.kind.shape.pickInputs(news);
    if (this.#isFaultless(resource.urn, news, before)) return inputs;
    const context = { run: this.run, isNew: before === undefined, settings: readKindSettings(this.kind), before };
    const problems = this.kind.shape.findProblems(news, inputs, context);
    if (problems.length > 0) throw this.#createVoice(resource, news).refuse(problems.join("\n"));
    return inputs;
  }

  /** Whether the check found exactly this faultless, and it differs from the state. */
  #isFaultless(urn: string | undefined, news: Properties, before: Properties | undefined): boolean {
    const found = this.#faultless.get(urn);
    return found !== undefined && found === digestGiven(news, before);
  }

  /** Shows the warnings that a declaration has, unless they were shown. Returns their digest. */
  #warn(
    olds: Properties,
    before: Properties,
    inputs: Properties,
    context: CheckContext,
    voice: Voice,
  ): string | undefined {
    const warnings = this.kind.review?.warnings?.(inputs, context).map(voice.hide);
    if (warnings === undefined) return undefined;
    const digest = digestWarnings(warnings, inputs);
    const isAsBefore =
      !context.isNew && isShown(olds, digest) && this.kind.shape.findChanged(before, inputs).length === 0;
    if (!isAsBefore) for (const warning of warnings) this.run.log(warning, context.urn);
    return digest;
  }

  #createVoice(resource: ProgramResource, ...all: (Properties | undefined)[]): Voice {
    return new Voice(this.run, this.kind, resource, ...all);
  }
}

function listSettingsProblems(profile: string | undefined): readonly string[] {
  if (isUnknown(profile)) return [];
  try {
    readSettings(profile);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
