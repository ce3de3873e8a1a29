import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type DataOf, defineAction, defineKind, field, reference, text } from "./declare";

const fields = {
  connectionId: reference("Connection", "Id of the connection. Changing it syncs the other connection.", {
    replaces: true,
  }),
  path: field(
    z.array(text),
    "Database, schema and table to sync, or a part of these; `[]` syncs everything. Changing it syncs the other path.",
    { replaces: true },
  ),
  useServiceAccount: field(
    z.boolean().optional(),
    "Whether the platform signs in by the service account of the connection. For OAuth " +
      "connections only. Default: false.",
    { local: true },
  ),
  triggers: field(
    z.array(z.unknown()).optional(),
    "Any values. Changing one replaces the resource, which syncs again.",
    { replaces: true },
  ),
};

/**
 * `POST /v2/connections/{connectionId}/sync`. An action, not an object: it reloads a catalog, and leaves nothing to
 * read, change or delete.
 */
export const connectionSync = defineKind({
  name: "ConnectionSync",
  docs: {
    description: `Makes the platform reload its catalog of a warehouse, so that models may use new tables and columns.
This is an action: the provider syncs once on create, and once when \`triggers\`, \`path\` or \`connectionId\` change.

A sync reloads names and types, not data. Whether it is finished when \`up\` continues is undocumented. A sync of
everything may take long: name a schema or table.

A sync can be repeated, so a lost response is no failure. Deleting the resource does nothing on the platform. There is
nothing to read, import or adopt.`,
    endpoints: ["POST /v2/connections/{connectionId}/sync"],
    example: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const sync = new analytics.ConnectionSync("orders", {
  connectionId: warehouse.id,
  path: ["SALES", "PUBLIC", "ORDERS"],
  triggers: ["2026-11"],
});`,
  },
  needs: { permission: "an Admin account", lookups: ["connection"] },
  fields,

  describe: ({ connectionId, path }: DataOf<typeof fields>) =>
    `sync of ${[path].flat().join(".") || "everything"} on the connection ${connectionId}`,

  async create({ client }, { connectionId, path, useServiceAccount }) {
    await client.connections.sync(connectionId, path, { useServiceAccount });
    return { id: randomUUID(), outputs: {} };
  },

  ...defineAction(
    "A ConnectionSync is an action: the platform keeps nothing that can be read or imported. Declare " +
      "it; the next `pulumi up` syncs.",
  ),
});
