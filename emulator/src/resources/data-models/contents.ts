import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import { buildPage, buildTokenPage, mostInShortLists } from "../../http/pages";
import { parseQuery } from "../../http/validate";
import { CompiledModel } from "../../spec/compile";
import { compileQuery } from "../../spec/compile/query";
import { ElementNames, getColumnName } from "../../spec/names";
import type { Column, Page, TableElement } from "../../spec/schema";
import { listLeafSources } from "../../spec/sources";
import { listTables } from "../../spec/tables";
import { LineageSources, listSourceEntries } from "../lineage";
import { findTagNamed } from "../tags";
import { findModel } from "./model";
import { buildCatalog } from "./references";
import { findVersion } from "./versions";

interface Params {
  Params: { dataModelId: string };
}

/** What a data model holds and depends on, as lists. */
export function addDataModelContentsRoutes(app: FastifyInstance): void {
  app.get<Params>("/v2/dataModels/:dataModelId/elements", async (request) => {
    const { tagName } = parseQuery(z.object({ tagName: z.string().optional() }), request.query);
    const pages = getPages(request.call, request.params.dataModelId, tagName);
    const names = new ElementNames(pages, buildCatalog(request.call));
    const elements = pages.flatMap((one) => one.elements);
    return buildPage(request, elements, (element) => ({
      elementId: element.id,
      name: names.getName(element),
      type: element.kind,
      columns: element.kind === "table" ? element.columns.map(getColumnName) : [],
    }));
  });

  app.get<Params>("/v2/dataModels/:dataModelId/columns", async (request) => {
    const pages = getPages(request.call, request.params.dataModelId);
    const model = new CompiledModel(pages, buildCatalog(request.call));
    const ofTables = model.tables.flatMap((table) =>
      table.columns.map((column) => presentColumn(model, column, table)),
    );
    return buildPage(request, [...ofTables, ...listCalculations(request.call, model)], (row) => row);
  });

  app.get<{ Params: { dataModelId: string; elementId: string } }>(
    "/v2/dataModels/:dataModelId/elements/:elementId/query",
    async ({ call, params, query }) => {
      const { tagName } = parseQuery(z.object({ tagName: z.string().optional() }), query);
      const model = new CompiledModel(getPages(call, params.dataModelId, tagName), buildCatalog(call));
      const table = requireExisting(model.findTable(params.elementId), "Element", params.elementId);
      return presentQuery(model, table);
    },
  );

  app.get<Params>("/v2/dataModels/:dataModelId/sources", async (request) => {
    const { call } = request;
    const leaves = listTables(getPages(call, request.params.dataModelId)).flatMap(({ source }) =>
      listLeafSources(source),
    );
    return buildTokenPage(request, listSourceEntries(call, leaves, "tableId"), (source) => source, mostInShortLists);
  });

  app.get<Params>("/v2/dataModels/:dataModelId/lineage", async (request) => {
    const { call } = request;
    return buildPage(
      request,
      listLineage(call, listTables(getPages(call, request.params.dataModelId))),
      (entry) => entry,
    );
  });
}

/** The SQL that a table compiles to. */
export function presentQuery(model: CompiledModel, table: TableElement): Record<string, unknown> {
  return { elementId: table.id, name: model.getName(table), sql: compileQuery(model, table) };
}

function presentColumn(model: CompiledModel, column: Column, table: TableElement): Record<string, unknown> {
  return {
    columnId: column.id,
    name: getColumnName(column),
    label: getColumnName(column),
    formula: column.formula,
    type: { type: model.getType(column, table) },
    elementId: table.id,
  };
}

/** The metrics of a model as rows without an element, if the settings ask for them. */
function listCalculations(call: Call, { tables }: CompiledModel): Record<string, unknown>[] {
  const metrics = call.settings.metricsInColumns ? tables.flatMap((table) => table.metrics ?? []) : [];
  return metrics.map(({ id, name, formula }) => {
    const label = name ?? formula;
    return { columnId: id, name: label, label, formula, type: { type: "variant" } };
  });
}

/** The latest version, or the one that carries a tag. */
function getPages(call: Call, dataModelId: string, tagName?: string): readonly Page[] {
  const { pages, tags } = findModel(call, dataModelId);
  const tagId = tagName === undefined ? undefined : findTagNamed(call, tagName).versionTagId;
  const tagged = tags.find(({ versionTagId }) => versionTagId === tagId);
  return tagged === undefined ? pages : findVersion(call, dataModelId, tagged.version).pages;
}

/** A line for each table of the model, and one for each thing outside that they depend on. */
function listLineage(call: Call, tables: readonly TableElement[]): Record<string, unknown>[] {
  const outside = new LineageSources(call);
  const elements = tables.map(({ id, source }) => {
    const leaves = listLeafSources(source).map((leaf) =>
      leaf.kind === "table" ? { sourceId: leaf.elementId } : outside.addEntry(leaf),
    );
    const dataSourceIds = leaves.flatMap((leaf) => ("dataSourceId" in leaf ? leaf.dataSourceId : []));
    return {
      type: "element",
      elementId: id,
      sourceIds: [...new Set(leaves.map(({ sourceId }) => sourceId))],
      dataSourceIds: [...new Set(dataSourceIds)],
    };
  });
  return [...elements, ...outside.listEntries()];
}
