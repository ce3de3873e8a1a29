import { findPathIntoSpec, insteadOfPathIntoSpec } from "../core/ignore-changes";
import { isPacked, pack, unpack } from "../core/packed";
import { isObject, unknownValue } from "../core/spec/json";
import { isUnknown, type Properties } from "../core/values";
import type { Checked, Difference } from "../host/lifecycle";
import { changeSummaryKey } from "../kinds/declare";
import { findMissingElements } from "./asked-elements";
import { type Change, type Folders, type Found, PlainCodec, type Sent } from "./codec";
import { assignReadableIds, listElementIds, previewElementIds, summarizeSpec } from "./data-model";
import { type DetailedDiff, kinds as differences } from "./detailed-diff";
import { writeModelCode } from "./imported";
import { refuseRespelled } from "./respelled";
import { type OpenedModel, openModel, SpecProblems } from "./spec-input";
import { changesKey, diffText } from "./text-diff";
import { isAsset, type Opened, open, readMarked } from "./values";

/**
 * The codec of data models. The lifecycle has the representation as text, the state has it packed, with an outline for
 * people. Programs in languages other than TypeScript read the output `elementIds`.
 */
export class ModelCodec extends PlainCodec {
  /** The models of a preview whose text isn't known yet, as their checks had them. */
  readonly #checked = new Map<string | undefined, Opened>();
  /** The models of programs that read `elementIds`; the TypeScript classes read `ids`, and send packed texts. */
  readonly #readElementIds = new Set<string>();

  override get outputs(): readonly string[] {
    return [...super.outputs, "elementIds"];
  }

  override open({ [changesKey]: _changes, [changeSummaryKey]: _summary, ...own }: Properties = {}): OpenedModel {
    return openModel(own, this.folders());
  }

  override openDeclared({ urn, olds, news }: Sent): Opened {
    const given = this.open(restoreIgnoredText(olds, news));
    if (this.isYaml()) {
      refuseRespelled(news?.spec, this.folders());
      // The option ignoreChanges has taken the elements out of it, which its own problem says.
      if (!hasLostPages(olds?.spec, news?.spec)) refuseMissing(urn, given, this.folders());
    }
    if (urn !== undefined && !isFromTypeScript(news?.spec)) this.#readElementIds.add(urn);
    return given;
  }

  /** With the known rest of a model that has unknown values. */
  override openChecked({ urn, news }: Sent): Opened {
    const given = this.open(news);
    const checked = this.#checked.get(urn);
    if (checked === undefined || !isUnknown(given.values.spec)) return given;
    const { spec, refs } = checked.values;
    return { values: { ...given.values, spec, refs }, secrets: given.secrets };
  }

  override keepChecked(checked: Checked, sent: Sent, change: Change): Properties {
    const { inputs } = checked;
    const { before, after } = change;
    const isNew = Object.keys(before.values).length === 0;
    if ("isOpen" in after && after.isOpen) {
      // An update by a saved plan may have only what the preview had, or what was unknown then.
      this.#checked.set(sent.urn, after);
      const { refs } = open(sent.news).values;
      return { ...inputs, spec: unknownValue, refs, ...(isNew ? {} : { [changesKey]: unknownValue }) };
    }
    const changes = isNew ? undefined : this.kind.review?.changesByPlace?.(inputs, before.values);
    return { ...super.keepChecked(checked, sent, change), [changesKey]: changes };
  }

  override keepState(state: Properties, former: Properties | undefined): Properties {
    return { ...super.keepState(state, former), elementIds: listElementIds(state) };
  }

  override keepFound(found: Found, known: Properties, former: { properties?: Properties; inputs?: Properties }): Found {
    const { state, inputs } = super.keepFound(found, known, former);
    return { state: { ...state, [changesKey]: this.kind.review?.changesByPlace?.(found.inputs, known) }, inputs };
  }

  override keepImported({ state, inputs }: Found, former: Properties | undefined): Found {
    const { spec, ids } = assignReadableIds(inputs.spec as string);
    return {
      state: this.keepState({ ...state, spec, ids }, former),
      // Code has no packed texts.
      inputs: { ...inputs, spec: writeModelCode(spec, this.isYaml()) },
    };
  }

