import {
  completeProgram,
  findYamlName,
  listOtherOutputs,
  type PluginSchema,
  writeBlock,
  writeExample,
} from "./examples";
import { guideIndex } from "./guide-index";
import { listAreas, listGuides } from "./guides";
import { describeType, groupTables, listNestedTables, listParts, type NestedTable, type Schema } from "./nested";
import type { Callable, ClassPage, Doc, Field, LookupDoc, LookupPage, Package } from "./read";

/** The behavior of a kind's fields. */
export interface KindFacts {
  readonly name: string;
  readonly shape: {
    readonly secretInputs: readonly string[];
    readonly replaceOn: readonly string[];
    /** Forms of several fields that belong together. */
    readonly variants?: Schema;
  };
  /** The permission that the owner of the API credentials needs. */
  readonly needs: { readonly permission: string };
  /** Undefined: a program can't adopt an object of the kind. */
  readonly adoption?: {
    /** The forms of its ids; undefined: the platform's id of the object. */
    readonly idForms?: readonly string[];
    /** Finds an object by its natural key; undefined: only an id finds one. */
    readonly find?: unknown;
  };
  readonly docs: { readonly example: string };
  readonly fields: Readonly<Record<string, { readonly type: Schema; readonly description: string }>>;
  readonly outputs: Readonly<Record<string, { readonly type: Schema }>>;
}

/** The types of values by name. */
type Types = ReadonlyMap<string, Schema>;

/** What pages are made of. */
export interface Sources {
  readonly package: Package;
  readonly kinds: readonly KindFacts[];
  /** The types of the fields of results, by the lookup's name. */
  readonly results: ReadonlyMap<string, Types>;
  readonly schema: PluginSchema;
  /** The headings of all pages, by path below the folder of the docs. */
  readonly headings: ReadonlyMap<string, string>;
}

/** All pages: path below the folder of the docs → Markdown. */
export function renderPackage(sources: Sources): Map<string, string> {
  const { package: all, kinds } = sources;
  const pages = new Map<string, string>();
  const links = new Map<string, string>();
  for (const { name } of [...all.resources, ...all.components]) links.set(name, `resources/${formFileName(name)}`);
  for (const { name, lookups } of all.lookups) {
    for (const lookup of lookups) links.set(lookup.name, `lookups/${name}.md#${lookup.name.toLowerCase()}`);
  }

  for (const resource of all.resources) {
    const kind = kinds.find(({ name }) => name === resource.name);
    pages.set(`resources/${formFileName(resource.name)}`, renderClass(resource, kind, sources));
  }
  for (const component of all.components) {
    pages.set(`resources/${formFileName(component.name)}`, renderClass(component, undefined, sources));
  }
  for (const page of all.lookups) pages.set(`lookups/${page.name}.md`, renderLookups(page, sources.results));
  pages.set("README.md", renderIndex(sources));
  return new Map([...pages].map(([path, text]) => [path, addLinks(text, path, links)]));
}

const notice = "<!-- Generated from the doc comments by `npm run docs`. Edit the doc comments. -->";

function renderIndex({ package: { resources, components, lookups }, headings }: Sources): string {
  const listed = listAreas(
    [...resources, ...components].map(({ name }) => name),
    lookups.map(({ name }) => name),
  );
  const link = (name: string) => `{@link ${name}}`;
  const nameLookup = (page: string) => {
    const [first] = lookups.find(({ name }) => name === page)!.lookups;
    return `[${first!.name}](lookups/${page}.md)`;
  };
  return join(
    notice,
    "# Documentation",
    "Start with [your first model](guides/first-model.md). For a message, see " +
      "[troubleshooting](guides/troubleshooting.md). To search all pages, run `npm run docs:site` in the repository " +
      "and open `site/index.html`. For language models, `llms.txt` lists them.",
    ...Object.entries(guideIndex).flatMap(([subject, pages]) => [`## ${subject}`, listPages(pages, headings)]),
    "## Resources",
    listed.map(({ area, resources }) => `- ${area}: ${resources.map(link).join(", ")}`).join("\n"),
    "Every argument may be an output. Pages mark arguments whose change `replaces` the resource, and `secret` ones. " +
      "As far as its page names them, a resource also takes:",
    [
      "- `adopt`: `true` adopts the object with its name or other natural key, and creates one if there is none; " +
        "`{ id }` adopts that one. An equal object isn't written: see [adoption](guides/adoption.md).",
      "- `profile`: another organization, `analytics:profiles.<name>`. A change replaces the resource.",
    ].join("\n"),
    "`<Resource>.get(name, id)` reads an object without managing it. Some of Pulumi's options " +
      "[have limits](guides/previews.md#options).",
    "## Lookups",
    listed
      .filter(({ lookups }) => lookups.length > 0)
      .map(({ area, lookups }) => `- ${area}: ${lookups.map(nameLookup).join(", ")}`)
      .join("\n"),
    "The page of `getTeam` also has `listTeams`. `getTeamOutput({ … })` takes outputs and returns one, for arguments " +
      "of resources. `getTeam` returns a promise, for loops and conditions in a program that exports an async " +
      "function:",
    writeBlock(
      "ts",
      `import * as analytics from "pulumi-analytics";

export = async () => {
  for (const { name } of await analytics.listTeams({ visibility: "public" })) {
    new analytics.Folder(name, { name: \`Drafts of \${name}\` });
  }
};`,
    ),
    "Every lookup takes `profile`. Unless it finds one object, it fails and lists the candidates. Equal calls send " +
      "one request. In other languages, see [the plugin](guides/plugin.md#element-ids-and-lookups).",
  );
}

