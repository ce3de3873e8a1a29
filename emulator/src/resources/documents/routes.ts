import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { createFailure, createNotFound } from "../../http/errors";
import { parseQuery } from "../../http/validate";
import { getColumnName } from "../../spec/names";
import type { DataElement, DocumentElement, Inode } from "../../state/records";
import { findEntryType } from "../../workbook/tables";
import { checkAccess } from "../files";
import { CompiledDocument, getId, isData } from "./contents";
import { buildQuery } from "./query";
import { buildElementLineage, findMissingSource, listLineage, listSources } from "./sources";

/** A document as its contents are read: its file, its versions, and the tags that these carry. */
export interface Document {
  readonly documentId: string;
  readonly file: Inode;
  readonly latestVersion: number;
  readonly tags: readonly { versionTagId: string; name: string; version: number; taggedAt: string }[];
}

/** What tells workbooks and reports apart: the path, the style of lists, and what the sources say. */
export interface DocumentKind {
  /** With the parameter `:workbookId` or `:reportId`. */
  readonly path: string;
  readonly list: <Item, Entry>(
    request: FastifyRequest,
    items: readonly Item[],
    present: (item: Item) => Entry,
  ) => unknown;
  readonly find: (call: Call, id: string) => Document;
  readonly sourcesHaveUrls: boolean;
  /** Called before the sources are read. */
  readonly checkSourcesQuery?: (request: FastifyRequest) => void;
}

/** What a workbook or report holds, asks the warehouse for and reads from. */
export function addDocumentRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const { path, list } = kind;
  const open = (request: FastifyRequest): CompiledDocument => {
    const { call } = request;
    const document = findDocument(kind, request);
    checkAccess(call, document.file);
    checkTag(document, request.query);
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
    kind.checkSourcesQuery?.(request);
    return listSources(open(request), kind.sourcesHaveUrls);
  });

  app.get(`${path}/version-history`, async (request) =>
    list(request, listVersions(findDocument(kind, request)), (version) => version),
  );
}

function findDocument(kind: DocumentKind, { call, params }: FastifyRequest): Document {
  const { workbookId, reportId } = params as Record<string, string>;
  return kind.find(call, workbookId ?? reportId ?? "");
}

/** Pages are asked for by `tag`, elements by `tagName`. */
function checkTag({ tags }: Document, query: unknown): void {
  const given = parseQuery(z.object({ tag: z.string().optional(), tagName: z.string().optional() }), query);
  const name = given.tag ?? given.tagName;
  if (name !== undefined && !tags.some((tag) => tag.name === name)) {
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
