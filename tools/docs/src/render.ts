import type { Callable, ClassPage, Doc, Field, LookupDoc, LookupPage, Package } from "./read";

/** The behavior of a kind's fields. */
export interface KindFacts {
  readonly name: string;
  readonly secret: readonly string[];
  readonly replaceOn: readonly string[];
  /** The permission that the owner of the API credentials needs; undefined: undocumented. */
  readonly permission?: string;
  /** Whether a program may adopt an object of the kind. */
  readonly isAdoptable: boolean;
  /** Finds an object by its natural key; undefined: only an id finds one. */
  readonly find?: unknown;
}

/** All pages: path below the folder of the docs → Markdown. */
export function renderPackage(all: Package, kinds: readonly KindFacts[]): Map<string, string> {
  const pages = new Map<string, string>();
  const links = new Map<string, string>();
  for (const { name } of [...all.resources, ...all.components]) links.set(name, `resources/${fileName(name)}`);
  for (const { name, lookups } of all.lookups) {
    for (const lookup of lookups) links.set(lookup.name, `lookups/${name}.md#${lookup.name.toLowerCase()}`);
  }

  for (const resource of all.resources) {
    const kind = kinds.find(({ name }) => name === resource.name);
    pages.set(`resources/${fileName(resource.name)}`, renderClass(resource, kind));
  }
  for (const component of all.components) {
    pages.set(`resources/${fileName(component.name)}`, renderClass(component, undefined));
  }
  for (const page of all.lookups) pages.set(`lookups/${page.name}.md`, renderLookups(page));
  pages.set("README.md", renderIndex(all));
  return new Map([...pages].map(([path, text]) => [path, withLinks(text, path, links)]));
}

const notice = "<!-- Generated from the doc comments by `npm run docs`. Edit the doc comments. -->";

function renderIndex({ resources, components, lookups }: Package): string {
  const list = (entries: readonly { name: string; doc: Doc }[]) =>
    table(
      ["", ""],
      entries.map(({ name, doc }) => [`{@link ${name}}`, firstSentence(doc.text)]),
    );
  return join(
    notice,
    "# Reference",
    "Start with [your first model](guides/first-model.md). The [handbook](handbook/README.md) has model files to copy, and the folder `guides` a page for each subject.",
    "## Resources",
    "Every argument may be an output. `protect`, `retainOnDelete`, `ignoreChanges` and Pulumi's other options work as for any resource. " +
      "`pulumi import` and the option `import` work through the [plugin](guides/moving.md#import); Node's dynamic-provider host doesn't support them, and the " +
      'option fails with an error. To adopt an existing object, use the argument `adopt: true`, which finds it by its name, or `adopt: { id: "…" }`. If the object already equals the declaration, the ' +
      "provider writes nothing. `<Resource>.get(name, id)` reads an object without managing it. `customTimeouts` has no effect, and `ignoreChanges` can't " +
      "name a part of a model's `spec`: see [previews and plans](guides/previews.md#options).",
    list(resources),
    "## Components",
    list(components),
    "## Lookups",
    "Each lookup is an async function, with a variant `…Output` that takes outputs and returns an output. Lookups use the settings of the stack, like " +
      "resources, or those of the argument `profile`. Equal calls in one run of the program send one request. A lookup fails if it finds no object, " +
      "or more than one; the error lists the candidates.",
    list(lookups.flatMap((page) => page.lookups)),
  );
}

function renderClass(page: ClassPage, kind: KindFacts | undefined): string {
  const args = new Set(page.args.map(({ name }) => name));
  const outputs = page.outputs.filter(({ name }) => !args.has(name));
  const id: Field = { name: "id", type: "string", optional: false, text: "The id, for `get` and `adopt`." };
  return join(
    notice,
    `# ${page.name}`,
    page.doc.text,
    ...(kind === undefined ? [] : [permissionOf(kind)]),
    "## Example",
    ...examples(page.doc),
    "## Arguments",
    table(
      ["argument", "type", "", ""],
      page.args.map((field) => [`\`${field.name}\``, type(field), marks(field, kind), field.text]),
    ),
    ...(outputs.length > 0 || kind
      ? ["## Outputs", "Beside the arguments:", fields([...(kind ? [id] : []), ...outputs])]
      : []),
    ...(kind?.isAdoptable ? adoption(page.name, kind) : []),
    ...(page.methods.length > 0 ? ["## Methods", ...page.methods.map((method) => renderCallable(method, "###"))] : []),
    ...throws(page.doc),
  );
}

/** How a program adopts an object that exists. */
function adoption(name: string, { find }: KindFacts): string[] {
  const ways = find === undefined ? '`adopt: { id: "…" }`' : '`adopt: true` or `adopt: { id: "…" }`';
  return [
    "## Adopt an existing one",
    `Declare it with ${ways}: the first \`pulumi up\` writes only what differs. With the [plugin](../guides/moving.md#import), the engine imports it:`,
    `\`\`\`sh\npulumi import analytics:index:${name} <name> <id>\n\`\`\``,
  ];
}

function permissionOf({ permission }: KindFacts): string {
  if (permission === undefined) return "Permission: undocumented.";
  return `Permission: the owner of the API credentials needs ${permission}.`;
}

function renderLookups({ name, lookups }: LookupPage): string {
  return join(notice, `# Lookups: ${name.replaceAll("-", " ")}`, ...lookups.map(renderLookup));
}

function renderLookup(lookup: LookupDoc): string {
  return join(
    `## ${lookup.name}`,
    `\`${lookup.signature}\`, and \`${lookup.name}Output\` for arguments that are outputs.`,
    lookup.doc.text,
    ...examples(lookup.doc),
    ...(lookup.args.length > 0 ? ["### Arguments", fields(lookup.args)] : []),
    lookup.signature.endsWith("[]>") ? "### Each entry" : "### Result",
    fields(lookup.result),
    ...throws(lookup.doc),
  );
}

function renderCallable({ signature, doc }: Callable, heading: string): string {
  return join(`${heading} \`${signature}\``, doc.text, ...examples(doc), ...throws(doc));
}

/** A code block as it is; a short example on one line. */
function examples(doc: Doc): string[] {
  return doc.examples.map((text) => (text.startsWith("```") ? text : `Example: ${text}`));
}

function throws(doc: Doc): string[] {
  return doc.throws.map((text) => `Throws ${text}`);
}

function fields(all: readonly Field[]): string {
  return table(
    ["field", "type", ""],
    all.map((field) => [`\`${field.name}\``, type(field), field.text]),
  );
}

function type({ type, optional }: Field): string {
  // A longer type is unreadable in a table; the text describes it.
  const shown = type.length <= 60 ? `\`${type}\`` : "object";
  return optional ? `${shown}, optional` : shown;
}

function marks({ name }: Field, kind: KindFacts | undefined): string {
  const replaces = kind?.replaceOn.includes(name) || (kind !== undefined && name === "profile");
  return [replaces ? "replaces" : "", kind?.secret.includes(name) ? "secret" : ""].filter(Boolean).join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function withLinks(text: string, from: string, links: ReadonlyMap<string, string>): string {
  const up = from.includes("/") ? "../" : "";
  return text.replaceAll(/\{@link ([\w.]+)\s*\}/g, (_, name: string) => {
    const target = links.get(name);
    return target === undefined || target === from ? `\`${name}\`` : `[${name}](${up}${target})`;
  });
}

function fileName(name: string): string {
  return `${name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`;
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function join(...blocks: readonly string[]): string {
  return `${blocks
    .filter((block) => block !== "")
    .map((block) => block.trimEnd())
    .join("\n\n")}\n`;
}