  override previewUpdate(change: Change, diffs: readonly string[], news: Properties = {}): Properties {
    const before = change.before.values;
    const { url, ids, elementIds = listElementIds(before) } = before;
    const isMoved = diffs.includes("name") || diffs.includes("folderId");
    return {
      ...super.previewUpdate(change, diffs, news),
      ...(isUnknown(news.spec) ? { spec: unknownValue } : {}),
      ...(isMoved ? {} : { url }),
      ...(diffs.includes("spec")
        ? { elementIds: previewElementIds(elementIds, change.after.values.spec) }
        : { ids, elementIds }),
    };
  }

  override describeChanges({ changed, replaces, ...rest }: Difference, sent: Sent, change: Change): DetailedDiff {
    const others = changed.filter((key) => key !== "spec");
    const diff = super.describeChanges({ changed: others, replaces, ...rest }, sent, change);
    if (changed.includes("spec")) {
      const [before, after] = [change.before.values, change.after.values];
      Object.assign(diff, diffText(this.kind.review!.changesByPlace!, sent, before, after, replaces.length > 0));
    }
    // States of the dynamic provider have no `elementIds`, and the engine copies the state of an unchanged resource.
    // This update sends nothing.
    const { urn, olds } = sent;
    const isRead = urn !== undefined && this.#readElementIds.has(urn);
    if (isRead && olds?.ids !== undefined && olds.elementIds === undefined) diff.elementIds = differences.add;
    return diff;
  }

  override findOptionProblem(ignoreChanges: readonly string[]): string | undefined {
    return findPathIntoSpec(ignoreChanges);
  }

  override explainProblems({ olds, news }: Sent): readonly string[] {
    if (!hasLostPages(olds?.spec, news?.spec)) return [];
    return [`spec: if the option ignoreChanges names a part of it, that can't work. ${insteadOfPathIntoSpec}`];
  }

  override explainImport({ spec: _, ...texts }: Properties): readonly string[] {
    return super.explainImport(texts);
  }

  protected override keepInputs(inputs: Properties, former: Properties | undefined): Properties {
    const { spec } = inputs;
    if (typeof spec !== "string" || isUnknown(spec)) return inputs;
    // A text that is packed already stays the same to the letter.
    const before = readMarked(former?.spec)?.value ?? former?.spec;
    if (isPacked(before) && "contents" in before && unpack(before) === spec) return { ...inputs, spec: before };
    return { ...inputs, spec: { contents: summarizeSpec(spec), ...pack(spec) } };
  }
}

/**
 * @throws SpecProblems for elements that the program asks for and the model doesn't declare, unless it leaves parts to
 * the platform.
 */
function refuseMissing(urn: string | undefined, { values }: OpenedModel, folders: Folders): void {
  const { spec, ignorePaths } = values;
  if (urn === undefined || typeof spec !== "string" || isUnknown(spec) || ignorePaths !== undefined) return;
  const problems = findMissingElements(urn.slice(urn.lastIndexOf("::") + 2), JSON.parse(spec), folders);
  if (problems.length > 0) throw new SpecProblems(problems);
}

/** Beside a packed text of a {@link DataModelDirectory}: the program may read the model's `elementIds`. */
export const readsElementIds = { readsElementIds: true } as const;

/**
 * For `ignoreChanges: ["spec"]`, the engine takes only this input from the state. What belongs to the text comes from
 * there, too: the values of its placeholders, which a program with an inline `spec` never names, and its file.
 */
function restoreIgnoredText(olds: Properties = {}, news: Properties = {}): Properties {
  if (!isFromState(news.spec)) return news;
  const { refs, file, confidential } = olds;
  return { ...news, refs, file, confidential };
}

/**
 * Whether a declared object lacks its pages where the state has a model. The engine removes them for
 * `ignoreChanges: ["spec.pages"]`, because the state has the text packed, without a key of this name. The engine
 * doesn't send the option to a check.
 */
function hasLostPages(former: unknown, spec: unknown): boolean {
  const before = readMarked(former)?.value ?? former;
  const given = readMarked(spec)?.value ?? spec;
  return isPacked(before) && isObject(given) && !isPacked(given) && !isAsset(given) && !("pages" in given);
}

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
