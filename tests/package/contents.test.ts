import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix, relative } from "node:path";
import { buildChecksJsonSchema } from "../../provider/src/core/checks";
import { buildDataModelJsonSchema } from "../../provider/src/core/model";
import { buildDocumentJsonSchema } from "../../provider/src/core/workbook/json-schema";
import { repository } from "../repository";

const readName = (workspace: string) => (require(`../../${workspace}/package.json`) as { name: string }).name;

const workspaces = ["provider", "diagram", "emulator", "policies"] as const;

/** The files of each package, by its workspace. */
let packed: Record<(typeof workspaces)[number], readonly string[]>;
beforeAll(() => {
  const chosen = workspaces.flatMap((workspace) => ["-w", workspace]);
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", ...chosen], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packages = JSON.parse(output) as { name: string; files: { path: string }[] }[];
  // npm packs what else is in a folder, too, if it is a workspace.
  expect(packages.map(({ name }) => name).sort()).toEqual(workspaces.map(readName).sort());
  const listFiles = (workspace: string) => {
    const { files } = packages.find(({ name }) => name === readName(workspace))!;
    return files.map(({ path }) => path).sort();
  };
  packed = {
    provider: listFiles("provider"),
    diagram: listFiles("diagram"),
    emulator: listFiles("emulator"),
    policies: listFiles("policies"),
  };
});

/** What the compiler makes of a package's sources. */
function listCompiled(workspace: string): string[] {
  const sources = readdirSync(join(repository, workspace, "src"), { recursive: true, encoding: "utf8" });
  return sources.flatMap((source) => {
    const name = `dist/${source.replaceAll("\\", "/")}`;
    if (name.endsWith(".mts")) return [".mjs", ".d.mts"].map((ending) => name.replace(/\.mts$/, ending));
    return name.endsWith(".ts") && !name.endsWith(".d.ts")
      ? [".js", ".d.ts"].map((ending) => name.replace(/\.ts$/, ending))
      : [];
  });
}

const schemas = ["data-model", "report", "workbook", "checks"].map((name) => `schema/${name}.json`);
/** Those of a part of a workbook, in a file of its own. */
const partSchemas = { Element: "schema/element.json", Page: "schema/page.json" };

