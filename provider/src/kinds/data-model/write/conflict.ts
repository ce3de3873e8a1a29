import type { DataModelRepresentation } from "../../../core/api";
import type { LifecycleContext } from "../../declare";
import { createConflictError, refuseMoved } from "../../document/conflict";
import type { DataModelInputs, Known } from "../fields";
import { describeDrift } from "../review/changes";
import type { Comparison } from "../stored";

const getSubject = ({ name, dataModelId }: DataModelRepresentation) => `data model "${name}" (${dataModelId})`;

/** The error of an update for a model that someone changed on the platform. */
export function createModelConflict(
  context: LifecycleContext,
  server: DataModelRepresentation,
  { declared, drifted }: Comparison,
  known: Known,
  news: DataModelInputs,
): Promise<Error> {
  const changes = describeDrift(declared, drifted, news.confidential);
  return createConflictError(context, server, known, news, { subject: getSubject(server), changes });
}

/** Refuses a change of a place that someone else has changed, see {@link refuseMoved}. */
export function refuseMovedModel(
  context: LifecycleContext,
  server: DataModelRepresentation,
  known: Known,
  news: DataModelInputs,
  changed: ReadonlySet<string>,
): Promise<void> {
  return refuseMoved(context, server, known, news, { subject: getSubject(server), changed });
}
