import type { AnalyticsClient, WorkbookRepresentation } from "../../core/api";
import { isSameJson, type JsonObject } from "../../core/model";
import { filterObjects, listObjectEntries } from "../../core/model/json";
import { type CodedNoun, joinLayout } from "../../core/workbook";
import type { LifecycleContext } from "../declare";
import { findHidden } from "../document/changes";
import { Documents } from "../document/documents";
import { getWorkbook, texts } from "./declaration";
import type { WorkbookInputs, WorkbookOutputs, WorkbookState } from "./fields";
import { type ReplacedContents, replaceContents } from "./replace";
import { describeDrift } from "./review";
import { compare, listLosses, recordStored } from "./stored";

/** `/v2/workbooks` or `/v2/reports` for the contents. */
export class Workbooks extends Documents<WorkbookInputs, WorkbookOutputs, WorkbookRepresentation, ReplacedContents> {
  readonly texts = texts;
  readonly rules = "workbookRules";
  readonly empty: JsonObject;

  constructor(readonly noun: CodedNoun) {
    super();
    this.empty = { schemaVersion: 1, kind: noun, elements: [], pages: [] };
  }

  async create(context: LifecycleContext, inputs: WorkbookInputs) {
    const { name, folderId, description } = inputs;
    const { declared } = getWorkbook(inputs);
    const { client, madeId } = context;
    const documents = client[`${this.noun}Contents`];
    const contents = joinLayout(declared);
    const described = description === undefined ? {} : { description };
    const id = madeId ?? (await documents.create({ name, folderId, ...described, contents }));
    if (madeId !== undefined && !isBlank(declared)) await documents.fillBlank(id, contents);
    return this.finishCreate(context, id, inputs);
  }

  protected mayBeMade(inputs: WorkbookInputs, { contents }: WorkbookRepresentation) {
    const there = listIds(contents as JsonObject);
    // A platform that doesn't know the key of the contents makes a blank one.
    return isBlank(contents as JsonObject) || isSameJson(listIds(getWorkbook(inputs).declared), there);
  }

  protected get(client: AnalyticsClient, id: string) {
    return client[`${this.noun}Contents`].get(id);
  }

  protected isDeleted(_client: AnalyticsClient, _id: string, { isArchived }: WorkbookRepresentation) {
    return isArchived;
  }

  protected getAddress(client: AnalyticsClient, id: string) {
    return client[`${this.noun}s`].get(id);
  }

  protected getContents({ contents }: WorkbookRepresentation) {
    return contents as JsonObject;
  }

  protected identify() {
    return {};
  }

  protected async compare(
    _context: LifecycleContext,
    _id: string,
    known: WorkbookState,
    server: WorkbookRepresentation,
  ) {
    const compared = compare(server, known);
    return {
      ...compared,
      drift: compared.isDrifted
        ? describeDrift(known.inputs, compared.inputs, findHidden([known.inputs], known.outputs))
        : [],
    };
  }

  protected replace(
    context: LifecycleContext,
    id: string,
    olds: WorkbookState,
    news: WorkbookInputs,
    server: WorkbookRepresentation,
  ) {
    return replaceContents({ ...context, noun: this.noun }, id, olds, news, server);
  }

  protected describeCreated(server: WorkbookRepresentation): ReplacedContents {
    return { server, versions: { writtenVersion: server.documentVersion } };
  }

  protected recordWrite(inputs: WorkbookInputs, { server, versions }: ReplacedContents) {
    const outputs = recordStored(inputs, server, versions);
    const losses = listLosses(getWorkbook(inputs), outputs.baseline?.contents, server);
    return { outputs, losses, warnings: [] };
  }

  protected listColumns(inputs: WorkbookInputs) {
    return listObjectEntries(getWorkbook(inputs).declared.elements).flatMap(([index, { id: elementId, columns }]) =>
      listObjectEntries(columns).map(([at, { id: columnId }]) => ({
        ...{ elementId, columnId, path: ["elements", index, "columns", at] },
      })),
    );
  }
}

const isBlank = ({ elements }: JsonObject) => filterObjects(elements).length === 0;

/** The platform keeps ids: the document of a lost create has the same. */
function listIds({ pages, elements }: JsonObject): string[] {
  return [...filterObjects(pages), ...filterObjects(elements)].map(({ id }) => String(id)).toSorted();
}
