import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { createFailure, createInvalidRequest, createNotFound } from "../../http/errors";
import { parseQuery } from "../../http/validate";
import { getColumnName } from "../../spec/names";
import type { DataElement, DocumentElement } from "../../state/records";
import { findEntryType } from "../../workbook/tables";
import { checkAccess } from "../files";
import { findTag } from "../tags";
import { CompiledDocument, getId, isData } from "./contents";
import { type Document, findDocumentVersion, getDocumentId } from "./document";
import type { DocumentKind } from "./kinds";
import { buildQuery } from "./query";
import { buildElementLineage, findMissingSource, listLineage, listSources } from "./sources";

/** What a workbook or report holds, asks the warehouse for and reads from. */
export function addContentsRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const { list } = kind;
  const path = `${kind.path}/:${kind.type}Id`;
  const find = (request: FastifyRequest): Document =>
    findDocumentVersion(request.call, kind, getDocumentId(request, kind));
  const open = (request: FastifyRequest): CompiledDocument => {
    const { call } = request;
    const document = find(request);
    checkAccess(call, document.file);
    checkTag(call, document, request.query);
    return new CompiledDocument(call, document.documentId);
  };
  const findElement = (document: CompiledDocument, request: FastifyRequest): DocumentElement =>
    document.buildElement((request.params as { elementId: string }).elementId);

  app.get(`${path}/pages`, async (request) =>
    list(request, open(request).pages, ({ id, name, hidden = false }) => ({ pageId: id, name, hidden })),
  );

  app.get(`${path}/pages/:pageId/elements`, async (request) => {
    const document = open(request);
    const { elements } = document.buildPage((request.params as { pageId: string }).pageId);
    return list(request, listShown(document, elements), (element) => presentElement(document, element));
  });

  app.get(`${path}/elements`, async (request) => {
    const document = open(request);
    return list(request, listShown(document, document.elements), (element) => presentElement(document, element));
  });

  app.get(`${path}/elements/:elementId/columns`, async (request) => {
    const document = open(request);
    const element = findElement(document, request);
    return list(
      request,
      isData(element) ? listColumns(document, element) : [],
      ({ name, elementId: _, ...column }) => ({
        ...column,
        label: name,
      }),
    );
  });

  app.get(`${path}/elements/:elementId/query`, async (request) => {
    const document = open(request);
    return buildQuery(document, requireQuery(findElement(document, request)));
  });

  app.get(`${path}/columns`, async (request) => {
    const document = open(request);
    const columns = document.data.flatMap((element) => listColumns(document, element));
    return list(request, columns, (column) => column);
  });

  app.get(`${path}/controls`, async (request) => {
    const controls = open(request).elements.flatMap((element) => (element.type === "control" ? element : []));
    return list(request, controls, ({ name, valueType }) => ({ name, valueType }));
  });

  app.get(`${path}/queries`, async (request) => {
    const document = open(request);
    return list(request, document.data, (element) => buildQuery(document, element));
  });

  app.get(`${path}/lineage`, async (request) => list(request, listLineage(open(request)), (entry) => entry));

  app.get(`${path}/lineage/elements/:elementId`, async (request) => {
    const document = open(request);
    return buildElementLineage(document, findElement(document, request));
  });

  app.get(`${path}/sources`, async (request) => {
    const isWorkbook = kind.type === "workbook";
    if (isWorkbook) checkSourcesQuery(request);
    return listSources(open(request), isWorkbook);
  });

  app.get(`${path}/version-history`, async (request) =>
    list(request, listVersions(find(request)), (version) => version),
  );
}

/** The one operation that doesn't ignore a parameter it has no use for. */
function checkSourcesQuery({ call, query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined && call.settings.workbookSourcesQuery === "refuse") {
    throw createInvalidRequest(`Expecting no ${JSON.stringify(name)} in the query`);
  }
}

/** Pages are asked for by `tag`, elements by `tagName`. */
function checkTag(call: Call, { tags }: Document, query: unknown): void {
  const given = parseQuery(z.object({ tag: z.string().optional(), tagName: z.string().optional() }), query);
  const name = given.tag ?? given.tagName;
  if (name !== undefined && !tags.some(({ versionTagId }) => findTag(call, versionTagId).name === name)) {
    throw createNotFound("Tag of the document", name);
  }
}

/** The elements that lists show: those without data, whose lineage is a 400, as the settings say. */
function listShown({ call }: CompiledDocument, elements: readonly DocumentElement[]): readonly DocumentElement[] {
  return call.settings.elementsWithoutLineage === "listed" ? elements : elements.filter(isData);
}

function presentElement(document: CompiledDocument, element: DocumentElement): Record<string, unknown> {
  const about = { elementId: getId(element), name: document.getName(element), type: element.type };
  return isData(element)
    ? {
        ...about,
        columns: element.table.columns.map(getColumnName),
        vizualizationType: element.type === "table" ? "levelTable" : element.vizualizationType,
        error: findMissingSource(document, element),
      }
    : { ...about, columns: [] };
}

function listColumns({ model }: CompiledDocument, { table }: DataElement) {
  return table.columns.map((column) => ({
    columnId: column.id,
    name: getColumnName(column),
    formula: column.formula,
    type: { type: findEntryType(column) ?? model.getType(column, table) },
    elementId: table.id,
  }));
}

function requireQuery(element: DocumentElement): DataElement {
  if (!isData(element)) {
    throw createFailure(400, `Elements of type '${element.type}' have no query`);
  }
  return element;
}

/** All versions, the latest first. */
function listVersions({ latestVersion, tags, file }: Document): Record<string, unknown>[] {
  const versions = Array.from({ length: latestVersion }, (_, index) => latestVersion - index);
  return versions.map((version) => ({
    version,
    publishedAt: version === latestVersion ? file.updatedAt : file.createdAt,
    publishedBy: version === latestVersion ? file.updatedBy : file.createdBy,
    tags: tags
      .filter((tag) => tag.version === version)
      .map(({ versionTagId, taggedAt }) => ({ versionTagId, taggedAt, taggedBy: file.updatedBy })),
  }));
}
