import { guideIndex } from "./guide-index";

/** Pages by path below the folder of the docs. */
type Pages = ReadonlyMap<string, string>;

const isReference = (path: string) => /^(?:resources|lookups)\//.test(path);

/** `llms.txt`, as https://llmstxt.org describes it: what there is, and what each page is about. */
export function renderLlms(pages: Pages, headings: ReadonlyMap<string, string>): string {
  const link = (title: string, path: string, about: string) => `- [${title}](${path}): ${about}`;
  const listPages = (folder: string) =>
    listReference(pages)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]) => link(findHeading(text), path, getFirstSentence(text)));
  const guides = Object.entries(guideIndex).flatMap(([subject, about]) => [
    "",
    `## ${subject}`,
    "",
    ...Object.entries(about).map(([path, words]) => link(headings.get(path) ?? path, path, words)),
  ]);
  return `${[
    "# pulumi-analytics",
    "",
    "> A Pulumi provider for the REST API of a cloud analytics platform: data models, version tags, people, " +
      "permissions, connections and schedules as code in TypeScript, YAML and Python. With a companion command " +
      "(`pulumi-analytics`), policies and an emulator of the platform.",
    "",
    "Programs import `pulumi-analytics`; YAML and Python use its plugin. Lookups are shown in the form `…Output`, " +
      "whose fields are arguments of resources. Model files are YAML with `!ref` for ids of other objects; formulas " +
      "are in quotes. `npx pulumi-analytics validate` checks them.",
    ...guides,
    "",
    "## Resources",
    "",
    ...listPages("resources/"),
    "",
    "## Optional",
    "",
    ...listPages("lookups/"),
  ].join("\n")}\n`;
}

function listReference(pages: Pages): [path: string, text: string][] {
  const rankPage = (path: string) => (path.startsWith("resources/") ? 0 : 1);
  return [...pages]
    .filter(([path]) => isReference(path))
    .sort(([a], [b]) => rankPage(a) - rankPage(b) || (a < b ? -1 : 1));
}

/** The heading of a page. */
export function findHeading(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}

/** The first sentence of a page below its heading, without links. */
function getFirstSentence(text: string): string {
  // A page of lookups begins with a signature.
  const [, ...paragraphs] = text.split("\n\n").slice(1);
  const prose = paragraphs.find((paragraph) => /^[A-Z]/.test(paragraph)) ?? "";
  const sentence = /^.*?[.:](?=\s|$)/s.exec(prose)?.[0] ?? prose;
  return sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll(/\s+/g, " ");
}
