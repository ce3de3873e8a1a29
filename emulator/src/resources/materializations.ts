import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import { findModel, findWritableModel } from "./data-models/model";
import { publish } from "./data-models/versions";
import { findDataset } from "./datasets";
import { findDocument } from "./documents/document";
import { workbooks } from "./documents/kinds";
import { parseSwaps, swap } from "./documents/swap";
import { presentRun, start, trigger } from "./materialization-runs";

/** Runs that write elements and datasets to the warehouse; those of datasets are done at once here. */
export function addMaterializationRoutes(app: FastifyInstance): void {
  app.post<{ Params: { workbookId: string } }>("/v2/workbooks/:workbookId/materializations", async (request) => {
    const { call, params, body } = request;
    return run(call, findDocument(call, workbooks, params.workbookId).documentId, body);
  });
  app.post<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId([^:/]+)::materialize", async (request) => {
    const { call, params, body } = request;
    return run(call, findModel(call, params.dataModelId).documentId, body);
  });
  app.get<{ Params: { workbookId: string; materializationId: string } }>(
    "/v2/workbooks/:workbookId/materializations/:materializationId",
    async ({ call, params }) =>
      presentRun(call, findDocument(call, workbooks, params.workbookId).documentId, params.materializationId),
  );
  app.get<{ Params: { dataModelId: string; materializationId: string } }>(
    "/v2/dataModels/:dataModelId/materializations/:materializationId",
    async ({ call, params }) =>
      presentRun(call, findModel(call, params.dataModelId).documentId, params.materializationId),
  );

  app.post<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId/swapSources", async (request) => {
    const { call, params, body } = request;
    const { documentId, pages } = findWritableModel(call, params.dataModelId);
    const { swapped, ...unswapped } = swap(pages, parseSwaps(call, body));
    publish(call, documentId, swapped);
    return unswapped;
  });
}

/** Below `/v2/datasets`. */
export function addDatasetMaterializationRoutes(app: FastifyInstance): void {
  type Params = { Params: { datasetId: string } };
  app.post<Params>("/v2/datasets/:datasetId/materialization", async ({ call, params, body }) => {
    const { datasetId } = findDataset(call, params.datasetId);
    parseBody(defineObject(call, {}), body);
    return { taskId: start(call, { documentId: datasetId }).materializationId };
  });
  app.get<Params>("/v2/datasets/:datasetId/materialization", async (request) => {
    const { call, params } = request;
    const { datasetId } = findDataset(call, params.datasetId);
    const runs = call.store.materializations.listAll().filter(({ documentId }) => documentId === datasetId);
    const error = { code: "", message: null, errorCode: null };
    const measures = { runtimeSecs: 0, numRows: 0, numBytes: 0 };
    return buildPage(
      request,
      runs,
      ({ startedAt }) => ({ status: "success", finishedAt: startedAt, error, ...measures }),
      "total and hasMore",
    );
  });
}

function run(call: Call, documentId: string, body: unknown): { materializationId: string } {
  const { sheetId } = parseBody(defineObject(call, { sheetId: z.string() }), body);
  return { materializationId: trigger(call, documentId, sheetId).materializationId };
}
