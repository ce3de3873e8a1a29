import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime, stampUpdated } from "../call";
import { createFailure, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Page } from "../spec/schema";
import type { Dataset, DatasetSource, Inode } from "../state/records";
import { publish } from "./data-models/versions";
import { addFile, checkLiving, findFile, findFolder, formUrl, listDocuments, presentDocument } from "./files";

interface Params {
  Params: { datasetId: string };
}

export function addDatasetRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ call }) => {
    if (call.settings.datasetEndpoints === "gone") {
      throw createFailure(410, "Datasets are no longer available");
    }
  });

  app.get("/v2/datasets", async (request) => {
    const { call } = request;
    const { listed } = listDocuments(call, request.query, {
      all: call.store.datasets.listAll(),
      idOf: ({ datasetId }) => datasetId,
      hasArchived: false,
    });
    return buildPage(request, listed, (dataset) => present(call, dataset), "total and hasMore");
  });

  app.get<Params>("/v2/datasets/:datasetId", async (request) =>
    present(request.call, findDataset(request.call, request.params.datasetId)),
  );

  // The one list of the API that has no pages.
  app.get<Params>(
    "/v2/datasets/:datasetId/sources",
    async (request) => findDataset(request.call, request.params.datasetId).sources,
  );

  app.post<Params>("/v2/datasets/:datasetId/migrate", async (request) =>
    migrate(request.call, request.params.datasetId, request.body),
  );
}

function migrate(call: Call, datasetId: string, body: unknown): Record<string, unknown> {
  const dataset = findDataset(call, datasetId);
  const { destFolderId, dryRun = false } = parseBody(
    defineObject(call, {
      shouldUpdateReferences: z.boolean(),
      destFolderId: z.string().optional(),
      dryRun: z.boolean().optional(),
    }),
    body,
  );
  const links = listLinks(call, dataset);
  const counts = { links, linkCount: links.length, referenceCount: listReferences(call, datasetId).length };
  const file = findFile(call, datasetId, "Dataset");
  const folder = findFolder(call, destFolderId ?? file.parentId ?? "");
  if (dryRun) {
    return { dataModelId: null, ...counts };
  }
  if (dataset.migrationStatus !== "not-migrated") {
    throw createFailure(409, `Dataset '${file.name}' is ${dataset.migrationStatus}`);
  }
  const { id: dataModelId } = addFile(call, { type: "data-model", name: file.name, parentId: folder.id });
  publish(call, dataModelId, buildPages(call, dataset, file));
  call.store.datasets.put(datasetId, {
    ...dataset,
    migrationStatus: "migrated",
    migrationToDataModel: { dataModelId, migratedAt: getTime(), migratedBy: call.actor },
  });
  call.store.files.put(datasetId, { ...file, ...stampUpdated(call.actor) });
  return { dataModelId, ...counts };
}

/** One table for each warehouse table the dataset depends on; a dataset it depends on has a model of its own. */
function buildPages(call: Call, dataset: Dataset, file: Inode): Page[] {
  const tables = dataset.sources.flatMap(({ inodeId }) => call.store.warehouseTables.get(inodeId) ?? []);
  const elements = tables.map(({ connectionId, path, columns }) => ({
    id: call.ids.makeShort("element"),
    kind: "table" as const,
    name: tables.length === 1 ? file.name : path.at(-1)!,
    source: { kind: "warehouse-table" as const, connectionId, path: [...path] },
    columns: columns.map(({ name }) => ({
      id: call.ids.makeShort("column"),
      formula: `[${path.at(-1)}/${name}]`,
      name,
    })),
  }));
  return [{ id: call.ids.makeShort("page"), name: file.name, elements }];
}

type Link = Record<"source" | "target", { type: "dataset"; datasetId: string } | { type: "table"; tableId: string }>;

/**
 * Every link of the chain the dataset is part of, each once: down to the tables it depends on, and up to what depends
 * on it. Datasets may depend on each other in a circle.
 */
function listLinks(call: Call, dataset: Dataset): Link[] {
  const links = new Map<string, Link>();
  const add = ({ type, inodeId }: DatasetSource, { datasetId }: Dataset): void => {
    const source: Link["source"] = type === "dataset" ? { type, datasetId: inodeId } : { type, tableId: inodeId };
    links.set(`${inodeId} ${datasetId}`, { source, target: { type: "dataset", datasetId } });
  };
  const seen = { down: new Set<Dataset>(), up: new Set<Dataset>() };
  const walkDown = (target: Dataset): void => {
    if (seen.down.has(target)) return;
    seen.down.add(target);
    for (const source of target.sources) {
      const below = call.store.datasets.get(source.inodeId);
      if (below) walkDown(below);
      add(source, target);
    }
  };
  const walkUp = (source: Dataset): void => {
    if (seen.up.has(source)) return;
    seen.up.add(source);
    for (const target of listReferences(call, source.datasetId)) {
      add({ type: "dataset", inodeId: source.datasetId }, target);
      walkUp(target);
    }
  };
  walkDown(dataset);
  walkUp(dataset);
  return [...links.values()];
}

function listReferences(call: Call, datasetId: string): Dataset[] {
  return call.store.datasets.listAll().filter(({ sources }) => sources.some(({ inodeId }) => inodeId === datasetId));
}

/** A dataset for a read or a write: an archived one answers both with a 409. */
export function findDataset(call: Call, datasetId: string): Dataset {
  const dataset = requireExisting(call.store.datasets.get(datasetId), "Dataset", datasetId);
  checkLiving(call, datasetId, "Dataset");
  findFile(call, datasetId, "Dataset");
  return dataset;
}

function present(call: Call, dataset: Dataset): Record<string, unknown> {
  const file = findFile(call, dataset.datasetId, "Dataset");
  const migration = dataset.migrationToDataModel;
  const model = migration ? call.store.files.get(migration.dataModelId) : undefined;
  return {
    datasetId: dataset.datasetId,
    ...presentDocument(call, file),
    description: file.description ?? "",
    owner: file.ownerId,
    referenceCount: listReferences(call, dataset.datasetId).length,
    migrationStatus: dataset.migrationStatus,
    migrationToDataModel: migration && { ...migration, dataModelUrl: model ? formUrl(model) : "" },
  };
}
