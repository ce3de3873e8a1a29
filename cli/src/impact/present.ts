import type { Exposed, Use } from "pulumi-analytics-internal/core/graph";
import type { Broken, BrokenDocument, Person, PlatformDocument } from "pulumi-analytics-internal/core/impact";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import type { OwnFiles } from "../documents/project-files";
import { formatMarkdownCode, formatMarkdownLink, formatMarkdownList } from "../text/writers/markdown";
import type { Question } from "./question";

/** A place in a file of the project, from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A question with what it alone breaks. */
export interface AnsweredQuestion extends Question {
  readonly breaks: readonly BrokenDocument[];
}

/** The answer to questions about what goes away or is renamed. */
export interface Answer extends Broken {
  readonly questions: readonly AnsweredQuestion[];
  /** Where the project's files read it. */
  readonly places: ReadonlyMap<Use, FilePlace>;
  readonly unreadFiles: OwnFiles["unread"];
  /** What was taken for granted. */
  readonly notes: readonly string[];
  /** Whether the platform was asked. */
  readonly isAsked: boolean;
  /** Whose credentials see only a part of the organization. */
  readonly seenBy: string | undefined;
  /** What the files are compared with, where the questions are about changes. */
  readonly against: string | undefined;
}

const isOfFile = ({ document: { file } }: BrokenDocument) => file !== undefined;
const isElsewhere = (one: BrokenDocument) => !isOfFile(one);

/** What breaks in the project's files. */
const listOfFiles = ({ breaksNow, breaksLater }: Broken) => [...breaksNow, ...breaksLater].filter(isOfFile);

/** For `--json`. */
export function toJson(answer: Answer) {
  const { questions, breaksNow, breaksLater, unread, documents, isWhole, places: found } = answer;
  const toItem = ({ document, uses, isPartial, tags, owner, editor }: BrokenDocument) => {
    const { stamp: _, ...all } = document;
    const { type, name, file } = document;
    const about = document.url === "" ? { type, name, file } : all;
    const places = uses.map((use) => {
      const { target: __, place: ___, ...told } = use;
      const by = questions.length > 1 ? { by: listCauses(answer, document, use) } : {};
      return { ...told, ...found.get(use), ...by };
    });
    return { ...about, owner: owner ?? null, editor: editor ?? null, isPartial, tags, places };
  };
  return {
    questions: questions.map(({ text }) => text),
    ...(answer.against === undefined ? {} : { against: answer.against, changes: questions.map(describeChange) }),
    breaksNow: breaksNow.filter(isElsewhere).map(toItem),
    breaksWhenTagMoves: breaksLater.filter(isElsewhere).map(toItem),
    inFiles: listOfFiles(answer).map(toItem),
    unreadable: unread.map(({ document: { stamp: _, ...about }, why }) => ({ ...about, why })),
    unreadableFiles: answer.unreadFiles,
    documents,
    isPlatformAsked: answer.isAsked,
    isWholeOrganization: isWhole,
    seenBy: answer.seenBy ?? null,
    notes: answer.notes,
  };
}

export function formatText(answer: Answer, { color }: Console): string {
  const { breaksNow, breaksLater, unread, unreadFiles, notes } = answer;
  const format = (title: string, broken: readonly BrokenDocument[]) =>
    formatGroup(answer, color.bold(escapeLine(`${title} (${broken.length})`)), broken);
  const failed = [
    ...unread.map(({ document, why }) => `  ${document.name} (${document.type}): ${why.split("\n")[0]}`),
    ...unreadFiles.map(({ file, why }) => `  ${file}: ${why.split("\n")[0]}`),
  ].map(escapeLine);
  const groups = [
    listChanges(answer).map(escapeLine).join("\n"),
    format("Breaks now", breaksNow.filter(isElsewhere)),
    ...groupByTag(breaksLater.filter(isElsewhere)).map(([tag, broken]) =>
      format(`Breaks when the tag ${tag} moves`, broken),
    ),
    format("Breaks in own files", listOfFiles(answer)),
    failed.length === 0 ? "" : [color.bold(`Couldn't be read (${failed.length})`), ...failed].join("\n"),
    notes.map(escapeLine).join("\n"),
  ];
  const head = [describeVerdict(answer), ...listLimits(answer)].map(escapeLine).join("\n");
  return [head, ...groups.filter((group) => group !== "")].join("\n\n");
}

