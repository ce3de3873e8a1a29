import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A row of the cookbook of formulas. */
export interface Recipe {
  readonly task: string;
  readonly place: string;
  readonly formula: string;
}

const guide = readFileSync(join(__dirname, "../docs/guides/formulas.md"), "utf8");
const [, recipesSection = ""] = guide.split("## Recipes");
const [, baseModel = ""] = /^```yaml\n(.*?)^```/ms.exec(recipesSection) ?? [];

/** The recipes of the cookbook, in order. */
export function listRecipes(): Recipe[] {
  return [...recipesSection.matchAll(/^\| (.*?) \| ((?:column|metric)(?: of \w+)?)[^|]*? \| `(.*)` \|$/gm)].map(
    ([, task = "", place = "", formula = ""]) => ({ task, place, formula }),
  );
}

/** The cookbook's model with the recipe in its place, as a file. */
export function writeRecipeModel({ place, formula }: Recipe): string {
  const line = `          - { id: recipe, name: Recipe, formula: ${JSON.stringify(formula)} }\n`;
  const [, element = ""] = / of (\w+)$/.exec(place) ?? [];
  const from = element === "" ? 0 : baseModel.indexOf(`name: ${element}`);
  const list = place === "metric" ? "        metrics:\n" : "        columns:\n";
  const at = baseModel.indexOf(list, from) + list.length;
  return baseModel.slice(0, at) + line + baseModel.slice(at);
}
