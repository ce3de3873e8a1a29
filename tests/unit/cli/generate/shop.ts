import { join } from "node:path";
import { readInput } from "../../../../cli/src/command/files";
import { readProject } from "../../../../generate/src/dbt/project";
import { buildTables, type TableOptions } from "../../../../generate/src/dbt/tables";
import type { GeneratedModel } from "../../../../generate/src/generated-model";
import { buildModels } from "../../../../generate/src/models";
import type { JsonObject } from "../../../../provider/src/core/model";
import { repository } from "../../../repository";

export const shop = join(repository, "tests/fixtures/dbt/shop");

const defaults: TableOptions = {
  select: [],
  exclude: [],
  databases: new Map(),
  hideKeys: false,
  tagRestrictions: new Map(),
};

/** The tables of a manifest of the fixture. */
export function readShop(
  manifest: string,
  options: Partial<TableOptions> & { catalog?: string; folder?: string } = {},
) {
  const { catalog = "catalog.json", folder = shop, ...given } = options;
  const project = readProject(
    { cwd: folder, readText: readInput },
    `${manifest}.manifest.json`,
    catalog === "" ? undefined : catalog,
  );
  return buildTables(project, { ...defaults, ...given });
}

/** The models of a manifest of the fixture, all tables of the project in one of them. */
export function generateShop(manifest: string, options: Parameters<typeof readShop>[1] = {}): GeneratedModel {
  const { tables } = readShop(manifest, options);
  const built = buildModels(tables, { connection: "warehouse", groupOf: () => "shop", uniqueKeys: false });
  return built.models[0] as GeneratedModel;
}

/** The elements of a model's page. */
export function listElements({ spec }: GeneratedModel): JsonObject[] {
  const [page] = spec.pages as JsonObject[];
  return page!.elements as JsonObject[];
}

/** An element of a model by its id. */
export function getElement(model: GeneratedModel, id: string): JsonObject {
  const found = listElements(model).find((element) => element.id === id);
  if (found === undefined) throw new Error(`The model has no element ${id}.`);
  return found;
}