/** A line for each guide. Pages of commands stand in one, because the page of the command describes each. */
function listPages(pages: Readonly<Record<string, string>>, headings: Sources["headings"]): string {
  const writeLink = (page: string) => `[${readHeading(page, headings)}](${page})`;
  const isDescribed = (page: string) => "commands/README.md" in pages && /^commands\/(?!README)/.test(page);
  const commands = Object.keys(pages).filter(isDescribed);
  return [
    ...Object.entries(pages).flatMap(([page, words]) => (isDescribed(page) ? [] : [`- ${writeLink(page)}: ${words}`])),
    ...(commands.length === 0 ? [] : [`- ${commands.map(writeLink).join(", ")}`]),
  ].join("\n");
}

function readHeading(page: string, headings: Sources["headings"]): string {
  const heading = headings.get(page);
  if (heading === undefined) throw new Error(`there is no page ${page}`);
  return heading;
}

function renderClass(page: ClassPage, kind: KindFacts | undefined, { schema, headings }: Sources): string {
  const args = new Set(page.args.map(({ name }) => name));
  const isShared = ({ name }: Field) => kind !== undefined && sharedArguments.includes(name);
  const ownOutputs = page.outputs.filter(({ name }) => !args.has(name));
  const known = new Set([...args, ...page.outputs.map(({ name }) => name)]);
  const outputs = [...ownOutputs, ...listOtherOutputs(page.name, known, schema)];
  const inside = kind === undefined ? new Map<string, NestedTable[]>() : collectTables(kind);
  const describeArgument = (field: Field) => {
    const { type: schema, description } = kind?.fields[field.name] ?? {};
    const marks = writeMarks(field, kind);
    const text = field.text || (description ?? "");
    const fields = inside.has(field.name) ? ` [Fields](#${formAnchor(field.name)}).` : "";
    // The mark says it.
    const shown = marks.includes("replaces")
      ? text.replace(/\s*Changing\s+it\s+replaces\s+the\s+resource\.$/, "")
      : text;
    return [`\`${field.name}\``, writeType(field, schema), marks, shown + fields];
  };
  return join(
    notice,
    `# ${page.name}`,
    page.doc.text,
    ...(kind === undefined ? [] : [writePermission(kind)]),
    writeLinks(listGuides(page.name), headings),
    "## Example",
    ...(kind === undefined ? writeExamples(page.doc) : [writeBlock("ts", completeProgram(kind.docs.example))]),
    "In YAML and Python, through the [plugin](../guides/plugin.md):",
    writeBlock("yaml", writeExample("yaml", page.name, schema)),
    writeBlock("python", writeExample("python", page.name, schema)),
    "## Arguments",
    writeTable(["argument", "type", "", ""], page.args.filter((field) => !isShared(field)).map(describeArgument)),
    writeSharedArguments(page.args.filter(isShared).map(({ name }) => name)),
    ...[...inside].flatMap(([name, tables]) => [`### ${name}`, ...tables.flatMap(writeNestedTable)]),
    ...(outputs.length > 0 || kind
      ? [
          "## Outputs",
          "Beside the arguments:",
          writeFields([...(kind ? [describeId(kind)] : []), ...outputs], listOutputTypes(kind)),
        ]
      : []),
    ...(kind?.adoption ? describeAdoption(kind, kind.adoption, schema) : []),
    ...(page.methods.length > 0 ? ["## Methods", ...page.methods.map((method) => renderCallable(method, "###"))] : []),
    ...writeThrows(page.doc),
  );
}

