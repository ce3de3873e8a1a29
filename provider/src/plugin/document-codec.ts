import {
  adviseIgnorePaths,
  type DocumentField,
  findPathIntoDocument,
  isPacked,
  isUnknown,
  type Properties,
  pack,
  unpack,
} from "../core/engine";
import { parseWorkbookFile } from "../core/files";
import { isObject, unknownValue } from "../core/model/json";
import type { Checked, Difference } from "../host/lifecycle";
import { changeSummaryKey } from "../kinds/declare";
import { type Change, PropertyCodec, type ReadState, type Sent } from "./codec";
import type { DetailedDiff } from "./detailed-diff";
import { type DocumentInput, type OpenedDocument, openDocument } from "./document-input";
import { writeDocumentCode } from "./imported";
import { summarizeDocument } from "./outline";
import { refuseRespelled } from "./respelled";
import { changesKey, diffText } from "./text-diff";
import { isAssetOrArchive, type Opened, open, readMarked } from "./values";

/**
 * The codec of kinds whose inputs hold a whole document. The lifecycle has it as text, the state has it packed, with an
 * outline for people.
 */
export class DocumentCodec extends PropertyCodec {
  /** The documents of a preview whose text isn't known yet, as their checks had them. */
  readonly #checked = new Map<string | undefined, Opened>();

  /** How the kind names and reads the document. */
  protected get input(): DocumentInput {
    return { field: "contents", parseFile: parseWorkbookFile, canBeFolder: true };
  }

  protected get field(): DocumentField {
    return this.input.field;
  }

  override open({ [changesKey]: _changes, [changeSummaryKey]: _summary, ...own }: Properties = {}): OpenedDocument {
    return openDocument(own, this.input, this.files);
  }

  override openDeclared({ olds, news }: Sent): Opened {
    const given = this.open(this.restoreIgnoredText(olds, news));
    if (this.files.isYaml) refuseRespelled(news?.[this.field], this.field, this.files);
    return given;
  }

  /** With the known rest of a document that has unknown values. */
  override openChecked({ urn, news }: Sent): Opened {
    const given = this.open(news);
    const checked = this.#checked.get(urn);
    if (checked === undefined || !isUnknown(given.values[this.field])) return given;
    const { [this.field]: text, refs } = checked.values;
    return { values: { ...given.values, [this.field]: text, refs }, secrets: given.secrets };
  }

  override keepChecked(checked: Checked, sent: Sent, change: Change): Properties {
    const { inputs } = checked;
    const { before, after } = change;
    const isNew = Object.keys(before.values).length === 0;
    if ("isOpen" in after && after.isOpen) {
      // An update by a saved plan may have only what the preview had, or what was unknown then.
      this.#checked.set(sent.urn, after);
      const { refs } = open(sent.news).values;
      return { ...inputs, [this.field]: unknownValue, refs, ...(isNew ? {} : { [changesKey]: unknownValue }) };
    }
    const changes = isNew ? undefined : this.kind.review?.changesByPlace?.(inputs, before.values);
    return { ...super.keepChecked(checked, sent, change), [changesKey]: changes };
  }

  override keepFound(
    found: ReadState,
    known: Properties,
    former: { properties?: Properties; inputs?: Properties },
  ): ReadState {
    const { state, inputs } = super.keepFound(found, known, former);
    // A refresh shows what differs in the outputs, that of newer engines what differs in the inputs.
    const changes = { [changesKey]: this.kind.review?.changesByPlace?.(found.inputs, known) };
    return { state: { ...state, ...changes }, inputs: { ...inputs, ...changes } };
  }

  override keepImported({ state, inputs }: ReadState, former: Properties | undefined): ReadState {
    // Code has no packed texts.
    const code = writeDocumentCode(inputs[this.field] as string, this.files.isYaml);
    return { state: this.keepState(state, former), inputs: { ...inputs, [this.field]: code } };
  }

  override previewUpdate(change: Change, diffs: readonly string[], news: Properties = {}): Properties {
    return {
      ...super.previewUpdate(change, diffs, news),
      ...(isUnknown(news[this.field]) ? { [this.field]: unknownValue } : {}),
    };
  }

  override describeChanges({ changed, replaces, ...rest }: Difference, sent: Sent, change: Change): DetailedDiff {
    const others = changed.filter((key) => key !== this.field);
    const diff = super.describeChanges({ changed: others, replaces, ...rest }, sent, change);
    if (!changed.includes(this.field)) return diff;
    const [before, after] = [change.before.values, change.after.values];
    const changesByPlace = this.kind.review!.changesByPlace!;
    return { ...diff, ...diffText(this.field, changesByPlace, sent, before, after, replaces.length > 0) };
  }

  override findOptionProblem(ignoreChanges: readonly string[]): string | undefined {
    return findPathIntoDocument(this.field, ignoreChanges);
  }

  override explainProblems({ olds, news }: Sent): readonly string[] {
    if (!this.hasLostPages(olds, news)) return [];
    const { field } = this;
    return [`${field}: if the option ignoreChanges names a part of it, that can't work. ${adviseIgnorePaths(field)}`];
  }

  override explainImport({ [this.field]: _, ...texts }: Properties): readonly string[] {
    return super.explainImport(texts);
  }

  protected override keepInputs(inputs: Properties, former: Properties | undefined): Properties {
    const text = inputs[this.field];
    if (typeof text !== "string" || isUnknown(text)) return inputs;
    // A text that is packed already stays the same to the letter.
    const before = readMarked(former?.[this.field])?.value ?? former?.[this.field];
    if (isPacked(before) && "contents" in before && unpack(before) === text) return { ...inputs, [this.field]: before };
    return { ...inputs, [this.field]: { contents: summarizeDocument(text), ...pack(text) } };
  }

  /**
   * Whether a declared object lacks its pages where the state has a document. The engine removes them for
   * `ignoreChanges: ["spec.pages"]`, because the state has the text packed, without a key of this name. The engine
   * doesn't send the option to a check.
   */
  protected hasLostPages(olds: Properties = {}, news: Properties = {}): boolean {
    const before = readMarked(olds[this.field])?.value ?? olds[this.field];
    const given = readMarked(news[this.field])?.value ?? news[this.field];
    return isPacked(before) && isObject(given) && !isPacked(given) && !isAssetOrArchive(given) && !("pages" in given);
  }

  /**
   * For `ignoreChanges: ["spec"]`, the engine takes only this input from the state. What belongs to the text comes from
   * there, too: the values of its placeholders, which a program with an inline object never names, and its file.
   */
  protected restoreIgnoredText(olds: Properties = {}, news: Properties = {}): Properties {
    if (!isFromState(news[this.field])) return news;
    const { refs, file, confidential } = olds;
    return { ...news, refs, file, confidential };
  }
}

/** Whether it comes from a state or a check: only these have a readable outline (`contents`) beside the packed text. */
export function isFromState(text: unknown): boolean {
  const given = readMarked(text)?.value ?? text;
  return isPacked(given) && "contents" in given;
}
