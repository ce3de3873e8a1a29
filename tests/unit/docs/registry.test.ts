import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, findRegistryFaults } from "../../../tools/release/src/registry";
import { repository } from "../../repository";

const readText = (path: string) => readFileSync(join(repository, path), "utf8");
const schemaFile = "provider/plugin/schema.json";
const schema = JSON.parse(readText(schemaFile)) as {
  readonly version: string;
  readonly keywords: readonly string[];
  readonly language: Readonly<Record<string, object>>;
  readonly resources: Readonly<Record<string, { readonly description: string }>>;
};
const names = ["_index.md", "installation-configuration.md"] as const;
const [index, installation] = names.map((name) => readText(`docs/${name}`)) as [string, string];
const entry: Entry = {
  repoSlug: "pulumi-analytics/pulumi-analytics",
  schemaFile,
  tag: `v${schema.version}`,
  schema,
  pages: { "_index.md": index, "installation-configuration.md": installation },
};
const withSchema = (changed: object): Entry => ({ ...entry, schema: { ...schema, ...changed } });
const withIndex = (text: string): Entry => ({ ...entry, pages: { ...entry.pages, "_index.md": text } });

test("Pulumi's Registry takes the entry", () => {
  expect(findRegistryFaults(entry)).toEqual([]);
});

test.each<[string, Entry, RegExp]>([
  ["another repository", { ...entry, repoSlug: "other/pulumi-other" }, /schema\.json: name: .*"other"/],
  ["another tag", { ...entry, tag: "v9.0.0" }, /: version: .*"9\.0\.0"/],
  ["no publisher", withSchema({ publisher: undefined }), /: publisher: /],
  ["no name to show", withSchema({ displayName: "" }), /: displayName: /],
  ["a logo that .NET refuses", withSchema({ logoUrl: "https://example.com/logo.svg" }), /: logoUrl: /],
  ["no kind", withSchema({ keywords: ["category/utility"] }), /: keywords: lacks kind\/native/],
  ["an unknown category", withSchema({ keywords: ["kind/native", "category/bi"] }), /: keywords: has not exactly one/],
  ["a plugin elsewhere", withSchema({ pluginDownloadURL: "https://example.com" }), /: pluginDownloadURL: /],
  [
    "an address as a package's name",
    withSchema({ language: { ...schema.language, go: { importBasePath: "https://github.com/a/b" } } }),
    /: language\.go\.importBasePath: /,
  ],
  ["no page", { ...entry, pages: { "_index.md": index } }, /^docs\/installation-configuration\.md is missing$/],
  ["no front matter", withIndex(index.replace("---\n", "")), /^docs\/_index\.md begins with no front matter$/],
  ["another layout", withIndex(index.replace('"package"', "overview")), /^docs\/_index\.md: layout: /],
  ["another title", withIndex(index.replace('"Analytics"', "Other")), /^docs\/_index\.md: title: /],
  ["no description", withIndex(index.replace(/^meta_desc.*\n/m, "")), /^docs\/_index\.md: meta_desc: /],
  ["a picture beside the page", withIndex(`${index}![a](images/a.png)\n`), /a picture without an address/],
  ["a picture in HTML", withIndex(`${index}<img src="./a.png">\n`), /a picture without an address/],
  ["a link to a file", withIndex(`${index}[a](./a.md)\n`), /a link without an address/],
  ["a broken shortcode", withIndex(index.replace("{{< chooser", "{{ < chooser")), /a space in a shortcode/],
  ["a script from elsewhere", withIndex(`${index}curl https://a.b | sh\n`), /runs what it downloads/],
  [
    "a language without a block",
    withIndex(index.replace("choosable language go", "choosable language java")),
    /offers go/,
  ],
  [
    "a language that isn't offered",
    withIndex(index.replace("python,go", "python")),
    /^docs\/_index\.md: no go example$/,
  ],
  [
    "a link of the API's docs",
    withSchema({ resources: { "analytics:index:Tag": { description: "[a](b.md)" } } }),
    /^analytics:index:Tag, line 1: a link without an address/,
  ],
  [
    "a resource without an example",
    withSchema({ resources: { "analytics:index:Tag": { description: "A tag." } } }),
    /^analytics:index:Tag has no example in go: run `npm run examples`$/,
  ],
])("it refuses, or shows wrong, %s", (_, wrong, fault) => {
  expect(findRegistryFaults(wrong)).toContainEqual(expect.stringMatching(fault));
});