const describeChange = ({ text, is, becomes, breaks }: AnsweredQuestion) => ({
  text,
  is: is ?? null,
  becomes: becomes ?? null,
  documents: breaks.length,
});

/** The questions by which a place of a document breaks. */
const listCauses = ({ questions }: Answer, { id }: PlatformDocument, { elementId, how }: Use): string[] =>
  questions.flatMap(({ text, breaks }) => {
    const uses = breaks.flatMap(({ document, uses: its }) => (document.id === id ? its : []));
    return uses.some((use) => use.elementId === elementId && use.how === how) ? [text] : [];
  });

function describeVerdict(answer: Answer, format: (name: string) => string = String): string {
  const { questions, breaksNow, breaksLater, documents, isAsked, against } = answer;
  if (questions.length === 0)
    return `Nothing that documents could read goes away since ${formatWords(against ?? "", format)}.`;
  const count = breaksNow.length + breaksLater.length;
  const among = `${documents} ${isAsked ? "documents" : documents === 1 ? "file" : "files"}`;
  const verdict = count === 0 ? `nothing reads` : `${count} of ${among} ${count === 1 ? "reads" : "read"}`;
  const rest = count === 0 ? `, among ${among}` : "";
  return `${describeQuestions(answer, format)}: ${verdict} ${questions.length === 1 ? "it" : "them"}${rest}.`;
}

function describeQuestions({ questions, against }: Answer, format: (name: string) => string): string {
  const { length } = questions;
  if (against === undefined) return questions.map(({ text }) => format(text)).join(", ");
  return `${length} destructive ${length === 1 ? "change" : "changes"} since ${formatWords(against, format)}`;
}

/** A line for each change. */
const listChanges = ({ questions, against }: Answer, format: (name: string) => string = String): string[] =>
  against === undefined
    ? []
    : questions.map(({ text, is, becomes, breaks }) => {
        const about = is === undefined ? "" : ` (${formatWords(is, format)})`;
        const what = `${format(text)}${about}${becomes === undefined ? "" : ` ${formatWords(becomes, format)}`}`;
        const { length } = breaks;
        return `${what}: ${length === 0 ? "nothing reads it" : `${length} ${length === 1 ? "document" : "documents"}`}`;
      });

