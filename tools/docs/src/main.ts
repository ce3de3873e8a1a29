import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as zod from "zod";
import { type Functions, renderFunctions } from "./functions";
import { listAreas } from "./guides";
import { findHeading, renderLlms } from "./llms";
import type { Schema } from "./nested";
import { readPackage } from "./read";
import { type PackageFacts, renderRegistryPages } from "./registry";
import { type KindFacts, renderPackage } from "./render";

// `docs` writes the pages; `docs --check` only says which would change, and fails then.
const repository = join(__dirname, "../../..");
const folder = join(repository, "docs");

const { loadAllKinds } = require(join(repository, "provider/dist/kinds/registry.js")) as {
  loadAllKinds(): KindFacts[];
};
const { lookupModules } = require(join(repository, "provider/dist/lookups/registry.js")) as {
  lookupModules: readonly { readonly lookups: readonly LookupFacts[] }[];
};
const { listFunctions, foreignFunctions } = require(
  join(repository, "provider/dist/core/formula/functions.js"),
) as Functions;
const provider = join(repository, "provider");
const schema = JSON.parse(readFileSync(join(provider, "plugin/schema.json"), "utf8")) as PackageFacts;
const functionsPage = renderFunctions({ listFunctions, foreignFunctions });
const headings = new Map([
  ...readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => [file.replaceAll("\\", "/"), findHeading(readFileSync(join(folder, file), "utf8"))] as const),
  ["functions.md", findHeading(functionsPage)] as const,
]);
const results = new Map(lookupModules.flatMap(listResults));
const all = readPackage(provider);
const pages = renderPackage({
  package: all,
  kinds: loadAllKinds(),
  results,
  schema,
  headings,
});
pages.set("functions.md", functionsPage);
pages.set("llms.txt", renderLlms(pages, headings));

const areas = listAreas(
  [...all.resources, ...all.components].map(({ name }) => name),
  all.lookups.map(({ name }) => name),
);
const readText = (path: string) => readFileSync(join(repository, path), "utf8");
const registryPages = renderRegistryPages(schema, readText("provider/README.md"), readText("docs/settings.md"), areas);
for (const [page, text] of registryPages) pages.set(page, text);

const files = readdirSync(folder, { recursive: true, withFileTypes: true });
const there = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
const paths = new Map([...pages].map(([page, text]) => [join(folder, page), text]));
const readWritten = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
const stale = [...paths].filter(([path, text]) => readWritten(path) !== text);
// Pages written by hand may lie beside the made ones.
const left = there.filter((path) => !paths.has(path) && readWritten(path)?.startsWith("<!-- Generated from"));

if (process.argv.includes("--check")) {
  const changed = [...stale.map(([path]) => path), ...left].map((path) => relative(repository, path));
  if (changed.length > 0) {
    console.error(`Not up to date; run \`npm run docs\`:\n${changed.join("\n")}`);
    process.exitCode = 1;
  }
} else {
  for (const path of left) rmSync(path);
  for (const [path, text] of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(`${pages.size} pages in docs, ${stale.length} changed.`);
}

/** A lookup's declaration, as far as pages are made of it. */
interface LookupFacts {
  readonly question: { readonly name: string };
  result(zod: unknown): Readonly<Record<string, Schema>>;
}

/** The types of results by lookup; one entry as a whole also has the fields of an entry of its list. */
function listResults({ lookups }: { readonly lookups: readonly LookupFacts[] }) {
  const all = new Map(lookups.flatMap((lookup) => Object.entries(lookup.result(zod))));
  return lookups.map(({ question }) => [question.name, all] as const);
}
