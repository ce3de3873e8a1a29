/** What the state is to hold of a document on the platform. */
import {
  applyBaseline,
  applyDrift,
  type Baseline,
  type Canonical,
  computeBaseline,
  type Forms,
  type Json,
} from "../../core/model";
import { filterRefs, matchForm, type TextField, type TextInputs, type Texts } from "./declaration";
import { digestDocument } from "./digest";
import type { DocumentInputs, DocumentOutputs, KnownDocument, ServerDocument } from "./fields";
import type { Loss } from "./not-kept";
import { addPlace, findDriftedPlace, placeBaseline } from "./place";

/** A document on the platform, in terms of what the state knows. */
export interface Comparison<Inputs, Outputs> {
  /** What the state is to hold now: what changed on the platform since it was written stands in the inputs. */
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /** Whether the contents changed on the platform. */
  readonly isDrifted: boolean;
}

/** What a kind found out of a document on the platform. */
interface ComparedDocument<Outputs> {
  /** The part of the platform's answer that a file would hold. */
  readonly contents: Json;
  /** What is declared. */
  readonly declared: Canonical;
  /** The authored text, with what changed on the platform; the same value where nothing did. */
  readonly own: Json;
  /** Outputs of the kind's own. */
  readonly outputs: Partial<Outputs>;
  /** What differs from a declaration, which `written` leads from to the one that was last written. */
  trace(forms: Forms, written: Baseline | undefined): StoredDifference;
}

/** Outputs with the differences between a declaration and what the platform stored, beyond spelling. */
type StoredDifference = Pick<DocumentOutputs, "baseline" | "notKept">;

export function describeStored<
  Field extends TextField,
  Inputs extends DocumentInputs & TextInputs<Field>,
  Outputs extends DocumentOutputs,
>(
  texts: Texts<Field>,
  server: ServerDocument,
  { inputs, outputs }: KnownDocument<Inputs, Outputs>,
  found: ComparedDocument<Outputs>,
): Comparison<Inputs, Outputs> {
  const { authored, refs } = texts.getForms(inputs);
  const { own, declared, contents } = found;
  const isDrifted = own !== authored;
  const text = isDrifted ? { [texts.field]: matchForm(inputs[texts.field], own), refs: filterRefs(own, refs) } : {};
  const after: Inputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server), ...text };
  const forms = texts.getForms(after);
  // What the platform changed in two refreshes counts as written as it was between them: the program may have it.
  const before = applyDrift(applyBaseline(declared, outputs.baseline?.written), forms.canonical, declared);
  const written = computeBaseline(forms.canonical, before);
  const { url, documentVersion } = server;
  const stored = { ...found.outputs, url, documentVersion, ...digestDocument(contents, inputs) };
  const now = { ...stored, ...found.trace(forms, written) } as unknown as Outputs;
  return { inputs: after, outputs: addPlace(now, placeBaseline(after, server)), isDrifted };
}

/**
 * What a comparison would say of contents that it has seen before, or that were taken in after a write: nothing but the
 * place can have changed. Undefined when they may be others.
 *
 * @param contents the part of the platform's answer that a file would hold.
 */
export function recallComparison<Inputs extends DocumentInputs, Outputs extends DocumentOutputs>(
  server: ServerDocument,
  contents: Json,
  { inputs, outputs }: KnownDocument<Inputs, Outputs>,
): { readonly inputs: Inputs; readonly outputs: Outputs } | undefined {
  const { contentsDigest } = outputs;
  if (contentsDigest === undefined || contentsDigest !== digestDocument(contents, inputs).contentsDigest) {
    return undefined;
  }
  const { url, documentVersion } = server;
  const after: Inputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server) };
  const now = { ...outputs, url, documentVersion } as Outputs;
  return { inputs: after, outputs: addPlace(now, placeBaseline(after, server)) };
}

/** @param contents the changes from the declaration to what the platform stored. */
export function buildDifference(
  contents: Baseline | undefined,
  losses: readonly Loss[],
  written?: Baseline,
): StoredDifference {
  const baseline = { ...(contents && { contents }), ...(written && { written }) };
  const notKept = losses.map(({ at, what }) => ({ at, what }));
  return {
    ...(Object.keys(baseline).length > 0 ? { baseline } : {}),
    ...(notKept.length > 0 ? { notKept } : {}),
  };
}
