import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { failure, notFound } from "../../http/errors";
import { parseQuery } from "../../http/validate";
import { columnName } from "../../spec/names";
import type { DataElement, DocumentElement, Inode } from "../../state/records";
import { CompiledDocument, idOf, isData } from "./contents";
import { queryOf } from "./query";
import { elementLineage, lineageOf, missingSource, sourcesOf } from "./sources";

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
export function documentRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const { path, list } = kind;
  const open = (request: FastifyRequest): CompiledDocument => {
    const { call } = request;
    const document = documentOf(kind, request);
    checkTag(document, request.query);
    return new CompiledDocument(call, document.documentId);
  };
  const elementIn = (document: CompiledDocument, request: FastifyRequest): DocumentElement =>
    document.element((request.params as { elementId: string }).elementId);

  app.get(`${path}/pages`, async (request) =>
    list(request, open(request).pages, ({ id, name, hidden = false }) => ({ pageId: id, name, hidden })),
  );

  app.get(`${path}/pages/:pageId/elements`, async (request) => {
    const document = open(request);
    const { elements } = document.page((request.params as { pageId: string }).pageId);
    return list(request, elements, (element) => presentElement(document, element));
  });

  app.get(`${path}/elements`, async (request) => {
    const document = open(request);
    return list(request, document.elements, (element) => presentElement(document, element));
  });

  app.get(`${path}/elements/:elementId/columns`, async (request) => {
    const document = open(request);
    const element = elementIn(document, request);
    return list(request, isData(element) ? columnsOf(document, element) : [], ({ name, elementId: _, ...column }) => ({
      ...column,
      label: name,
    }));
  });

  app.get(`${path}/elements/:elementId/query`, async (request) => {
    const document = open(request);
    return queryOf(document, withQuery(elementIn(document, request)));
  });

  app.get(`${path}/columns`, async (request) => {
    const document = open(request);
    const columns = document.data.flatMap((element) => columnsOf(document, element));
    return list(request, columns, (column) => column);
  });

  app.get(`${path}/controls`, async (request) => {
    const controls = open(request).elements.flatMap((element) => (element.type === "control" ? element : []));
    return list(request, controls, ({ name, valueType }) => ({ name, valueType }));
  });

  app.get(`${path}/queries`, async (request) => {
    const document = open(request);
    return list(request, document.data, (element) => queryOf(document, element));
  });

  app.get(`${path}/lineage`, async (request) => list(request, lineageOf(open(request)), (entry) => entry));

  app.get(`${path}/lineage/elements/:elementId`, async (request) => {
    const document = open(request);
    return elementLineage(document, elementIn(document, request));
  });

  app.get(`${path}/sources`, async (request) => {
    kind.checkSourcesQuery?.(request);
    return sourcesOf(open(request), kind.sourcesHaveUrls);
  });

  app.get(`${path}/version-history`, async (request) =>
    list(request, versionsOf(documentOf(kind, request)), (version) => version),
  );
}

function documentOf(kind: DocumentKind, { call, params }: FastifyRequest): Document {
  const { workbookId, reportId } = params as Record<string, string>;
  return kind.find(call, workbookId ?? reportId ?? "");
}

/** Pages are asked for by `tag`, elements by `tagName`. */
function checkTag({ tags }: Document, query: unknown): void {
  const given = parseQuery(z.object({ tag: z.string().optional(), tagName: z.string().optional() }), query);
  const name = given.tag ?? given.tagName;
  if (name !== undefined && !tags.some((tag) => tag.name === name)) {
    throw notFound("Tag of the document", name);
  }
}

function presentElement(document: CompiledDocument, element: DocumentElement): Record<string, unknown> {
  const about = { elementId: idOf(element), name: document.nameOf(element), type: element.type };
  return isData(element)
    ? {
        ...about,
        columns: element.table.columns.map(columnName),
        vizualizationType: element.type === "table" ? "levelTable" : element.vizualizationType,
        error: missingSource(document, element),
      }
    : { ...about, columns: [] };
}

function columnsOf({ model }: CompiledDocument, { table }: DataElement) {
  return table.columns.map((column) => ({
    columnId: column.id,
    name: columnName(column),
    formula: column.formula,
    type: { type: model.typeOf(column, table) },
    elementId: table.id,
  }));
}

function withQuery(element: DocumentElement): DataElement {
  if (!isData(element)) {
    throw failure(400, `Elements of type '${element.type}' have no query`);
  }
  return element;
}

/** All versions, the latest first. */
function versionsOf({ latestVersion, tags, file }: Document): Record<string, unknown>[] {
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
