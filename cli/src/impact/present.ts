import type { Broken, BrokenDocument, Person } from "pulumi-analytics-internal/core/impact";
import type { Console } from "../console";
import type { Question } from "./question";
import type { UnusedPart } from "./unused";

/** The answer to questions about what goes away or is renamed. */
export interface Answer extends Broken {
  readonly questions: readonly Question[];
}

/** For `--json`. */
export function toJson({ questions, breaksNow, breaksLater, unread, documents, isWhole }: Answer) {
  const toItem = ({ document, uses, isPartial, tags, owner, editor }: BrokenDocument) => {
    const { stamp: _, ...about } = document;
    const places = uses.map(({ target: __, ...use }) => use);
    return { ...about, owner: owner ?? null, editor: editor ?? null, isPartial, tags, places };
  };
  return {
    questions: questions.map(({ text }) => text),
    breaksNow: breaksNow.map(toItem),
    breaksWhenTagMoves: breaksLater.map(toItem),
    unreadable: unread.map(({ document: { stamp: _, ...about }, why }) => ({ ...about, why })),
    documents,
    isWholeOrganization: isWhole,
  };
}

export function formatText(answer: Answer, { color }: Console): string {
  const { breaksNow, breaksLater, unread } = answer;
  const groups = [
    formatGroup("Breaks now", breaksNow, color.bold),
    ...groupByTag(breaksLater).map(([tag, broken]) =>
      formatGroup(`Breaks when the tag ${tag} moves`, broken, color.bold),
    ),
    unread.length === 0
      ? ""
      : [
          color.bold(`Couldn't be read (${unread.length})`),
          ...unread.map(({ document, why }) => `  ${document.name} (${document.type}): ${why.split("\n")[0]}`),
        ].join("\n"),
  ];
  return [formatHead(answer), ...groups.filter((group) => group !== "")].join("\n\n");
}

function formatHead({ questions, breaksNow, breaksLater, documents, isWhole }: Answer): string {
  const what = questions.map(({ text }) => text).join(", ");
  const count = breaksNow.length + breaksLater.length;
  const among = `${documents} documents${isWhole ? "" : " that these credentials see"}`;
  if (count === 0) return `${what}: nothing reads it, among ${among}.`;
  return `${what}: ${count} of ${among} ${count === 1 ? "reads" : "read"} it.`;
}

function formatGroup(title: string, broken: readonly BrokenDocument[], emphasize: (text: string) => string): string {
  if (broken.length === 0) return "";
  const items = broken.flatMap((one) => [
    `  ${formatName(one)} · ${formatPeople(one)}`,
    ...one.uses.map(({ page, element, how }) => `    ${page === undefined ? "" : `${page} › `}${element}: ${how}`),
    ...(one.isPartial ? ["    Only its columns could be read: filters, controls and texts may use it too."] : []),
  ]);
  return [emphasize(`${title} (${broken.length})`), ...items].join("\n");
}

const formatName = ({ document: { name, type, path, tag } }: BrokenDocument) =>
  `${name} (${type}${tag === undefined ? "" : `, tag ${tag}`}, ${path})`;

function formatPeople({ owner, editor }: BrokenDocument): string {
  const edited =
    editor === undefined || editor.email === owner?.email ? "" : `, last edited by ${formatPerson(editor)}`;
  return `owner ${formatPerson(owner)}${edited}`;
}

const formatPerson = (person: Person | undefined) => (person ? `${person.name} <${person.email}>` : "unknown");

function groupByTag(broken: readonly BrokenDocument[]): [string, BrokenDocument[]][] {
  const groups = new Map<string, BrokenDocument[]>();
  for (const one of broken) {
    const tag = one.tags.join(" and ");
    groups.set(tag, [...(groups.get(tag) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** For a comment on a pull request. */
export function formatMarkdown(answer: Answer): string {
  const { breaksNow, breaksLater, unread } = answer;
  const rows = [...breaksNow, ...breaksLater].flatMap((one) =>
    one.uses.map(({ page, element, how }) =>
      [
        `[${escapeCell(one.document.name)}](${one.document.url})`,
        escapeCell(page === undefined ? element : `${page} › ${element}`),
        escapeCell(how),
        one.tags.length === 0 ? "now" : `when ${escapeCell(one.tags.join(", "))} moves`,
        escapeCell(formatContact(one.owner)),
        escapeCell(formatContact(one.editor)),
      ].join(" | "),
    ),
  );
  const table = [
    "document | place | how it reads | breaks | owner | last edited by",
    "--- | --- | --- | --- | --- | ---",
    ...rows,
  ];
  const rest = unread.map(({ document, why }) => `- ${escapeCell(document.name)}: ${escapeCell(why.split("\n")[0]!)}`);
  const partial = [...breaksNow, ...breaksLater].filter(({ isPartial }) => isPartial);
  return [
    escapeCell(formatHead(answer)),
    ...(rows.length === 0 ? [] : [table.map((row) => `| ${row} |`).join("\n")]),
    ...(partial.length === 0
      ? []
      : [`Columns only: ${partial.map(({ document }) => escapeCell(document.name)).join(", ")}.`]),
    ...(rest.length === 0 ? [] : [`Couldn't be read:\n\n${rest.join("\n")}`]),
  ].join("\n\n");
}

const formatContact = (person: Person | undefined) => (person ? `${person.name}, ${person.email}` : "unknown");

const escapeCell = (text: string) => text.replace(/[\\`*_{}[\]<>|#]/g, (letter) => `\\${letter}`).replace(/\s+/g, " ");

export function formatUnused(parts: readonly UnusedPart[], { color }: Console): string {
  if (parts.length === 0) return "Everything is read by some document.";
  const models = [...new Set(parts.map(({ model }) => model))];
  return models
    .map((model) => {
      const its = parts.filter((part) => part.model === model);
      const lines = its.map(
        ({ element, name, is }) => `  ${is === "element" ? `${name}` : `${element}.${name}`} (${is})`,
      );
      return [color.bold(`${model.name} (${model.path})`), ...lines].join("\n");
    })
    .join("\n\n");
}
