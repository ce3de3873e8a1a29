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
import type { LiveContext } from "../declare";
import type { DocumentInputs } from "./fields";
import { locate } from "./locate";

/** Documents share tables. */
const createCatalog = (client: AnalyticsClient) => new Catalog(client);

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
    async problems(inputs: Inputs, context: LiveContext): Promise<readonly string[]> {
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
  { client, log, run }: LiveContext,
): Promise<readonly Finding[]> {
  const catalog = run.get(createCatalog, client);
  const known = new Map<string, KnownTable>();
  const read = async (table: SourceTable) => {
    const entry = await catalog.read(table);
    if (entry.state !== "unreadable") known.set(formTableKey(table), entry);
    else log(`${title}: ${table.path.join(".")} wasn't checked against the catalog: ${entry.why}`);
  };
  await Promise.all(listSourceTables(model).map(read));
  return checkSources(model, (key) => known.get(key));
}
