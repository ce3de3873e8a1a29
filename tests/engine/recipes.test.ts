import { listRecipes, writeRecipeModel } from "../recipes";
import { startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const [folderId, warehouse] = ["folderId", "connectionId"].map((key) => config.require(key));
new analytics.DataModelDirectory("recipes", { path: "recipes", folderId, refs: { warehouse } });
`;

test("the platform accepts and computes every recipe of the cookbook of formulas, and stores it as it is", async () => {
  const recipes = listRecipes();
  const { stack, writes, emulator, dispose } = await startBench({
    texts: {
      "Pulumi.yaml": "name: recipes\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
      "index.js": program,
      ...Object.fromEntries(recipes.map((recipe, at) => [`recipes/recipe-${at}.yaml`, writeRecipeModel(recipe)])),
    },
  });
  try {
    const up = await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(writes()).toHaveLength(recipes.length);
    // What the platform can't compute is a warning.
    expect(up).not.toMatch(/warning/);
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(writes()).toEqual([]);
  } finally {
    await dispose();
  }
});
