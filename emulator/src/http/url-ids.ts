import type { FastifyInstance } from "fastify";
import type { Call } from "../call";

/** Names in paths that mean an entry of the file tree, or a table of a warehouse. */
const names = new Set([
  "dataModelId",
  "datasetId",
  "workbookId",
  "reportId",
  "workspaceId",
  "inodeId",
  "tableId",
  "templateId",
]);

/** In paths, the id that stands in the url of a document or table works as well as its id. */
export function acceptUrlIds(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ call, params }) => {
    const given = params as Record<string, string>;
    for (const name of Object.keys(given).filter((key) => names.has(key))) {
      given[name] = findId(call, given[name]!) ?? given[name]!;
    }
  });
}

function findId({ store }: Call, urlId: string): string | undefined {
  if (!/^[0-9A-Za-z]{21,22}$/.test(urlId)) {
    return undefined;
  }
  return (
    store.files.find((file) => file.urlId === urlId)?.id ??
    store.warehouseTables.find((table) => table.urlId === urlId)?.tableId
  );
}
