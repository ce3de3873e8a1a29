/** Who reads what goes away, as `impact --json` prints it. */
import { formatCount } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import type { Line, Section } from "./index";

const person = z.object({ name: z.string(), email: z.string() });

const place = z.object({
  element: z.string(),
  page: z.string().optional(),
  how: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  /** Of several changes, those that it breaks by. */
  by: z.array(z.string()).readonly().optional(),
});

const reader = z.object({
  type: z.string(),
  name: z.string(),
  path: z.string().optional(),
  url: z.string().optional(),
  file: z.string().optional(),
  tag: z.string().optional(),
  /** A preview knows the name alone. */
  owner: z.union([person, z.string()]).nullish(),
  editor: person.nullish(),
  isPartial: z.boolean().optional(),
  /** Version tags that have to move first. */
  tags: z.array(z.string()).readonly().optional(),
  places: z.array(place).readonly().optional(),
});

/** The answer of `impact`. */
export const impactSchema = z.object({
  questions: z.array(z.string()),
  against: z.string().optional(),
  changes: z
    .array(
      z.object({ text: z.string(), is: z.string().nullable(), becomes: z.string().nullable(), documents: z.number() }),
    )
    .optional(),
  breaksNow: z.array(reader),
  breaksWhenTagMoves: z.array(reader),
  inFiles: z.array(reader),
  unreadable: z.array(z.object({ name: z.string(), type: z.string(), why: z.string() })),
  unreadableFiles: z.array(z.object({ file: z.string(), why: z.string() })).readonly(),
  /** How many were looked at. */
  documents: z.number(),
  /** Documents of which nobody knows what they lost. */
  notCompared: z.number().optional(),
  isPlatformAsked: z.boolean(),
  seenBy: z.string().nullable(),
  notes: z.array(z.string()).readonly(),
});

/** A document that reads something. */
export type Reader = z.infer<typeof reader>;
export type Impact = z.infer<typeof impactSchema>;

/** Places of a document that are listed, where room is short. */
export const mostPlaces = 6;

/**
 * The document, whom to tell, and the places where it reads.
 *
 * @param most places that are shown; default: all.
 */
export function describeReader(found: Reader, most?: number): Line {
  const { name, type, path, url, file, tag, tags = [], isPartial, places = [] } = found;
  const about = [
    type,
    tag === undefined ? undefined : `tag ${tag}`,
    file,
    path === file ? undefined : path,
    tags.length === 0 ? undefined : `when the tag ${tags.join(" and ")} moves`,
  ].filter((part) => part !== undefined);
  const lines = places.map(describePlace);
  const partial = "Only its columns could be read: filters, controls and texts may use it too.";
  return {
    text: `${name} (${about.join(", ")})${describePeople(found)}`,
    url,
    lines: isPartial ? [...lines, partial] : lines,
    most,
  };
}

const describePlace = ({ page, element, how, file, line, column, by = [] }: z.infer<typeof place>): string =>
  `${page === undefined ? "" : `${page} › `}${element}: ${how}${by.length === 0 ? "" : ` (${by.join(", ")})`}` +
  `${file === undefined ? "" : ` · ${[file, line, column].filter((part) => part !== undefined).join(":")}`}`;

function describePeople({ owner, editor, url = "" }: Reader): string {
  const format = (who: z.infer<typeof person> | string) =>
    typeof who === "string" ? who : `${who.name} <${who.email}>`;
  // A file that isn't on the platform belongs to nobody there.
  const owned = owner ? ` · owner ${format(owner)}` : url === "" ? "" : " · owner unknown";
  const isOther = editor && typeof owner !== "string" && editor.email !== owner?.email;
  return isOther ? `${owned}, last edited by ${format(editor)}` : owned;
}

/** The answer to questions about what goes away or is renamed. @param most places that are shown of a document. */
export function describeImpact(found: Impact, most?: number): Section[] {
  const { breaksNow, breaksWhenTagMoves, inFiles, unreadable, unreadableFiles, changes = [], notes } = found;
  const list = (title: string, readers: readonly Reader[]): Section => ({
    title: `${title} (${readers.length})`,
    lines: readers.map((one) => describeReader(one, most)),
  });
  const failed = [
    ...unreadable.map(({ name, type, why }) => `${name} (${type}): ${why.split("\n")[0]}`),
    ...unreadableFiles.map(({ file, why }) => `${file}: ${why.split("\n")[0]}`),
  ];
  const told = changes.map(({ text, is, becomes, documents }) => {
    const read = documents === 0 ? "nothing reads it" : formatCount(documents, "document");
    return `${text}${is ? ` (${is})` : ""}${becomes ? ` ${becomes}` : ""}: ${read}`;
  });
  return [
    { lines: [{ text: describeVerdict(found), lines: told }, ...describeLimits(found), ...notes] },
    list("Breaks now", breaksNow),
    list("Breaks when a tag moves", breaksWhenTagMoves),
    list("Breaks in own files", inFiles),
    { title: `Couldn't be read (${failed.length})`, lines: failed },
  ];
}

function describeVerdict({ questions, against, breaksNow, breaksWhenTagMoves, inFiles, ...found }: Impact): string {
  if (questions.length === 0) return `Nothing that documents could read goes away since ${against}.`;
  const what =
    against === undefined
      ? questions.join(", ")
      : `${formatCount(questions.length, "destructive change")} since ${against}`;
  const it = questions.length === 1 ? "it" : "them";
  const among = formatCount(found.documents, found.isPlatformAsked ? "document" : "file");
  const count = breaksNow.length + breaksWhenTagMoves.length + inFiles.length;
  if (count === 0) return `${what}: nothing reads ${it}, among ${among}.`;
  return `${what}: ${count} of ${among} ${count === 1 ? "reads" : "read"} ${it}.`;
}

/** What the answer can't know. */
function describeLimits({ questions, isPlatformAsked, documents, seenBy }: Impact): string[] {
  if (questions.length === 0) return [];
  if (!isPlatformAsked) return ["The platform was not asked: this is about own files alone."];
  return seenBy === null ? [] : [`As ${seenBy}, ${documents} of ? documents: others may read it, too.`];
}
