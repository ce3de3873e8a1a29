import type { AnalyticsClient, DataModelRepresentation } from "../../core/api";
import {
  assignIds,
  createEmptyIdentity,
  isPossiblyStored,
  matchIdentity,
  type Path,
  toPlatformSpec,
  toServerIds,
} from "../../core/model";
import type { LifecycleContext } from "../declare";
import { findHidden } from "../document/changes";
import { Documents, type Opened } from "../document/documents";
import { getModel, noun, texts, toFileContents } from "./declaration";
import type { DataModelInputs, DataModelOutputs, DataModelState } from "./fields";
import { readWritten } from "./read";
import { describeDrift } from "./review/changes";
import { listSchedules } from "./schedules";
import { compare, recordStored, type SentModel } from "./stored";
import { explainFormulas, listColumns } from "./write/broken";
import { replaceContents } from "./write/replace";
import { restoreSchedules } from "./write/schedules";

/** `/v2/dataModels` for the contents. */
export class Models extends Documents<DataModelInputs, DataModelOutputs, DataModelRepresentation, SentModel> {
  readonly noun = noun;
  readonly texts = texts;
  readonly rules = "rules";
  readonly empty = { pages: [] };

  async create(context: LifecycleContext, inputs: DataModelInputs) {
    const { name, folderId, description } = inputs;
    const { declared } = getModel(inputs);
    const { pages } = toServerIds(declared, createEmptyIdentity());
    const id =
      context.madeId ??
      (
        await context.client.dataModels.createSpec({
          name,
          folderId,
          ...(description === undefined ? {} : { description }),
          schemaVersion: 1,
          pages: pages as readonly unknown[],
        })
      ).dataModelId;
    return this.finishCreate(context, id, inputs);
  }

  protected mayBeMade(inputs: DataModelInputs, server: DataModelRepresentation) {
    return isPossiblyStored(getModel(inputs).declared, toPlatformSpec(server));
  }

  protected get({ dataModels }: AnalyticsClient, id: string) {
    return dataModels.getSpec(id);
  }

  protected isDeleted({ dataModels }: AnalyticsClient, id: string) {
    return dataModels.isDeleted(id);
  }

  protected getAddress({ dataModels }: AnalyticsClient, id: string) {
    return dataModels.get(id);
  }

  protected getContents(server: DataModelRepresentation) {
    return toFileContents(server);
  }

  protected identify(
    server: DataModelRepresentation | undefined,
    { ids = createEmptyIdentity() }: DataModelState["outputs"],
  ) {
    if (server === undefined) return { ids };
    return { ids: matchIdentity({ sent: assignIds(toFileContents(server)), received: toPlatformSpec(server) }).map };
  }

  protected async compare(
    context: LifecycleContext,
    id: string,
    known: DataModelState,
    server: DataModelRepresentation,
  ) {
    const compared = compare(server, await readWritten(context, id, known, server));
    const { declared, drifted, isDrifted } = compared;
    return {
      ...compared,
      drift: isDrifted ? describeDrift(declared, drifted, findHidden([known.inputs], known.outputs)) : [],
    };
  }

  /** At once: nothing is to come between the read and the write. */
  protected override async open(
    context: LifecycleContext,
    id: string,
  ): Promise<Opened<DataModelInputs, DataModelRepresentation>> {
    const [server, schedules] = await Promise.all([this.get(context.client, id), listSchedules(context, id)]);
    return { server, finish: (inputs) => restoreSchedules(context, id, inputs, schedules) };
  }

  protected async replace(
    context: LifecycleContext,
    id: string,
    olds: DataModelState,
    news: DataModelInputs,
    server: DataModelRepresentation,
  ) {
    return replaceContents(context, id, await readWritten(context, id, olds, server), news, server);
  }

  protected describeCreated(server: DataModelRepresentation): SentModel {
    return { server };
  }

  protected recordWrite(inputs: DataModelInputs, written: SentModel) {
    return recordStored(inputs, written);
  }

  protected listColumns(inputs: DataModelInputs, { ids }: DataModelOutputs) {
    return listColumns(getModel(inputs).declared, ids);
  }

  protected override explainFormulas(client: AnalyticsClient, inputs: DataModelInputs, paths: readonly Path[]) {
    return explainFormulas(client, inputs, paths);
  }
}
