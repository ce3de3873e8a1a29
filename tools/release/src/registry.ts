import { load } from "js-yaml";
import * as z from "zod";

/** What Pulumi's Registry is given of a release. */
export interface Entry {
  /** `pulumi-analytics/pulumi-analytics` */
  readonly repoSlug: string;
  readonly schemaFile: string;
  readonly tag: string;
  readonly schema: unknown;
  /** The pages of the docs folder, by name. */
  readonly pages: Readonly<Record<string, string>>;
}

const categories = ["cloud", "database", "infrastructure", "monitoring", "network", "utility", "versioncontrol"];

/** What its tool for metadata demands of a schema, and what a reviewer asks for. */
const buildEntrySchema = ({ repoSlug, tag }: Entry) => {
  const address = `https://github.com/${repoSlug}`;
  const described = z.record(z.string(), z.object({ description: z.string().min(1) }));
  // A package's name is an argument of a command: no scheme, no space.
  const packageName = z.string().regex(/^[A-Za-z0-9._@/-]+$/);
  return z.object({
    name: z.literal(repoSlug.split("/")[1]!.replace("pulumi-", "")),
    displayName: z.string().min(1),
    version: z.literal(tag.replace(/^v/, "")),
    description: z.string().min(1),
    publisher: z.string().min(1),
    license: z.string().min(1),
    homepage: z.url(),
    repository: z.literal(address),
    pluginDownloadURL: z.literal(`github://api.github.com/${repoSlug}`),
    // A package for .NET takes no SVG.
    logoUrl: z.string().startsWith(`https://raw.githubusercontent.com/${repoSlug}/${tag}/`).endsWith(".png"),
    keywords: z
      .array(z.string())
      .refine((all) => all.includes("kind/native"), "lacks kind/native")
      .refine(
        (all) => all.filter((one) => categories.some((name) => one === `category/${name}`)).length === 1,
        `has not exactly one of category/${categories.join(", category/")}`,
      ),
    language: z.object({
      nodejs: z.object({ packageName }),
      python: z.object({ packageName }),
      go: z.object({ importBasePath: packageName }),
    }),
    resources: described,
    functions: described,
  });
};

/** Lines that its pages show wrong, as its own lint finds them: by what they are. */
const faultyLines: readonly (readonly [RegExp, string])[] = [
  [/<img[^>]+src=["'](?!https?:)/, "a picture without an address"],
  [/!\[[^\]]*\]\((?!https?:)/, "a picture without an address"],
  [/<a[^>]+href="(?!https?:|#|mailto:)/, "a link without an address"],
  [/\]\((?!https?:|#|mailto:)/, "a link without an address"],
  [/\{\{\s+[<%]/, "a space in a shortcode, which ends the build of the whole site"],
  [/\b(?:curl|wget)\b.*\|\s*(?:ba)?sh\b|\bsudo\b|\beval\b/, "a command that runs what it downloads"],
];

const findFaultyLines = (place: string, text: string) =>
  text.split("\n").flatMap((line, at) => {
    const fault = faultyLines.find(([pattern]) => pattern.test(line));
    return fault === undefined ? [] : [`${place}, line ${at + 1}: ${fault[1]}: ${line.slice(0, 100)}`];
  });

/** Languages of the schema for which no package is published. Their users generate one. */
const generatedOnly = ["csharp"];

/**
 * What Pulumi's Registry would refuse of an entry, or show wrong: its checks that need no network.
 *
 * @returns a line for each fault; empty if there is none.
 */
export function findRegistryFaults(entry: Entry): string[] {
  const { success, error, data } = buildEntrySchema(entry).safeParse(entry.schema);
  if (!success) return error.issues.map(({ path, message }) => `${entry.schemaFile}: ${path.join(".")}: ${message}`);
  const titles = {
    "_index.md": data.displayName,
    "installation-configuration.md": `${data.displayName} Installation & Configuration`,
  };
  const languages = Object.keys((entry.schema as { language: object }).language)
    .filter((name) => !generatedOnly.includes(name))
    .map((name) => (name === "nodejs" ? "typescript" : name));
  const pages = Object.entries(titles).flatMap(([name, title]) => {
    const text = entry.pages[name];
    if (text === undefined) return [`docs/${name} is missing`];
    return [...checkFrontMatter(name, text, title), ...findFaultyLines(`docs/${name}`, text)];
  });
  const shown = Object.entries({ ...data.resources, ...data.functions }).flatMap(([token, { description }]) =>
    findFaultyLines(token, description),
  );
  const examples = Object.entries(data.resources).flatMap(([token, { description }]) =>
    [...languages, "yaml"]
      .filter((name) => !description.includes(`\n\`\`\`${name}\n`))
      .map((name) => `${token} has no example in ${name}: run \`npm run examples\``),
  );
  return [...pages, ...checkChoosers(entry.pages["_index.md"] ?? "", [...languages, "yaml"]), ...shown, ...examples];
}

function checkFrontMatter(name: string, text: string, title: string): string[] {
  const [, matter] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  if (matter === undefined) return [`docs/${name} begins with no front matter`];
  const wanted = z.object({ title: z.literal(title), meta_desc: z.string().min(1), layout: z.literal("package") });
  const issues = wanted.safeParse(load(matter)).error?.issues ?? [];
  return issues.map(({ path, message }) => `docs/${name}: ${path.join(".")}: ${message}`);
}

/** Each chooser has a block for each language that it offers, and the first one offers all. */
function checkChoosers(text: string, languages: readonly string[]): string[] {
  const choosers = [...text.matchAll(/\{\{< chooser language "(.*?)" >\}\}(.*?)\{\{< \/chooser >\}\}/gs)];
  const offered = choosers[0]?.[1]?.split(",") ?? [];
  const missing = languages
    .filter((name) => !offered.includes(name))
    .map((name) => `docs/_index.md: no ${name} example`);
  const empty = choosers.flatMap(([, names = "", blocks = ""]) =>
    names
      .split(",")
      .filter((name) => !blocks.includes(`{{% choosable language ${name} %}}\n\n\`\`\`${name}\n`))
      .map((name) => `docs/_index.md: the chooser offers ${name} and has no block for it`),
  );
  return [...missing, ...empty];
}
