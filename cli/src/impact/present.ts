import type { Exposed, Use } from "pulumi-analytics-internal/core/graph";
import type { Broken, BrokenDocument, PlatformDocument } from "pulumi-analytics-internal/core/impact";
import type { OwnFiles } from "../documents/project-files";
import type { Section } from "../report";
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
  /** How many documents couldn't be compared with what they were. */
  readonly notCompared: number;
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
    notCompared: answer.notCompared,
    isPlatformAsked: answer.isAsked,
    isWholeOrganization: isWhole,
    seenBy: answer.seenBy ?? null,
    notes: answer.notes,
  };
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

/** Something of a data model that no document reads. */
export interface UnusedPart extends Pick<Exposed, "element" | "name" | "label" | "is"> {
  readonly model: PlatformDocument;
}

/** By data model. */
export function describeUnused(parts: readonly UnusedPart[]): Section[] {
  if (parts.length === 0) return [{ lines: ["Everything is read by some document."] }];
  const models = [...new Set(parts.map(({ model }) => model))];
  return models.map((model) => ({
    title: `${model.name} (${model.path})`,
    lines: parts.filter((part) => part.model === model).map(describePart),
  }));
}

/** `Orders.Region (column)`, `unnamed column k3Jd of Orders`. */
function describePart({ element, name, label, is }: UnusedPart): string {
  if (name !== label) return is === "element" ? label : `${label} of ${element}`;
  return `${is === "element" ? name : `${element}.${name}`} (${is})`;
}
