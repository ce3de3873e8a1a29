import { type Emulator, type EmulatorOptions, storedAsSent } from "analytics-emulator";
import type { Client } from "../support";

/** Loosely typed on purpose: tests send what no type would allow. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

/**
 * A platform that stores what it is sent, but for what it doesn't know and what says nothing: tests look at one
 * rewriting at a time.
 */
export const plain: EmulatorOptions = { ...storedAsSent, unknownFields: "ignore", specDefaults: "omitted" };

export interface Platform {
  readonly api: Client;
  readonly emulator: Emulator;
}

/** A table over `SALES.PUBLIC.<table>`, which the warehouse gets if it lacks it. */
export function buildWarehouseTable(
  { emulator }: Platform,
  id: string,
  name: string,
  columns: string[],
  table = name,
): Loose {
  const connectionId = emulator.seeded.connections.warehouse;
  const path = ["SALES", "PUBLIC", table];
  if (!emulator.snapshot().warehouseTables.some((known) => known.path.join() === path.join())) {
    emulator.addTable({ connectionId, path, columns: Object.fromEntries(columns.map((column) => [column, "number"])) });
  }
  return {
    kind: "table",
    id,
    name,
    source: { kind: "warehouse-table", connectionId, path },
    columns: columns.map((column) => ({ id: column.toLowerCase(), formula: `[${table}/${column}]`, name: column })),
  };
}

export function buildPages(...elements: Loose[]): Loose {
  return [{ id: "page", name: "Page", elements }];
}

export async function post(
  { api, emulator }: Platform,
  pages: Loose,
): Promise<{ status: number; message: string; id: string }> {
  const body = { name: "Model", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages };
  const answer = await api.post("/v2/dataModels/spec", body);
  return { status: answer.status, message: answer.body.message, id: answer.body.dataModelId };
}

/** Creates a model and reads its pages back. */
export async function create(platform: Platform, pages: Loose): Promise<{ id: string; pages: Loose }> {
  const { status, message, id } = await post(platform, pages);
  if (status !== 200) {
    throw new Error(message);
  }
  return { id, pages: await readPages(platform, id) };
}

export async function readPages({ api }: Platform, id: string): Promise<Loose> {
  return (await api.get(`/v2/dataModels/${id}/spec`)).body.pages;
}