/** Words of our own stand without marks. */
const formatWords = (words: string, format: (name: string) => string) =>
  /^[a-z' ]+$/.test(words) ? words : format(words);

/** What the answer can't know. */
function listLimits(
  { questions, isAsked, documents, seenBy }: Answer,
  format: (name: string) => string = String,
): string[] {
  if (questions.length === 0) return [];
  if (!isAsked) return ["The platform was not asked: this is about own files alone."];
  return seenBy === undefined ? [] : [`As ${format(seenBy)}, ${documents} of ? documents: others may read it, too.`];
}

function formatGroup(answer: Answer, title: string, broken: readonly BrokenDocument[]): string {
  if (broken.length === 0) return "";
  const items = broken.flatMap((one) => [
    `  ${formatName(one)}${formatPeople(one)}`,
    ...one.uses.map((use) => `    ${formatUse(use)}${formatCauses(answer, one, use)}${formatFilePlace(answer, use)}`),
    ...(one.isPartial ? ["    Only its columns could be read: filters, controls and texts may use it too."] : []),
    ...(one.document.url === "" ? [] : [`    ${one.document.url}`]),
  ]);
  return [title, ...items.map(escapeLine)].join("\n");
}

const formatUse = ({ page, element, how }: Use) => `${page === undefined ? "" : `${page} › `}${element}: ${how}`;

/** Of several changes, those that a place breaks by. */
function formatCauses(answer: Answer, { document }: BrokenDocument, use: Use): string {
  const causes = answer.questions.length > 1 ? listCauses(answer, document, use) : [];
  return causes.length === 0 ? "" : ` (${causes.join(", ")})`;
}

function formatFilePlace({ places }: Answer, use: Use): string {
  const place = places.get(use);
  return place === undefined ? "" : ` · ${place.file}:${place.line}:${place.column}`;
}

function formatName({ document: { name, type, path, tag, file }, tags }: BrokenDocument): string {
  const where = file === undefined || file === path ? path : `${file}, ${path}`;
  const waits = file === undefined || tags.length === 0 ? "" : `, when the tag ${tags.join(" and ")} moves`;
  return `${name} (${type}${tag === undefined ? "" : `, tag ${tag}`}, ${where}${waits})`;
}

function formatPeople({ document: { ownerId }, owner, editor }: BrokenDocument): string {
  // A file that isn't on the platform belongs to nobody there.
  if (ownerId === "") return "";
  const edited =
    editor === undefined || editor.email === owner?.email ? "" : `, last edited by ${formatPerson(editor)}`;
  return ` · owner ${formatPerson(owner)}${edited}`;
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
  const { breaksNow, breaksLater, unread, unreadFiles, notes } = answer;
  const changes = listChanges(answer, formatMarkdownCode);
  const all = [...breaksNow.filter(isElsewhere), ...breaksLater.filter(isElsewhere), ...listOfFiles(answer)];
  const rows = all.flatMap((one) =>
    one.uses.map((use) =>
      [
        formatLink(one),
        formatMarkdownCode(
          `${use.page === undefined ? "" : `${use.page} › `}${use.element}${formatFilePlace(answer, use)}`,
        ),
        formatMarkdownCode(`${use.how}${formatCauses(answer, one, use)}`),
        one.tags.length === 0 ? "now" : `when ${formatMarkdownCode(one.tags.join(", "))} moves`,
        formatContact(one.owner),
        formatContact(one.editor),
      ].join(" | "),
    ),
  );
  const table = [
    "document | place | how it reads | breaks | owner | last edited by",
    "--- | --- | --- | --- | --- | ---",
    ...rows,
  ];
  const rest = [
    ...unread.map(({ document, why }) => [document.name, why]),
    ...unreadFiles.map(({ file, why }) => [file, why]),
  ].map(([name = "", why = ""]) => `- ${formatMarkdownCode(name)}: ${formatMarkdownCode(why.split("\n")[0]!)}`);
  const partial = all.filter(({ isPartial }) => isPartial);
  return [
    [describeVerdict(answer, formatMarkdownCode), ...listLimits(answer, formatMarkdownCode)].join("\n"),
    ...(changes.length === 0 ? [] : [changes.map((change) => `- ${change}`).join("\n")]),
    ...(rows.length === 0 ? [] : [table.map((row) => `| ${row} |`).join("\n")]),
    ...(partial.length === 0
      ? []
      : [`Columns only: ${partial.map(({ document }) => formatMarkdownCode(document.name)).join(", ")}.`]),
    ...(rest.length === 0 ? [] : [`Couldn't be read:\n\n${rest.join("\n")}`]),
    ...(notes.length === 0 ? [] : [formatMarkdownList(notes)]),
  ].join("\n\n");
}

function formatLink({ document: { name, url, file } }: BrokenDocument): string {
  return formatMarkdownLink(file === undefined ? name : `${name} (${file})`, url);
}

const formatContact = (person: Person | undefined) =>
  person ? formatMarkdownCode(`${person.name}, ${person.email}`) : "unknown";

/** Something of a data model that no document reads. */
export interface UnusedPart extends Pick<Exposed, "element" | "name" | "is"> {
  readonly model: PlatformDocument;
}

export function formatUnused(parts: readonly UnusedPart[], { color }: Console): string {
  if (parts.length === 0) return "Everything is read by some document.";
  const models = [...new Set(parts.map(({ model }) => model))];
  return models
    .map((model) => {
      const its = parts.filter((part) => part.model === model);
      const lines = its.map(
        ({ element, name, is }) => `  ${is === "element" ? `${name}` : `${element}.${name}`} (${is})`,
      );
      return [color.bold(escapeLine(`${model.name} (${model.path})`)), ...lines.map(escapeLine)].join("\n");
    })
    .join("\n\n");
}
