/** Compares a model on the platform with the state. */

import type { DataModelRepresentation } from "../../core/api";
import {
  adoptTheirIgnored,
  type Baseline,
  type BaselineEntry,
  type Canonical,
  computeBaseline,
  createEmptyIdentity,
  dropUnnamed,
  type Forms,
  type IdentityMap,
  type LocalSpec,
  matchIdentity,
  preserveAuthoring,
  readStored,
  reword,
  toCanonical,
  toLocalIds,
  toPlatformSpec,
} from "../../core/model";
import { digestDocument } from "../document/digest";
import { type Loss, listNotKept } from "../document/not-kept";
import { buildDifference, type Comparison, describeStored } from "../document/stored";
import { getModel, texts, toFileContents } from "./declaration";
import type { DataModelInputs, DataModelOutputs, DataModelState } from "./fields";

/** A model on the platform, in terms of what the state knows. */
export interface ModelComparison extends Comparison<DataModelInputs, DataModelOutputs> {
  /** What is declared, and the same with what changed on the platform since; one object where nothing did. */
  readonly declared: Canonical;
  readonly drifted: Canonical;
}

/**
 * Compares the platform's answer with what the state knows. At the version that the state knows nothing can have
 * changed, so what is there is what the platform made of the declaration, also in a state that tells nothing of that
 * yet.
 */
export function compare(server: DataModelRepresentation, known: DataModelState): ModelComparison {
  const { inputs, outputs } = known;
  const model = getModel(inputs);
  const { ids, there, declared, drifted } = readStored(model, toPlatformSpec(server), {
    ids: outputs.ids,
    baseline: outputs.baseline?.contents,
    ignorePaths: inputs.ignorePaths,
    isCurrent: server.documentVersion === outputs.documentVersion,
  });
  const compared = describeStored<"spec", DataModelInputs, DataModelOutputs>(texts, server, known, {
    contents: toFileContents(server),
    declared,
    own: drifted === declared ? model.authored : preserveAuthoring(model.authored, drifted, model.refs),
    outputs: { ids },
    trace: (forms, written) => traceStored(forms, there, written),
  });
  return { ...compared, declared, drifted: compared.isDrifted ? drifted : declared };
}

/** Contents that were sent, and what was read after that. */
export interface SentModel {
  readonly server: DataModelRepresentation;
  /** Default: what is declared. */
  readonly sent?: LocalSpec;
  /** The map that they were sent with. */
  readonly ids?: IdentityMap;
}

/** The differences between contents just written and what the platform stored. */
export function recordStored(inputs: DataModelInputs, { server, sent, ids: previous }: SentModel) {
  const model = getModel(inputs);
  const received = toPlatformSpec(server);
  const { map, ambiguities } = matchIdentity({ sent: sent ?? model.declared, received, previous, inOrder: true });
  const ids = dropUnnamed(map, model.declared, previous ?? createEmptyIdentity());
  const there = toCanonical(adoptTheirIgnored(toLocalIds(received, ids), model.declared, inputs.ignorePaths ?? []));
  const { url, documentVersion } = server;
  const digest = digestDocument(toFileContents(server), inputs);
  const outputs: DataModelOutputs = { url, documentVersion, ids, ...digest, ...traceStored(model, there) };
  return { outputs, losses: listLosses(model, outputs.baseline?.contents), warnings: ambiguities };
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
function traceStored(model: Forms, there: Canonical, written?: Baseline) {
  const contents = computeBaseline(model.canonical, reword(model.canonical, there, { stored: true, losses: true }));
  return buildDifference(contents, listLosses(model, contents), written);
}

/** Whether the platform wrote something into an element that others see: its name, or whether they may use it. */
function isElementChange({ path, stored }: BaselineEntry): boolean {
  return stored !== undefined && path.length === 5 && (path[4] === "name" || path[4] === "visibleAsSource");
}

/** What a declaration lost, by what the platform made of it. */
const listLosses = (model: Forms, contents: Baseline | undefined): Loss[] =>
  listNotKept(model, contents, { isChange: isElementChange });
