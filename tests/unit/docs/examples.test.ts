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
    const findKeys = (call: string) =>
      [...code.matchAll(new RegExp(`\\b(?:config|Config\\(\\))\\.${call}\\w*(?:<.*>)?\\("(\\w+)"\\)`, "g"))].map(
        ([, key]) => key!,
      );
    const inYaml = [...code.matchAll(/^ {2}(\w+): \{ type: string \}/gm)].map(([, key]) => key!);
    const optional = new Set(findKeys("get"));
    const required = new Set([...findKeys("require"), ...inYaml].filter((key) => !optional.has(key)));
    const set = listSettings(name).map((words) =>
      words.filter((word) => !word.startsWith("-"))[2]!.replace(/\[.*/, ""),
    );
    expect({ name, missing: [...required].filter((key) => !set.includes(key)) }).toEqual({ name, missing: [] });
    const named = [...optional].filter(
      (key) => set.includes(key) || new RegExp(`\`.*\\b${key}\\b.*\``).test(readReadme(name)),
    );
    expect({ name, named }).toEqual({ name, named: [...optional] });
    expect({ name, unread: set.filter((key) => !required.has(key) && !optional.has(key)) }).toEqual({
      name,
      unread: [],
    });
  }
});