function listOutputTypes(kind: KindFacts | undefined): Types {
  return new Map(Object.entries(kind?.outputs ?? {}).map(([name, { type }]) => [name, type]));
}

/** The arguments of every resource, which the index describes. */
const sharedArguments = ["adopt", "profile"];

function writeSharedArguments(names: readonly string[]): string {
  const shown = [...names].sort().map((name) => `\`${name}\``);
  return shown.length === 0 ? "" : `Also ${shown.join(" and ")}, as [every resource](../README.md#resources).`;
}

/** The output that every resource has. */
function describeId({ adoption }: KindFacts): Field {
  const uses = adoption ? "for `get`, `adopt` and `pulumi import`" : "for `get`";
  const forms = (adoption?.idForms ?? []).map((form) => `\`${form}\``).join(" or ");
  return { name: "id", type: "string", optional: false, text: `The id, ${uses}${forms === "" ? "" : `: ${forms}`}.` };
}

/** The guides about a resource, in a line. */
function writeLinks(names: readonly string[], headings: Sources["headings"]): string {
  const pages = names.map((name) => `guides/${name}.md`);
  const links = pages.map((page) => `[${readHeading(page, headings)}](../${page})`);
  return links.length === 0 ? "" : `${links.length === 1 ? "Guide" : "Guides"}: ${links.join(", ")}.`;
}

/** The tables of what is inside a kind's arguments, by argument. */
function collectTables({ fields, shape }: KindFacts): Map<string, NestedTable[]> {
  const seen = new Map<Schema, string>();
  const tables = new Map<string, NestedTable[]>();
  for (const [name, { type }] of Object.entries(fields)) tables.set(name, listNestedTables(type, seen));
  for (const [name, ofForms] of shape.variants ? groupTables(shape.variants, seen) : []) tables.set(name, ofForms);
  return new Map([...tables].filter(([, ofArgument]) => ofArgument.length > 0));
}

function writeNestedTable({ forms, text, fields }: NestedTable): string[] {
  return [
    ...(forms.length === 0 ? [] : [`With ${forms.map((form) => `\`${form}\``).join(" or ")}: ${text ?? ""}`]),
    writeTable(
      ["field", "type", "required", ""],
      fields.map((field) => [`\`${field.name}\``, field.type, field.isRequired ? "yes" : "", writeText(field)]),
    ),
  ];
}

/** How a program adopts an object that exists. */
function describeAdoption(
  { name }: KindFacts,
  { find, idForms = ["<id>"] }: NonNullable<KindFacts["adoption"]>,
  schema: PluginSchema,
): string[] {
  const ways = find === undefined ? '`adopt: { id: "…" }`' : '`adopt: true` or `adopt: { id: "…" }`';
  const resource = findYamlName(name, writeExample("yaml", name, schema));
  return [
    "## Adopt an existing one",
    `Add ${ways}: the first \`pulumi up\` writes only what differs. Or import it, with the ` +
      "[plugin](../guides/adoption.md#import):",
    writeBlock("sh", idForms.map((form) => `pulumi import analytics:index:${name} ${resource} ${form}`).join("\n")),
  ];
}

/** What GitHub makes of a heading. */
const formAnchor = (heading: string) => heading.toLowerCase();

function writePermission({ needs: { permission } }: KindFacts): string {
  return `Permission: the owner of the API credentials needs ${permission}.`;
}

function renderLookups({ name, lookups }: LookupPage, results: Sources["results"]): string {
  const [first] = lookups;
  return join(
    notice,
    `# Lookups: ${name.replaceAll("-", " ")}`,
    ...lookups.map((lookup) => renderLookup(lookup, first!, results)),
    "Also `profile`, and the form `…Output`, as [every lookup](../README.md#lookups).",
  );
}

