/** Compares a workbook on the platform with the state. */
import type { WorkbookRepresentation } from "../../core/api";
import {
  type Baseline,
  type Canonical,
  computeBaseline,
  type Forms,
  getValue,
  type JsonObject,
} from "../../core/model";
import { filterObjects, isObject } from "../../core/model/json";
import { diffWorkbooks, preserveWorkbookAuthoring, readStoredWorkbook, splitLayout } from "../../core/workbook";
import { tellChanges } from "../document/changes";
import { digestDocument } from "../document/digest";
import { type Loss, listNotKept } from "../document/not-kept";
import { buildDifference, type Comparison, describeStored } from "../document/stored";
import { getWorkbook, texts } from "./declaration";
import type { WorkbookInputs, WorkbookOutputs, WorkbookState } from "./fields";

const toContents = ({ contents }: WorkbookRepresentation) => contents as JsonObject;

/**
 * Compares the platform's answer with what the state knows. At the version that the state knows nothing can have
 * changed, so what is there is what the platform made of the declaration.
 */
export function compare(
  server: WorkbookRepresentation,
  known: WorkbookState,
): Comparison<WorkbookInputs, WorkbookOutputs> {
  const { inputs, outputs } = known;
  const forms = getWorkbook(inputs);
  const contents = toContents(server);
  const { there, declared, drifted } = readStoredWorkbook(forms, contents, {
    ...(outputs.baseline?.contents === undefined ? {} : { baseline: outputs.baseline.contents }),
    ...(inputs.ignorePaths === undefined ? {} : { ignorePaths: inputs.ignorePaths }),
    isCurrent: server.documentVersion === outputs.documentVersion,
  });
  return describeStored<"contents", WorkbookInputs, WorkbookOutputs>(texts, server, known, {
    contents,
    declared,
    own: drifted === declared ? forms.authored : preserveWorkbookAuthoring(forms, drifted, contents),
    outputs: keepVersions(outputs),
    trace: (after, written) => traceStored(after, there, written),
  });
}

/** The versions that this resource wrote and replaced. */
export function keepVersions({ writtenVersion, previousVersion }: Partial<WorkbookOutputs>): Partial<WorkbookOutputs> {
  return {
    ...(writtenVersion === undefined ? {} : { writtenVersion }),
    ...(previousVersion === undefined ? {} : { previousVersion }),
  };
}

/** The differences between contents just written and what the platform stored. */
export function recordStored(
  inputs: WorkbookInputs,
  server: WorkbookRepresentation,
  versions: Partial<WorkbookOutputs>,
): WorkbookOutputs {
  const forms = getWorkbook(inputs);
  const received = toContents(server);
  const { ignorePaths } = inputs;
  const { there } = readStoredWorkbook(forms, received, ignorePaths === undefined ? {} : { ignorePaths });
  const { url, documentVersion } = server;
  return {
    ...keepVersions(versions),
    ...{ url, documentVersion, ...digestDocument(received, inputs) },
    ...traceStored(forms, there),
  };
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
function traceStored(forms: Forms, there: Canonical, written?: Baseline) {
  const contents = computeBaseline(forms.canonical, there);
  return buildDifference(contents, listLosses(forms, contents), written);
}

/** What a declaration lost, by what the platform made of it. @param server what it has, to show that as it spells it. */
export function listLosses(forms: Forms, contents: Baseline | undefined, server?: WorkbookRepresentation): Loss[] {
  const there = server && splitLayout(toContents(server));
  return listNotKept(forms, contents, { there }).map((loss) => describeLayoutLoss(forms, there, loss));
}

/** Of a layout, the page is named, and the elements whose places differ; not its text. */
function describeLayoutLoss({ declared }: Forms, there: JsonObject | undefined, loss: Loss): Loss {
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
