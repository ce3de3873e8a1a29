import type { Answer } from "../unit/emulator/support";
import type { Target } from "./target";

/** The pages of a data model as a probe sends and reads them. */
// biome-ignore lint/suspicious/noExplicitAny: probes send what no type would allow
export type Loose = any;

/** By the function that a target and its copies share. */
const folders = new WeakMap<Target["undo"], Promise<string>>();

/** A folder of the run's own, in the owner's home. */
function findFolder(target: Target): Promise<string> {
  const known = folders.get(target.undo) ?? createFolder(target);
  folders.set(target.undo, known);
  return known;
}

async function createFolder(target: Target): Promise<string> {
  const { id } = (await target.raw.post("/v2/files", { type: "folder", name: target.name() })).body;
  target.undo(() => remove(target, `/v2/files/${id}`));
  return id;
}

/** Sends a data model, which goes when the run ends if it is accepted. */
export async function sendModel(
  target: Target,
  pages: Loose,
  headers: Record<string, string> = {},
): Promise<Answer & { id: string | undefined }> {
  const name = target.name();
  const folderId = await findFolder(target);
  const answer = await target.raw.post("/v2/dataModels/spec", { name, folderId, schemaVersion: 1, pages }, headers);
  const id = answer.status === 200 ? /[\w-]{36}/.exec(answer.text)?.[0] : undefined;
  if (id !== undefined) target.undo(() => remove(target, `/v2/files/${id}`));
  return { ...answer, id };
}

/** The id of a model of these elements; an error when it is refused. */
export async function createModel(target: Target, ...elements: Loose[]): Promise<string> {
  const { id, status, text } = await sendModel(target, buildPages(...elements));
  if (id === undefined) throw new Error(`POST of a model: ${status} ${text}`);
  return id;
}

/** What the platform says to a model of these elements; undefined when it accepts them. */
export async function catchRefusal(target: Target, ...elements: Loose[]): Promise<string | undefined> {
  const { id, text } = await sendModel(target, buildPages(...elements));
  return id === undefined ? text : undefined;
}

export function buildPages(...elements: Loose[]): Loose {
  return [{ id: "p", name: "Main", elements }];
}

/** Any connection; undefined when there is none. */
export async function findConnection({ raw }: Target): Promise<string | undefined> {
  return (await raw.get("/v2/connections?limit=1")).body.entries[0]?.connectionId;
}

/** A table over a statement with the outputs ONE and TWO, which needs no catalog. */
export function buildStatement(connectionId: string, ...formulas: string[]): Loose {
  const source = { kind: "sql", connectionId, statement: "select 1 as ONE, 2 as TWO" };
  return { kind: "table", id: "base", name: "Base", source, columns: buildColumns("[Custom SQL/ONE]", ...formulas) };
}

/** A table over that one. */
export function buildOver(...formulas: string[]): Loose {
  return {
    kind: "table",
    id: "over",
    name: "Over",
    source: { kind: "table", elementId: "base" },
    columns: buildColumns(...formulas),
  };
}

/** Columns called C0, C1 and so on. */
function buildColumns(...formulas: string[]): Loose {
  return formulas.map((formula, index) => ({ id: `c${index}`, name: `C${index}`, formula }));
}

/** The type of each column of a model, by name. */
export async function listTypes({ raw }: Target, dataModelId: string): Promise<Record<string, string>> {
  const { entries } = (await raw.get(`/v2/dataModels/${dataModelId}/columns?limit=1000`)).body;
  return Object.fromEntries(entries.map(({ name, type }: Loose) => [name, type?.type]));
}

export async function remove({ raw }: Target, path: string): Promise<void> {
  const { status, text } = await raw.delete(path);
  if (status !== 200 && status !== 404) throw new Error(`DELETE ${path}: ${status} ${text}`);
}
