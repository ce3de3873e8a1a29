import { type AnalyticsClient, Catalog } from "../../../core/api";
import { checkSources, formatFinding, formTableKey, type KnownTable, listSourceTables } from "../../../core/spec";
import type { LifecycleContext } from "../../declare";
import { locate } from "../../document/locate";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";

/** One for each client: models share tables. */
const catalogs = new WeakMap<AnalyticsClient, Catalog>();

/** The tables and columns of warehouses that the catalog lacks. */
export async function listMissingSources(
  inputs: DataModelInputs,
  { client, log }: Pick<LifecycleContext, "client" | "log">,
): Promise<readonly string[]> {
  if (inputs.confidential) return [];
  const { declared } = getModel(inputs);
  const catalog = catalogs.get(client) ?? new Catalog(client);
  catalogs.set(client, catalog);
  const known = new Map<string, KnownTable>();
  const read = async (table: ReturnType<typeof listSourceTables>[number]) => {
    const entry = await catalog.read(table);
    if (entry.state !== "unreadable") known.set(formTableKey(table), entry);
    else log(`${getTitle(inputs)}: ${table.path.join(".")} wasn't checked against the catalog: ${entry.why}`);
  };
  await Promise.all(listSourceTables(declared).map(read));
  const findings = checkSources(declared, (key) => known.get(key));
  if (inputs.file !== undefined) locate(inputs.file, findings);
  return findings.map(formatFinding);
}
