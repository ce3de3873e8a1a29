/** Compares a workbook on the platform with the state. */
import type { WorkbookRepresentation } from "../../core/api";
import {
  applyBaseline,
  type Baseline,
  type Canonical,
  computeBaseline,
  getValue,
  type JsonObject,
} from "../../core/spec";
import { filterObjects, isObject } from "../../core/spec/json";
import {
  diffWorkbooks,
  preserveWorkbookAuthoring,
  readStoredWorkbook,
  splitLayout,
  type WorkbookForms,
} from "../../core/workbook";
import { tellChanges } from "../document/changes";
import { filterRefs, matchForm } from "../document/declaration";
import { digestDocument } from "../document/digest";
import { type Loss, listNotKept } from "../document/not-kept";
import { addPlace, findDriftedPlace, placeBaseline } from "../document/place";
import { getWorkbook } from "./declaration";
import type { Known, WorkbookInputs, WorkbookOutputs } from "./fields";

/** A workbook on the platform, in terms of what the state knows. */
export interface Comparison {
  /** What the state is to hold now: what changed on the platform since it was written stands in the inputs. */
  readonly inputs: WorkbookInputs;
  readonly outputs: WorkbookOutputs;
  /** Whether the contents changed on the platform. */
  readonly isDrifted: boolean;
}

const toContents = ({ contents }: WorkbookRepresentation) => contents as JsonObject;

/**
 * Compares the platform's answer with what the state knows. At the version that the state knows nothing can have
 * changed, so what is there is what the platform made of the declaration.
 */
export function compare(server: WorkbookRepresentation, { inputs, outputs }: Known): Comparison {
  const forms = getWorkbook(inputs);
  const received = toContents(server);
  const { there, declared, drifted } = readStoredWorkbook(forms, received, {
    ...(outputs.baseline?.contents === undefined ? {} : { baseline: outputs.baseline.contents }),
    ...(inputs.ignorePaths === undefined ? {} : { ignorePaths: inputs.ignorePaths }),
    isCurrent: server.documentVersion === outputs.documentVersion,
  });
  const own = drifted === declared ? forms.authored : preserveWorkbookAuthoring(forms, drifted, received);
  const isDrifted = own !== forms.authored;
  const contents = isDrifted ? { contents: matchForm(inputs.contents, own), refs: filterRefs(own, forms.refs) } : {};
  const after: WorkbookInputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server), ...contents };
  const written = computeBaseline(getWorkbook(after).canonical, applyBaseline(declared, outputs.baseline?.written));
  const found: WorkbookOutputs = {
    ...keepVersions(outputs),
    url: server.url,
    documentVersion: server.documentVersion,
    ...digestDocument(received, inputs),
    ...traceStored(getWorkbook(after), there, written),
  };
  return {
    inputs: after,
    outputs: addPlace(found, placeBaseline(after, server)),
    isDrifted,
  };
}

/** The versions that this resource wrote and replaced. */
export function keepVersions({ writtenVersion, previousVersion }: Partial<WorkbookOutputs>): Partial<WorkbookOutputs> {
  return {
    ...(writtenVersion === undefined ? {} : { writtenVersion }),
    ...(previousVersion === undefined ? {} : { previousVersion }),
  };
}

/** What {@link compare} would say of contents that it has seen before: nothing but the place can have changed. */
export function recallComparison(
  server: WorkbookRepresentation,
  { inputs, outputs }: Known,
): Pick<Comparison, "inputs" | "outputs"> | undefined {
  const { contentsDigest } = outputs;
  if (contentsDigest === undefined || contentsDigest !== digestDocument(toContents(server), inputs).contentsDigest) {
    return undefined;
  }
  const { url, documentVersion } = server;
  const after: WorkbookInputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server) };
  return { inputs: after, outputs: addPlace({ ...outputs, url, documentVersion }, placeBaseline(after, server)) };
}

/** The outputs of a workbook that was just written, from what was read after that. */
export function recordStored(
  inputs: WorkbookInputs,
  server: WorkbookRepresentation,
  versions: Partial<WorkbookOutputs>,
): WorkbookOutputs {
  const forms = getWorkbook(inputs);
  const received = toContents(server);
  const { ignorePaths } = inputs;
  const { there } = readStoredWorkbook(forms, received, ignorePaths === undefined ? {} : { ignorePaths });
  return {
    ...keepVersions(versions),
    url: server.url,
    documentVersion: server.documentVersion,
    ...digestDocument(received, inputs),
    ...traceStored(forms, there),
  };
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
function traceStored(
  forms: WorkbookForms,
  there: Canonical,
  written?: Baseline,
): Pick<WorkbookOutputs, "baseline" | "notKept"> {
  const contents = computeBaseline(forms.canonical, there);
  const baseline = { ...(contents === undefined ? {} : { contents }), ...(written === undefined ? {} : { written }) };
  const notKept = listLosses(forms, contents).map(({ at, what }) => ({ at, what }));
  return {
    ...(Object.keys(baseline).length > 0 ? { baseline } : {}),
    ...(notKept.length > 0 ? { notKept } : {}),
  };
}

/** What a declaration lost, by what the platform made of it. @param server what it has, to show that as it spells it. */
export function listLosses(
  forms: WorkbookForms,
  contents: Baseline | undefined,
  server?: WorkbookRepresentation,
): Loss[] {
  const there = server && splitLayout(toContents(server));
  return listNotKept(forms, contents, { there }).map((loss) => describeLayoutLoss(forms, there, loss));
}

/** Of a layout, the page is named, and the elements whose places differ; not its text. */
function describeLayoutLoss({ declared }: WorkbookForms, there: JsonObject | undefined, loss: Loss): Loss {
  const [field, index] = loss.path;
  const block = getValue(declared, [field!, index ?? -1]);
  if (field !== "layout" || !isObject(block)) return loss;
  const { id } = block;
  const path = ["layout", String(id)];
  const stored = filterObjects(there?.layout).find((one) => one.id === id) ?? block;
  const layout = filterObjects(declared.layout).map((one) => (one.id === id ? stored : one));
  const changes = tellChanges(diffWorkbooks(declared, { ...declared, layout }), false);
  return {
    ...loss,
    path,
    at: path.join("."),
    described: { thing: `the layout of \`${id}\``, changes: changes.length === 0 ? [] : [changes.join(", ")] },
  };
}
