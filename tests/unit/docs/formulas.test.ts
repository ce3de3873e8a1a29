import { listFunctions } from "../../../provider/src/core/formula/functions";
import { parseSpec, validateSpec } from "../../../provider/src/core/model";
import { listRecipes, writeRecipeModel } from "../../recipes";

const recipes = listRecipes();

test("the cookbook has recipes for columns, metrics and other tables", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(20);
  expect([...new Set(recipes.map(({ place }) => place))]).toEqual(["column", "column of Customers", "metric"]);
});

test.each(recipes)("$task is valid without a warning: $formula", (recipe) => {
  expect(validateSpec(parseSpec(writeRecipeModel(recipe)))).toEqual([]);
});

test("a recipe with a mistake is found", () => {
  const [first] = recipes;
  const findings = validateSpec(parseSpec(writeRecipeModel({ ...first!, formula: "Summ([Amuont])" })));
  expect(findings.map(({ rule }) => rule)).toEqual(["unknown-function", "unresolved-name"]);
});

test("no function is in two groups, except the two that the platform lists twice", () => {
  const all = listFunctions().map(({ name }) => name);
  const twice = all.filter(
    (name, index) => all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index,
  );
  expect(twice.sort()).toEqual(["JSON", "Text"]);
});