/** @param first the first lookup of the page, whose result the others may have too. */
function renderLookup(lookup: LookupDoc, first: LookupDoc, results: Sources["results"]): string {
  const args = lookup.args.filter(({ name }) => name !== "profile");
  return join(
    `## ${lookup.name}`,
    `\`${lookup.signature}\``,
    lookup.doc.text,
    ...writeExamples(lookup.doc),
    ...(args.length > 0 ? ["### Arguments", writeFields(args)] : []),
    lookup.signature.endsWith("[]>") ? "### Each entry" : "### Result",
    (lookup === first ? undefined : writeSameResult(lookup, first, results)) ??
      writeFields(lookup.result, results.get(lookup.name)),
    // The index says what every lookup throws.
    ...writeThrows(lookup.doc).filter((text) => !text.startsWith("Throws when there is none, or more than one")),
  );
}

/** The fields of a result as those of an earlier one; undefined where they differ. */
function writeSameResult(lookup: LookupDoc, first: LookupDoc, results: Sources["results"]): string | undefined {
  const known = listRows(first.result, results.get(first.name)).map(([field]) => String(field));
  const rows = listRows(lookup.result, results.get(lookup.name));
  const shown = new Set(rows.map((row) => row.join("|")));
  const left = listRows(first.result, results.get(first.name)).filter((row) => !shown.has(row.join("|")));
  if (rows.length + left.length !== known.length) return undefined;
  const without = left.map(([field]) => field).join(", ");
  return `The fields of \`${first.name}\`${without === "" ? "" : `, without ${without}`}.`;
}

function renderCallable({ signature, doc }: Callable, heading: string): string {
  return join(`${heading} \`${signature}\``, doc.text, ...writeExamples(doc), ...writeThrows(doc));
}

/** A code block as a whole program; a short example on one line. */
function writeExamples(doc: Doc): string[] {
  return doc.examples.map((text) => {
    const [, code] = /^```ts\n(.*)\n```$/s.exec(text) ?? [];
    return code === undefined ? `Example: ${text}` : writeBlock("ts", completeProgram(code));
  });
}

function writeThrows(doc: Doc): string[] {
  return doc.throws.map((text) => `Throws ${text}`);
}

/** @param types of fields, of which the table then shows what is inside. */
function writeFields(all: readonly Field[], types?: Types): string {
  return writeTable(["field", "type", ""], listRows(all, types));
}

function listRows(all: readonly Field[], types: Types = new Map()): string[][] {
  const seen = new Map<Schema, string>();
  return all.flatMap((field) => {
    const type = types.get(field.name);
    const [own, ...inside] = type === undefined ? [] : listParts(type, field.name, seen);
    const hasParts = inside.length > 0 || own?.shownAt !== undefined;
    const shown = hasParts ? writeOptional(describeType(type!), field.optional) : writeType(field, type);
    return [
      [`\`${field.name}\``, shown, writeText({ text: field.text, shownAt: own?.shownAt })],
      ...inside.map((part) => [`\`${part.name}\``, writeOptional(part.type, !part.isRequired), writeText(part)]),
    ];
  });
}

function writeType({ type, optional }: Field, schema?: Schema): string {
  // A longer type is unreadable in a table.
  const shown = type.length <= 60 ? `\`${type}\`` : schema === undefined ? "object" : describeType(schema);
  return writeOptional(shown, optional);
}

function writeText({ text, shownAt }: { readonly text: string; readonly shownAt?: string }): string {
  return shownAt === undefined ? text : `${text} Its fields: see \`${shownAt}\`.`.trim();
}

const writeOptional = (type: string, isOptional: boolean) => (isOptional ? `${type}, optional` : type);

function writeMarks({ name }: Field, kind: KindFacts | undefined): string {
  const replaces = kind?.shape.replaceOn.includes(name) || (kind !== undefined && name === "profile");
  return [replaces ? "replaces" : "", kind?.shape.secretInputs.includes(name) ? "secret" : ""]
    .filter(Boolean)
    .join(", ");
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const writeLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [writeLine(head), writeLine(head.map(() => "---")), ...rows.map(writeLine)].join("\n");
}

function addLinks(text: string, from: string, links: ReadonlyMap<string, string>): string {
  const up = from.includes("/") ? "../" : "";
  return text.replaceAll(/\{@link ([\w.]+)\s*\}/g, (_, name: string) => {
    const target = links.get(name);
    return target === undefined || target === from ? `\`${name}\`` : `[${name}](${up}${target})`;
  });
}

function formFileName(name: string): string {
  return `${name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`;
}

function join(...blocks: readonly string[]): string {
  return `${blocks
    .filter((block) => block !== "")
    .map((block) => block.trimEnd())
    .join("\n\n")}\n`;
}
