/** Columns that the platform stored and can't compute: where they are, and what was probably meant. */

import { type AnalyticsClient, Catalog, type CatalogTable, type DocumentColumn } from "../../../core/api";
import { normalizePlainName } from "../../../core/formula";
import {
  type Finding,
  formatPath,
  getValue,
  type IdentityMap,
  isIgnored,
  isSameJson,
  type LocalSpec,
  type Path,
  validateSpec,
  walkIds,
} from "../../../core/model";
import { type Json, type JsonObject, toList } from "../../../core/model/json";
import { type FormulaSite, listSources, walkFormulas } from "../../../core/model/references";
import { findNearest } from "../../../core/text";
import type { LifecycleContext } from "../../declare";
import { isBroken, mostNamed, tellBroken } from "../../document/broken";
import { locate } from "../../document/locate";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";

/**
 * Warns of columns whose type the platform reports as an error, by their places in the user's file; not of what an
 * update doesn't write.
 *
 * @param ids the ids that the platform gave the parts.
 */
export async function warnOfBroken(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  ids: IdentityMap,
): Promise<void> {
  const broken = (await context.client.documents.readColumns({ dataModelId: id })).filter(isBroken);
  if (broken.length === 0) return;
  const spec = getModel(inputs).declared;
  const places = listPlaces(spec, broken, ids, inputs.ignorePaths ?? []);
  const shown = places.length > mostNamed ? places.slice(0, mostNamed - 1) : places;
  const findings = await explain(context.client, inputs, shown);
  tellBroken(context, getTitle(inputs), inputs, findings, places.length - shown.length);
}

const formKey = (element: string | undefined, column: string | undefined) => `${element} ${column}`;

/** The paths of the formulas of columns. */
function listPlaces(
  spec: LocalSpec,
  broken: readonly DocumentColumn[],
  ids: IdentityMap,
  ignorePaths: readonly string[],
): Path[] {
  const keys = new Set(broken.map(({ elementId, columnId }) => formKey(elementId, columnId)));
  const places: Path[] = [];
  walkIds(spec, (site) => {
    const { role, owner, id: column } = site;
    const [kind] = site.kinds;
    if (role !== "definition" || kind !== "column" || owner === undefined) return;
    const element = ids.elements[owner];
    if (!keys.has(formKey(element?.id, element?.columns?.[column]))) return;
    const place = [...site.buildPath().slice(0, -1), "formula"];
    if (!isIgnored(spec, place, ignorePaths)) places.push(place);
  });
  return places;
}

/** What is wrong with formulas: what the rules find in them, or a name that the warehouse spells otherwise. */
async function explain(client: AnalyticsClient, inputs: DataModelInputs, places: readonly Path[]): Promise<Finding[]> {
  const spec = getModel(inputs).declared;
  const known = inputs.confidential ? [] : validateSpec(spec);
  const sites = mapSites(spec);
  const warehouse = new Warehouse(client);
  const findings: Finding[] = [];
  for (const path of places) {
    const formula = getValue(spec, path);
    const found = known.find((finding) => isSameJson(finding.path, path));
    const site = inputs.confidential ? undefined : sites.get(JSON.stringify(path));
    const mayBeColumn = found === undefined || (found.rule === "unresolved-name" && !isSuggestion(found));
    const meant = mayBeColumn ? site && (await warehouse.findMeant(site)) : undefined;
    const quoted = inputs.confidential || typeof formula !== "string" ? "" : `: \`${formula}\``;
    findings.push({
      rule: "not-computed",
      severity: "warning",
      path,
      pathText: formatPath(spec, path),
      message: `the platform can't compute this formula${quoted}`,
      ...(meant ?? {
        hint: found && [`${capitalize(found.message)}.`, found.hint].filter(Boolean).join(" "),
        span: found?.span,
      }),
    });
  }
  if (inputs.file !== undefined) locate(inputs.file, findings);
  return findings;
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
  async findMeant(site: FormulaSite): Promise<Pick<Finding, "hint" | "span"> | undefined> {
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
