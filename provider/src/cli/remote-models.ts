import { didYouMean } from "../core/text";
import { UsageError } from "./command";

/** Which data models of the platform are meant. */
export interface ModelChoice {
  /** Only those in this folder and below: `Acme/Models`. */
  readonly folder?: string;
  /** Only these ids. */
  readonly model?: readonly string[];
}

/**
 * Those of the platform's data models that are meant.
 *
 * @throws UsageError when there are none, with what was perhaps meant.
 */
export function chosenModels<
  Model extends { readonly dataModelId: string; readonly name: string; readonly path: string },
>(models: readonly Model[], { folder, model: ids }: ModelChoice): Model[] {
  const here = folder === undefined ? [...models] : modelsIn(models, folder);
  if (ids === undefined) return here;
  const problems = ids.flatMap((id) => {
    if (here.some(({ dataModelId }) => dataModelId === id)) return [];
    const namesake = here.find(({ name }) => name === id);
    const hint = namesake === undefined ? "" : ` The model with this name has the id ${namesake.dataModelId}.`;
    return [`--model ${id}: no such data model.${hint}`];
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return here.filter(({ dataModelId }) => ids.includes(dataModelId));
}

function modelsIn<Model extends { readonly path: string }>(models: readonly Model[], folder: string): Model[] {
  const wanted = folder.replace(/^\/+|\/+$/g, "");
  const found = models.filter(({ path }) => path === wanted || path.startsWith(`${wanted}/`));
  if (found.length > 0) return found;
  const paths = [...new Set(models.map(({ path }) => path))];
  throw new UsageError(`--folder ${folder}: no data model in this folder or below.${didYouMean(wanted, paths)}`);
}
