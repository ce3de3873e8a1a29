import { isPacked, isUnknown, type Properties } from "../core/engine";
import { parseSpecFile } from "../core/files";
import type { Difference } from "../host/lifecycle";
import { findMissingElements } from "./asked-elements";
import type { Change, ReadState, Sent } from "./codec";
import { assignReadableIds, listElementIds, previewElementIds } from "./data-model";
import { type DetailedDiff, kinds as differences } from "./detailed-diff";
import { DocumentCodec, isFromState } from "./document-codec";
import { type DocumentInput, DocumentProblems } from "./document-input";
import type { ProgramFiles } from "./program-files";
import { type Opened, readMarked } from "./values";

/** The codec of data models. Programs in languages other than TypeScript read the output `elementIds`. */
export class ModelCodec extends DocumentCodec {
  /** The models of programs that read `elementIds`; the TypeScript classes read `ids`, and send packed texts. */
  readonly #readElementIds = new Set<string>();

  protected override get input(): DocumentInput {
    return { field: "spec", parseFile: parseSpecFile };
  }

  override get outputs(): readonly string[] {
    return [...super.outputs, "elementIds"];
  }

  override openDeclared(sent: Sent): Opened {
    const { urn, olds, news } = sent;
    const given = super.openDeclared(sent);
    // The option ignoreChanges has taken the elements out of it, which its own problem says.
    if (this.files.isYaml && !this.hasLostPages(olds, news)) refuseMissing(urn, given, this.files);
    if (urn !== undefined && !isFromTypeScript(news?.spec)) this.#readElementIds.add(urn);
    return given;
  }

  override keepState(state: Properties, former: Properties | undefined): Properties {
    return { ...super.keepState(state, former), elementIds: listElementIds(state) };
  }

  override keepImported({ state, inputs }: ReadState, former: Properties | undefined): ReadState {
    const { spec, ids } = assignReadableIds(inputs.spec as string);
    return super.keepImported({ state: { ...state, spec, ids }, inputs: { ...inputs, spec } }, former);
  }

  override previewUpdate(change: Change, diffs: readonly string[], news: Properties = {}): Properties {
    const before = change.before.values;
    const { ids, elementIds = listElementIds(before) } = before;
    return {
      ...super.previewUpdate(change, diffs, news),
      ...(diffs.includes("spec")
        ? { elementIds: previewElementIds(elementIds, change.after.values.spec) }
        : { ids, elementIds }),
    };
  }

  override describeChanges(difference: Difference, sent: Sent, change: Change): DetailedDiff {
    const diff = super.describeChanges(difference, sent, change);
    // States of the dynamic provider have no `elementIds`, and the engine copies the state of an unchanged resource.
    // This update sends nothing.
    const { urn, olds } = sent;
    const isRead = urn !== undefined && this.#readElementIds.has(urn);
    if (isRead && olds?.ids !== undefined && olds.elementIds === undefined) diff.elementIds = differences.add;
    return diff;
  }
}

/**
 * @throws DocumentProblems for elements that the program asks for and the model doesn't declare, unless it leaves parts
 * to the platform.
 */
function refuseMissing(urn: string | undefined, { values }: Opened, files: ProgramFiles): void {
  const { spec, ignorePaths } = values;
  if (urn === undefined || typeof spec !== "string" || isUnknown(spec) || ignorePaths !== undefined) return;
  const problems = findMissingElements(urn.slice(urn.lastIndexOf("::") + 2), JSON.parse(spec), files);
  if (problems.length > 0) throw new DocumentProblems(problems);
}

/** Beside a packed text of a {@link DataModelDirectory}: the program may read the model's `elementIds`. */
export const readsElementIds = { readsElementIds: true } as const;

/** Whether the TypeScript class sent it, or state and check have it. */
function isFromTypeScript(spec: unknown): boolean {
  const given = readMarked(spec)?.value ?? spec;
  return isPacked(given) && !isFromState(given) && !("readsElementIds" in given);
}
