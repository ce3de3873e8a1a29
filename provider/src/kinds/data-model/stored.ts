/** Compares a model on the platform with the state. */

import type { DataModelRepresentation } from "../../core/api";
import {
  adoptTheirIgnored,
  applyBaseline,
  type Baseline,
  type BaselineEntry,
  type Canonical,
  computeBaseline,
  createEmptyIdentity,
  dropUnnamed,
  type IdentityMap,
  type LocalSpec,
  type Model,
  matchIdentity,
  preserveAuthoring,
  readStored,
  reword,
  toCanonical,
  toLocalIds,
  toPlatformSpec,
} from "../../core/spec";
import type { Json } from "../../core/spec/json";
import { filterRefs, matchForm } from "../document/declaration";
import { digestDocument } from "../document/digest";
import { type Loss, listNotKept } from "../document/not-kept";
import { addPlace, findDriftedPlace, placeBaseline } from "../document/place";
import { getModel } from "./declaration";
import type { DataModelInputs, DataModelOutputs, Known } from "./fields";

/** A model on the platform, in terms of what the state knows. */
export interface Comparison {
  /** What the state is to hold now: what changed on the platform since it was written stands in the inputs. */
  readonly inputs: DataModelInputs;
  readonly outputs: DataModelOutputs;
  /** What is declared, and the same with what changed on the platform since; one object where nothing did. */
  readonly declared: Canonical;
  readonly drifted: Canonical;
  /** The parts that couldn't be distinguished, one sentence each. */
  readonly ambiguities: readonly string[];
}

/**
 * Compares the platform's answer with what the state knows. At the version that the state knows nothing can have
 * changed, so what is there is what the platform made of the declaration, also in a state that tells nothing of that
 * yet.
 */
export function compare(server: DataModelRepresentation, { inputs, outputs }: Known): Comparison {
  const model = getModel(inputs);
  const { ids, there, declared, drifted, ambiguities } = readStored(model, toPlatformSpec(server), {
    ids: outputs.ids,
    baseline: outputs.baseline?.contents,
    ignorePaths: inputs.ignorePaths,
    isCurrent: server.documentVersion === outputs.documentVersion,
  });
  const own = drifted === declared ? model.authored : preserveAuthoring(model.authored, drifted, model.refs);
  const isDrifted = own !== model.authored;
  const contents = isDrifted ? { spec: matchForm(inputs.spec, own), refs: filterRefs(own, model.refs) } : {};
  const after: DataModelInputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server), ...contents };
  const { url, documentVersion } = server;
  const written = computeBaseline(getModel(after).canonical, applyBaseline(declared, outputs.baseline?.written));
  const found = {
    url,
    documentVersion,
    ids,
    ...digestContents(server, inputs),
    ...traceStored(getModel(after), there, written),
  };
  return {
    inputs: after,
    outputs: addPlace(found, placeBaseline(after, server)),
    declared,
    drifted: isDrifted ? drifted : declared,
    ambiguities,
  };
}

/**
 * What {@link compare} would say of contents that it has seen before, or that were taken in after a write: nothing but
 * the place can have changed. Undefined when they may be others.
 */
export function recallComparison(
  server: DataModelRepresentation,
  { inputs, outputs }: Known,
): Pick<Comparison, "inputs" | "outputs"> | undefined {
  const { ids, contentsDigest } = outputs;
  if (ids === undefined || contentsDigest === undefined) return undefined;
  if (contentsDigest !== digestContents(server).contentsDigest) return undefined;
  const { url, documentVersion } = server;
  const after: DataModelInputs = { ...inputs, ...findDriftedPlace(inputs, outputs, server) };
  return {
    inputs: after,
    outputs: addPlace({ ...outputs, ids, url, documentVersion }, placeBaseline(after, server)),
  };
}

/** The digest of what the platform has of a model. */
export function digestContents(
  { schemaVersion, pages }: DataModelRepresentation,
  inputs: Pick<DataModelInputs, "confidential"> = {},
): Pick<DataModelOutputs, "contentsDigest"> {
  return digestDocument({ schemaVersion, pages: pages as Json }, inputs);
}

/** Contents that were sent, and what was read after that. */
export interface Written {
  readonly server: DataModelRepresentation;
  /** Default: what is declared. */
  readonly sent?: LocalSpec;
  /** The map that they were sent with. */
  readonly ids?: IdentityMap;
}

/** The differences between contents just written and what the platform stored. */
export function recordStored(
  inputs: DataModelInputs,
  { server, sent, ids: previous }: Written,
): { readonly outputs: DataModelOutputs; readonly ambiguities: readonly string[] } {
  const model = getModel(inputs);
  const received = toPlatformSpec(server);
  const { map, ambiguities } = matchIdentity({ sent: sent ?? model.declared, received, previous, inOrder: true });
  const ids = dropUnnamed(map, model.declared, previous ?? createEmptyIdentity());
  const there = toCanonical(adoptTheirIgnored(toLocalIds(received, ids), model.declared, inputs.ignorePaths ?? []));
  const { url, documentVersion } = server;
  return {
    outputs: { url, documentVersion, ids, ...digestContents(server, inputs), ...traceStored(model, there) },
    ambiguities,
  };
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
function traceStored(
  model: Model,
  there: Canonical,
  written?: Baseline,
): Pick<DataModelOutputs, "baseline" | "notKept"> {
  const contents = computeBaseline(model.canonical, reword(model.canonical, there, { stored: true, losses: true }));
  const baseline = { ...(contents === undefined ? {} : { contents }), ...(written === undefined ? {} : { written }) };
  const notKept = listLosses(model, contents).map(({ at, what }) => ({ at, what }));
  return {
    ...(Object.keys(baseline).length > 0 ? { baseline } : {}),
    ...(notKept.length > 0 ? { notKept } : {}),
  };
}

/** Whether the platform wrote something into an element that others see: its name, or whether they may use it. */
function isElementChange({ path, stored }: BaselineEntry): boolean {
  return stored !== undefined && path.length === 5 && (path[4] === "name" || path[4] === "visibleAsSource");
}

/** What a declaration lost, by what the platform made of it. */
export const listLosses = (model: Model, contents: Baseline | undefined): Loss[] =>
  listNotKept(model, contents, { isChange: isElementChange });
