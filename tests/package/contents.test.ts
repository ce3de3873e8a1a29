import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataModelJsonSchema } from "../../provider/src/core/spec";
import { repository } from "../engine/support";

function packed(workspace: string): string[] {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "-w", workspace], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path).sort();
}

/** What the compiler makes of a package's sources. */
function compiled(workspace: string): string[] {
  const sources = readdirSync(join(repository, workspace, "src"), { recursive: true, encoding: "utf8" });
  return sources.flatMap((source) => {
    const name = `dist/${source.replaceAll("\\", "/")}`;
    if (name.endsWith(".mts")) return [".mjs", ".d.mts"].map((ending) => name.replace(/\.mts$/, ending));
    return name.endsWith(".ts") ? [".js", ".d.ts"].map((ending) => name.replace(/\.ts$/, ending)) : [];
  });
}

test("the command is there, and says what runs it", () => {
  const { bin } = require("../../provider/package.json") as { bin: Record<string, string> };
  expect(packed("provider")).toContain(bin["pulumi-analytics"]?.replace("./", ""));
  expect(readFileSync(join(repository, "provider/dist/cli/main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test("the provider's package holds its compiled sources, the host in one file, the JSON Schema and the words about it; nothing else", () => {
  const words = ["LICENSE", "README.md", "dist/host.bundle.LICENSES.txt"];
  const others = [...words, "package.json", "schema/data-model.json", "dist/host.bundle.js"];
  const sources = compiled("provider").filter((file) => file !== "dist/host.js");
  expect(packed("provider")).toEqual([...sources, ...others].sort());
});

test("the host's licenses are those of the packages whose code is in it", () => {
  const licenses = readFileSync(join(repository, "provider/dist/host.bundle.LICENSES.txt"), "utf8");
  const named = licenses.split("\n---\n").map((license) => license.trim().split("\n")[0]);
  expect(named).toEqual(["js-yaml", "zod"]);
  expect(licenses.match(/Permission is hereby granted/g)).toHaveLength(2);
});

test("the emulator's package holds its compiled sources, the command and the words about it; nothing else", () => {
  const others = ["LICENSE", "README.md", "package.json", "bin/analytics-emulator.js"];
  expect(packed("emulator")).toEqual([...compiled("emulator"), ...others].sort());
});

test("the policy pack's package holds its compiled sources, what makes it a pack and the words about it; nothing else", () => {
  const others = ["LICENSE", "README.md", "package.json", "PulumiPolicy.yaml"];
  expect(packed("policies")).toEqual([...compiled("policies"), ...others].sort());
});

test("the JSON Schema that ships is the one the provider validates with", () => {
  const shipped = readFileSync(join(repository, "provider/schema/data-model.json"), "utf8");
  // `npm run schema` writes it.
  expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(dataModelJsonSchema())));
});
