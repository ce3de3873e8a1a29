import { type AnalyticsClient, Catalog } from "../../core/api";
import {
  checkSources,
  type Finding,
  formatFinding,
  formTableKey,
  type JsonObject,
  type KnownTable,
  listSourceTables,
  type SourceTable,
} from "../../core/model";
import type { LifecycleContext } from "../declare";
import type { DocumentInputs } from "./fields";
import { locate } from "./locate";

/** One for each client: documents share tables. */
const catalogs = new WeakMap<AnalyticsClient, Catalog>();

/** A document as its tables of warehouses are looked up. */
interface Looked<Inputs> {
  /** What messages call it. */
  getTitle(inputs: Inputs): string;
  /** It in the form of a data model; undefined: it isn't known. */
  getModel(inputs: Inputs): JsonObject | undefined;
  /** The findings at the document's own places. Left out: they are there. */
  place?(inputs: Inputs, findings: readonly Finding[]): readonly Finding[];
}

/** With `analytics:checkSources`: the tables and columns of warehouses that the platform's catalog lacks. */
export function createSourceReview<Inputs extends DocumentInputs>({ getTitle, getModel, place }: Looked<Inputs>) {
  return {
    setting: "checkSources" as const,
    async problems(inputs: Inputs, context: Pick<LifecycleContext, "client" | "log">): Promise<readonly string[]> {
      const model = inputs.confidential ? undefined : getModel(inputs);
      if (model === undefined) return [];
      const found = await findMissing(getTitle(inputs), model, context);
      const findings = place?.(inputs, found) ?? found;
      if (inputs.file !== undefined) locate(inputs.file, findings);
      return findings.map(formatFinding);
    },
  };
}

async function findMissing(
  title: string,
  model: JsonObject,
  { client, log }: Pick<LifecycleContext, "client" | "log">,
): Promise<readonly Finding[]> {
  const catalog = catalogs.get(client) ?? new Catalog(client);
  catalogs.set(client, catalog);
  const known = new Map<string, KnownTable>();
  const read = async (table: SourceTable) => {
    const entry = await catalog.read(table);
    if (entry.state !== "unreadable") known.set(formTableKey(table), entry);
    else log(`${title}: ${table.path.join(".")} wasn't checked against the catalog: ${entry.why}`);
  };
  await Promise.all(listSourceTables(model).map(read));
  return checkSources(model, (key) => known.get(key));
}
