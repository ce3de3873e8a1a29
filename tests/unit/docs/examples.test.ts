import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleFolder, exampleNames, listSettings, readReadme } from "../../example-readmes";

test.each(exampleNames)("the example %s has a short README, and the index exampleNames it", (name) => {
  const readme = readReadme(name);
  expect(readme.split(/\s+/).length).toBeLessThan(160);
  expect(readme).toMatch(/^# .+\n\n.+/);
  expect(readme).toMatch(/^```sh$/m);
  expect(readme).toMatch(/^See: /m);
  expect(readReadme("")).toContain(`](${name})`);
});

test.each(["", ...exampleNames])("links of examples/%s/README.md lead somewhere", (name) => {
  const targets = [...readReadme(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(exampleFolder, name, target)))).toEqual([]);
});

test("the programs read each setting that a README has, and no other", () => {
  for (const name of exampleNames.filter((name) => name !== "policies" && name !== "two-organizations")) {
    const files = readdirSync(join(exampleFolder, name), { recursive: true, encoding: "utf8" });
    const code = files
      .filter((file) => /\.(ts|py|yaml)$/.test(file) && !file.includes("node_modules"))
      .map((file) => readFileSync(join(exampleFolder, name, file), "utf8"))
      .join("\n");
    const readKeys = [
      ...code.matchAll(/\b(?:config|Config\(\))\.(?:require|get)\w*(?:<.*>)?\("(\w+)"\)/g),
      ...code.matchAll(/^ {2}(\w+): \{ type: string \}/gm),
    ].map(([, key]) => key);
    const named = readReadme(name);
    expect({ name, missing: [...new Set(readKeys)].filter((key) => !named.includes(key!)) }).toEqual({
      name,
      missing: [],
    });
    const set = listSettings(name).map((words) =>
      words.filter((word) => !word.startsWith("-"))[2]!.replace(/\[.*/, ""),
    );
    expect({ name, unread: set.filter((key) => !readKeys.includes(key)) }).toEqual({ name, unread: [] });
  }
});
