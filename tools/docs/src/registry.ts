import { type PluginSchema, writeBlock, writeExample } from "./examples";
import type { listAreas } from "./guides";

/** What a list of packages shows of the schema. */
export interface PackageFacts extends PluginSchema {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly repository: string;
  readonly pluginDownloadURL: string;
  readonly language: {
    readonly nodejs: { readonly packageName: string };
    readonly python: { readonly packageName: string };
    readonly go: { readonly importBasePath: string };
  };
}

/** The languages of examples, as the Registry calls them. For C# there is no converter here. */
const exampleLanguages = ["typescript", "python", "go", "yaml"] as const;

/**
 * The two pages that Pulumi's Registry takes from the repository at a release, in its form: front matter, Hugo's
 * shortcodes, no links to files. They repeat what the README, the schema and the page of settings say.
 *
 * @param readme of the provider.
 * @param settings the page of settings.
 * @param areas resources and pages of lookups, as the index of the docs has them.
 */
export function renderRegistryPages(
  schema: PackageFacts,
  readme: string,
  settings: string,
  areas: ReturnType<typeof listAreas>,
): Map<string, string> {
  const { displayName, name, version, repository, language, pluginDownloadURL } = schema;
  const link = (label: string, path: string) => `[${label}](${repository}/${path})`;
  const guide = (label: string, page: string) => link(label, `blob/v${version}/docs/${page}`);
  const release = `releases/tag/v${version}`;

  const index = [
    writeFrontMatter(displayName, schema.description),
    findIntroduction(readme),
    writeChooser("DataModel", schema),
    `Start with ${guide("your first model", "guides/first-model.md")}, which needs no account. The guides of ` +
      `${guide("the plugin", "guides/plugin.md")} and ${guide("all others", "README.md")} say more.`,
    "## Resources",
    areas.map(({ area, resources }) => `- ${area}: ${resources.map((one) => `\`${one}\``).join(", ")}`).join("\n"),
  ];

  const [, ...configuration] = settings.trimEnd().split("\n\n");
  const installation = [
    writeFrontMatter(
      `${displayName} Installation & Configuration`,
      `How to install the ${displayName} provider for Pulumi, and its settings.`,
    ),
    "## Installation",
    "The plugin needs Node.js 20 or newer on PATH, in every language.",
    [
      `- TypeScript and JavaScript: ${link("`pulumi-analytics`", release)}, imported as \`pulumi-analytics/native\``,
      `- Python: ${link(`\`${language.python.packageName}\``, release)}`,
      `- Go: ${link(`\`${language.go.importBasePath}\``, release)}`,
      "- YAML needs no package",
      `- C# and Java: \`pulumi package gen-sdk\` generates one, which ${guide("nothing tests", "guides/plugin.md")}`,
    ].join("\n"),
    "The engine installs the plugin for a package. By hand:",
    writeBlock("sh", `pulumi plugin install resource ${name} ${version} --server ${pluginDownloadURL}`),
    "## Configuration",
    ...configuration.map((part) => linkTo(`${repository}/blob/v${version}/docs`, part.replace(/^##/gm, "###"))),
  ];
  return new Map([
    ["_index.md", `${index.join("\n\n")}\n`],
    ["installation-configuration.md", `${installation.join("\n\n")}\n`],
  ]);
}

function writeFrontMatter(title: string, description: string): string {
  const fields = { title, meta_desc: description, layout: "package" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---"].join("\n");
}

/** The first paragraph of a page below its heading, on one line. */
function findIntroduction(page: string): string {
  const paragraph = page.split("\n\n").find((part) => !part.startsWith("#"));
  if (paragraph === undefined) throw new Error("the README of the provider begins with no paragraph");
  return paragraph.replaceAll("\n", " ");
}

/** The example of a resource, to choose a language of. */
function writeChooser(resource: string, schema: PluginSchema): string {
  const blocks = exampleLanguages.map((language) =>
    [
      `{{% choosable language ${language} %}}`,
      writeBlock(language, writeExample(language, resource, schema)),
      "{{% /choosable %}}",
    ].join("\n\n"),
  );
  return [`{{< chooser language "${exampleLanguages}" >}}`, ...blocks, "{{< /chooser >}}"].join("\n\n");
}

/** Links to pages of a folder as addresses, and those inside the page as text. */
function linkTo(folder: string, text: string): string {
  return text
    .replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, `](${folder}/$1)`)
    .replaceAll(/\[([^\]]+)\]\(#[^)]+\)/g, "$1");
}
