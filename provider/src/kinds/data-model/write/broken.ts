/** Columns that the platform stored and can't compute: where they are, and what was probably meant. */

import { type AnalyticsClient, Catalog, type CatalogTable } from "../../../core/api";
import { normalizePlainName } from "../../../core/formula";
import {
  type Finding,
  type IdentityMap,
  isSameJson,
  type LocalSpec,
  type Path,
  validateSpec,
} from "../../../core/model";
import { type Json, type JsonObject, listObjectEntries, toList } from "../../../core/model/json";
import { type FormulaSite, listElementPlaces, listSources, walkFormulas } from "../../../core/model/references";
import { findNearest } from "../../../core/text";
import type { Explanation, PlacedColumn } from "../../document/broken";
import { getModel } from "../declaration";
import type { DataModelInputs } from "../fields";

/** The columns of a declaration, by the ids that the platform gave them. */
export const listColumns = (declared: LocalSpec, ids: IdentityMap): PlacedColumn[] =>
  listElementPlaces(declared).flatMap(({ element, path }) => {
    const known = ids.elements[String(element.id)];
    return listObjectEntries(element.columns).map(([index, { id }]) => ({
      ...{ elementId: known?.id, columnId: known?.columns?.[String(id)], path: [...path, "columns", index] },
    }));
  });

/** What is wrong with formulas: what the rules find in them, or a name that the warehouse spells otherwise. */
export async function explainFormulas(
  client: AnalyticsClient,
  inputs: DataModelInputs,
  paths: readonly Path[],
): Promise<readonly Explanation[]> {
  if (inputs.confidential) return [];
  const spec = getModel(inputs).declared;
  const known = validateSpec(spec);
  const sites = mapSites(spec);
  const warehouse = new Warehouse(client);
  const explanations: Explanation[] = [];
  for (const path of paths) {
    const found = known.find((finding) => isSameJson(finding.path, path));
    const site = sites.get(JSON.stringify(path));
    const mayBeColumn = found === undefined || (found.rule === "unresolved-name" && !isSuggestion(found));
    const meant = mayBeColumn ? site && (await warehouse.findMeant(site)) : undefined;
    const hint = found && [`${capitalize(found.message)}.`, found.hint].filter(Boolean).join(" ");
    explanations.push(meant ?? { hint, span: found?.span });
  }
  return explanations;
}

const isSuggestion = ({ hint }: Finding) => hint?.startsWith("Did you mean") ?? false;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function mapSites(spec: JsonObject): Map<string, FormulaSite> {
  const sites = new Map<string, FormulaSite>();
  walkFormulas(spec, (site) => void sites.set(JSON.stringify(site.buildPath()), site));
  return sites;
}

/** The columns of warehouse tables, as the platform's catalog has them. */
class Warehouse {
  readonly #catalog: Catalog;

  constructor(client: AnalyticsClient) {
    this.#catalog = new Catalog(client);
  }

  /** The first name of a formula that no column of the warehouse has, if one has almost that name. */
  async findMeant(site: FormulaSite): Promise<Explanation | undefined> {
    const tables = listTables(site.element.source);
    for (const { text, segments, nth } of site.listNames()) {
      const [first = "", ...rest] = segments.length > 1 ? segments : [undefined, ...segments];
      const isMeant = ({ path }: CatalogTable) => normalizePlainName(path.at(-1)!) === normalizePlainName(first);
      const table = segments.length > 1 ? tables.find(isMeant) : tables.length === 1 ? tables[0] : undefined;
      const near = table && (await this.#findNear(table, rest.join("/")));
      if (near === undefined) continue;
      return {
        hint: `Did you mean \`[${table!.path.at(-1)}/${near}]\`?`,
        span: { text: `[${text}]`, nth },
      };
    }
    return undefined;
  }

  async #findNear(table: CatalogTable, name: string): Promise<string | undefined> {
    const names = await this.#list(table);
    const plain = normalizePlainName(name);
    return names.some((one) => normalizePlainName(one) === plain) ? undefined : findNearest(name, names);
  }

  /** None where the catalog can't be read: a warning needs no more. */
  async #list(table: CatalogTable): Promise<readonly string[]> {
    const entry = await this.#catalog.read(table);
    return entry.state === "known" ? entry.columns : [];
  }
}

/** The tables of the warehouse below a source. */
function listTables(source: Json | undefined): CatalogTable[] {
  return listSources(source).flatMap(({ kind, connectionId, path }) => {
    const names = toList(path).filter((name) => typeof name === "string");
    const isTable = kind === "warehouse-table" && typeof connectionId === "string" && names.length > 0;
    return isTable ? [{ connectionId, path: names }] : [];
  });
}