test("the command is there, and says what runs it", () => {
  const { bin } = require("../../provider/package.json") as { bin: Record<string, string> };
  expect(packed.provider).toContain(bin["pulumi-analytics"]?.replace("./", ""));
  const command = readFileSync(join(repository, "provider", bin["pulumi-analytics"] as string), "utf8");
  expect(command).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test("the provider's package holds sources, command, plugin, schema, docs and CI files; nothing else", () => {
  const words = ["CHANGELOG.md", "LICENSE", "README.md", "dist/LICENSES.txt"];
  const cli = ["commands.json", "complete.js", "main.js", "perform.js", "sdk.js"].map((file) => `dist/cli/${file}`);
  const bundles = ["bin/pulumi-analytics.js", ...cli];
  const plugin = [
    "LICENSES.txt",
    "PulumiPlugin.yaml",
    "package.json",
    "plugin.js",
    "pulumi-resource-analytics",
    "schema.json",
    "watchdog.js",
  ];
  const others = [
    ...words,
    "package.json",
    ...schemas,
    ...Object.values(partSchemas),
    ...bundles,
    ...plugin.map((file) => `plugin/${file}`),
  ];
  const docs = readdirSync(join(repository, "docs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(repository, join(parentPath, name)).replaceAll("\\", "/"))
    .filter((path) => !/^docs\/(images\/|(architecture|_index|installation-configuration)[.]md$)/.test(path));
  const pipelines = ["github-actions.yml", "gitlab-ci.yml"];
  // The command has these in its files; no type of a user's is among the declarations.
  const left = new RegExp(
    [
      /^dist\/(cli|plugin|core\/rename)\//,
      /^dist\/(host\/(?!dynamic).*|lookups\/[\w-]+)[.]d[.]ts$/,
      /^dist\/core\/(checks|graph|impact|privacy|scratch|tables|text|workbook\/schema)\/.*[.]d[.]ts$/,
      /^dist\/kinds\/(connection|data-model|document|workbook)\/(?!(changes|declaration|fields)[.]).*[.]d[.]ts$/,
    ]
      .map(({ source }) => source)
      .join("|"),
  );
  const kept = ["index", "lookup", "question"].map((name) => `dist/lookups/${name}.d.ts`);
  const sources = listCompiled("provider").filter((file) => !left.test(file) || kept.includes(file));
  const copied = [...docs, ...pipelines.map((file) => `pipelines/${file}`)];
  expect(packed.provider).toEqual([...sources, ...others, ...copied].sort());
});

test("what a packed declaration of an entry imports is packed", () => {
  const files = packed.provider;
  const read = (file: string) => readFileSync(join(repository, "provider", file), "utf8");
  const { exports } = require("../../provider/package.json") as { exports: Record<string, { types?: string }> };
  const reached = new Set(Object.values(exports).flatMap(({ types }) => (types ? [posix.normalize(types)] : [])));
  for (const file of reached) {
    for (const [, target = ""] of read(file).matchAll(/(?:from|import)\s*\(?\s*"([.][^"]+)"/g)) {
      const place = posix.join(posix.dirname(file), target).replace(/[.]mjs$/, ".d.mts");
      const found = [place, `${place}.d.ts`, `${place}/index.d.ts`].find((path) => files.includes(path));
      expect({ file, target, found }).toEqual({ file, target, found: expect.any(String) });
      reached.add(found!);
    }
  }
  expect(reached.size).toBeGreaterThan(100);
});

test("links of the packed docs lead to packed files, or to files of the repository at the release", () => {
  const { homepage, version } = require("../../provider/package.json") as { homepage: string; version: string };
  const files = new Set(packed.provider);
  const outside = new RegExp(`^${homepage.replace(/#.*/, "")}/(?:blob|tree)/v${version}/(.*)$`);
  const broken = [...files].flatMap((file) => {
    if (!/^(docs\/.*\.(md|txt)|CHANGELOG\.md)$/.test(file)) return [];
    const text = readFileSync(join(repository, "provider", file), "utf8");
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      const [target = "", anchor] = link.split("#");
      const [, elsewhere] = outside.exec(target) ?? [];
      if (target !== "" && elsewhere === undefined && /^https?:/.test(target)) return [];
      const path = elsewhere ?? (target === "" ? file : posix.join(posix.dirname(file), target));
      const isThere = elsewhere === undefined ? files.has(path) : existsSync(join(repository, path));
      return isThere && hasPlace(path, anchor) ? [] : [`${file}: ${link}`];
    });
  });
  expect(broken).toEqual([]);
});

/** Whether a page of the repository has a heading that an anchor names. */
function hasPlace(path: string, anchor: string | undefined): boolean {
  if (anchor === undefined || !path.endsWith(".md")) return true;
  const headings = readFileSync(join(repository, path), "utf8").match(/^#+ .*$/gm) ?? [];
  const anchors = headings.map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return anchors.includes(anchor);
}

test("the bundles have one byte for each character: with one other, Node.js keeps and reads two for all", () => {
  const bundles = [
    "plugin/plugin.js",
    "dist/cli/complete.js",
    "dist/cli/main.js",
    "dist/cli/perform.js",
    "dist/cli/sdk.js",
  ];
  const wide = bundles.filter((file) =>
    /[\u0100-\uffff]/.test(readFileSync(join(repository, "provider", file), "utf8")),
  );
  expect(wide).toEqual([]);
});

test("the command line, which each help and each command loads first, has no code of the commands", () => {
  expect(statSync(join(repository, "provider/dist/cli/main.js")).size).toBeLessThan(120_000);
});

test("every package that is published names its home, its repository and where to report bugs", () => {
  const home = "https://github.com/pulumi-analytics/pulumi-analytics";
  for (const directory of ["diagram", "provider", "emulator", "policies"]) {
    expect(require(`../../${directory}/package.json`)).toMatchObject({
      homepage: `${home}#readme`,
      repository: { type: "git", url: `git+${home}.git`, directory },
      bugs: `${home}/issues`,
    });
  }
});

test("the package that draws holds its compiled sources, its fonts and the words about it; nothing else", () => {
  const fonts = ["fonts/DejaVuSans-Bold.ttf", "fonts/DejaVuSans.ttf", "fonts/LICENSES.txt"];
  const others = ["LICENSE", "README.md", "package.json", ...fonts];
  expect(packed.diagram).toEqual([...listCompiled("diagram"), ...others].sort());
});

test("what the packed files load is packed, or a dependency", () => {
  const { dependencies, peerDependencies } = require("../../provider/package.json") as Record<string, object>;
  // The second is what a policy pack that `init` writes loads.
  const known = [
    "pulumi-analytics",
    "pulumi-analytics-policies",
    ...Object.keys({ ...dependencies, ...peerDependencies }),
  ];
  const files = new Set(packed.provider);
  const missing = [...files].flatMap((file) => {
    const isTypes = file.endsWith(".d.ts");
    if (!/^dist\/.*\.(js|d\.ts)$/.test(file)) return [];
    // Comments have examples.
    const code = readFileSync(join(repository, "provider", file), "utf8")
      .replaceAll(/^\s*\*.*$/gm, "")
      // The bundler breaks long lines, within texts too.
      .replaceAll("\\\n", "");
    // One in quotes is a text, with which a validator would write code.
    const loads = isTypes ? /(?:from |import\()"([^"]+)"/g : /(?<![.'`])\brequire\("([^"]+)"\)/g;
    return [...code.matchAll(loads)].flatMap(([, name = ""]) => {
      const own = posix.join(posix.dirname(file), isTypes ? name.replace(/\.js$/, "") : name);
      const places = isTypes ? [`${own}.d.ts`, `${own}/index.d.ts`] : [own, `${own}.js`, `${own}/index.js`];
      const isThere = name.startsWith(".")
        ? places.some((place) => files.has(place))
        : isBuiltin(name) || known.some((dependency) => name === dependency || name.startsWith(`${dependency}/`));
      return isThere ? [] : [`${file}: ${name}`];
    });
  });
  expect(missing).toEqual([]);
});

/** The packages whose licenses a file keeps, each with its version. */
function listLicensed(file: string): string[] {
  const text = readFileSync(join(repository, file), "utf8");
  return [...text.matchAll(/^=== (\S+) (\S+) ===\n\n(?=\S)/gm)].map(([, name, version]) => `${name} ${version}`);
}

test("the licenses of the packages whose code is in a package are in it, too", () => {
  type Manifest = Record<"dependencies" | "devDependencies", Record<string, string>>;
  const provider = require("../../provider/package.json") as Manifest;
  const command = require("../../cli/package.json") as Manifest;
  const installed = Object.keys(provider.dependencies);
  const bundled = Object.keys({ ...provider.devDependencies, ...command.dependencies }).filter(
    (name) => !name.startsWith("pulumi-analytics") && !installed.includes(name),
  );
  const listNames = (file: string) => listLicensed(file).map((line) => line.split(" ")[0]);
  const [beside, plugin] = ["provider/dist/LICENSES.txt", "provider/plugin/LICENSES.txt"].map(listNames);
  expect([...beside!, ...plugin!]).toEqual(expect.arrayContaining(bundled));
  expect(beside).toContain("commander");
  // What is installed brings its own, but the plugin runs without packages.
  expect(beside!.filter((name) => installed.includes(name!))).toEqual([]);
  expect(plugin).toEqual(expect.arrayContaining(installed));
  expect(listLicensed("diagram/fonts/LICENSES.txt")).toEqual([expect.stringMatching(/^dejavu-fonts-ttf \d/)]);
});

test("each license is there with its text, not with its name alone", () => {
  for (const file of ["provider/dist/LICENSES.txt", "provider/plugin/LICENSES.txt", "diagram/fonts/LICENSES.txt"]) {
    const [, ...parts] = readFileSync(join(repository, file), "utf8").split(/^=== (.*) ===$/m);
    expect(parts.length).toBeGreaterThan(1);
    for (let index = 0; index < parts.length; index += 2) {
      const [title, text = ""] = [parts[index], parts[index + 1]];
      const isText = /granted|Redistribution and use|permitted to copy|TERMS AND CONDITIONS|Permission to use/i.test(
        text,
      );
      expect({ title, isText }).toEqual({ title, isText: true });
    }
  }
  const plugin = readFileSync(join(repository, "provider/plugin/LICENSES.txt"), "utf8");
  // It has two files, of which one is about a part of it.
  const [protobuf] = plugin.slice(plugin.indexOf("=== google-protobuf")).split(/^===(?! google)/m);
  expect(protobuf).toContain("BSD 3-Clause License");
  expect(protobuf).toContain("Apache License");
});

test("the emulator's package holds its compiled sources, the command and the words about it; nothing else", () => {
  const others = ["LICENSE", "README.md", "package.json", "bin/analytics-emulator.js"];
  expect(packed.emulator).toEqual([...listCompiled("emulator"), ...others].sort());
});

test("the policy pack's package holds its compiled sources, the pack's file and its docs; nothing else", () => {
  const others = ["LICENSE", "README.md", "package.json", "PulumiPolicy.yaml"];
  expect(packed.policies).toEqual([...listCompiled("policies"), ...others].sort());
});

test("the JSON Schemas that ship are those that the provider validates with, and small", () => {
  const built = [
    buildDataModelJsonSchema(),
    buildDocumentJsonSchema("report"),
    buildDocumentJsonSchema("workbook"),
    buildChecksJsonSchema(),
  ];
  for (const [index, file] of schemas.entries()) {
    const shipped = readFileSync(join(repository, "provider", file), "utf8");
    // `npm run schema` writes them.
    expect(shipped).toBe(`${JSON.stringify(built[index])}\n`);
    expect(shipped.length).toBeLessThan(270_000);
  }
  for (const [name, file] of Object.entries(partSchemas)) {
    const { $ref } = JSON.parse(readFileSync(join(repository, "provider", file), "utf8")) as { $ref: string };
    expect($ref).toBe(`workbook.json#/definitions/${name}`);
    expect(Object.keys(built[2]!.definitions as object)).toContain(name);
  }
});
