import { basename } from "node:path/posix";
import { parsePath } from "pulumi-analytics-internal/core/api";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { FileWriter } from "../command/files";
import { hashText, type Manifest } from "../documents/pull-manifest";
import { findPackagePath } from "../project/package-place";
import { formatSchemaLine } from "../project/schema-line";
import { toFileName } from "../text/names";
import type { ListedModel } from "./organization";
import { hashProgram } from "./program";

/** Where the files of models are: all in `models`, or in folders below it, as on the platform. */
export type Layout = "flat" | "folders";

type Placed = Pick<ListedModel, "path">;

/**
 * The file of a model, from the output folder.
 *
 * @example placeFile("folders", { path: "Acme/Sales" }, "orders") // "models/acme/sales/orders.yaml"
 */
export function placeFile(layout: Layout | undefined, { path }: Placed, name: string): string {
  const folders = layout === "folders" ? parsePath(path).map(toFileName) : [];
  return ["models", ...folders.filter((folder) => folder !== ""), `${name}.yaml`].join("/");
}

/** The first line of a model's file, wherever the package was then. */
const header = /^# yaml-language-server: \$schema=\S*\/?node_modules\/pulumi-analytics\/schema\/data-model\.json\n/;

/** The models whose files are where the layout puts them. Somebody chose the place of the others. */
export function listPlacedModels({ layout, models }: Manifest): Set<string> {
  const placed = Object.entries(models).filter(
    ([, { file, about }]) => file === placeFile(layout, { path: about?.folder ?? "" }, basename(file, ".yaml")),
  );
  return new Set(placed.map(([id]) => id));
}

/**
 * Moves the files of models that were moved in the product, or all of them when the layout changed. A file keeps its
 * name, by which others refer to it. A file stays where it is if somebody chose its place, if it includes others, whose
 * paths begin there, or if its new place is taken. All stay if somebody has edited the program, which names them.
 *
 * @param placed those that were where the layout puts them before this pull; see {@link listPlacedModels}.
 * @returns where each file was moved to, by the id of its model. In a dry run, where it would be.
 */
export function moveFiles(
  folder: FileWriter,
  manifest: Manifest,
  models: readonly ListedModel[],
  placed: ReadonlySet<string>,
): Map<string, string> {
  const moved = new Map<string, string>();
  const program = folder.read("models.ts");
  if (program !== undefined && hashProgram(program) !== manifest.program["models.ts"]) return moved;
  for (const model of models.filter(({ id }) => placed.has(id))) {
    const known = getOwnValue(manifest.models, model.id);
    const text = known && folder.read(known.file);
    if (known === undefined || text === undefined || /!include\b/.test(text)) continue;
    const from = known.file;
    const to = placeFile(manifest.layout, model, basename(from, ".yaml"));
    if (to === from || folder.read(to) !== undefined) continue;
    moved.set(model.id, to);
    if (folder.isDryRun) continue;
    const after = text.replace(header, () => formatSchemaLine(findPackagePath(folder.folder), to, "data-model"));
    folder.apply([
      { path: to, after, before: undefined },
      { path: from, after: undefined, before: text },
    ]);
    known.file = to;
    if (hashText(text) === known.hash) known.hash = hashText(after);
  }
  return moved;
}
