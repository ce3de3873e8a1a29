/** What of the platform breaks, as lines of a comment. */
import { formatCount } from "pulumi-analytics-internal/core/text";
import { formatName, readList, type Step } from "./preview";

/** What `pulumi-analytics impact --json` prints, in whichever release wrote it. */
// biome-ignore lint/suspicious/noExplicitAny: each reader looks at what there is.
export type Impact = any;

/** The documents that a preview with `analytics:impact` found to break. */
export function listBreaks({ urn, after }: Step): string[] {
  const summary = after?.inputs?.changeSummary as { breaks?: unknown } | undefined;
  return readList(summary?.breaks).flatMap(({ part, documents }) => [
    `${formatName(urn)} › ${part}, which breaks:`,
    ...readList(documents).map((document) => `  ${describeDocument(document)}`),
  ]);
}

/** Places of one document that are listed. */
const mostPlaces = 6;

/** What `pulumi-analytics impact --json` found: each document with its places. */
export function describeImpact(impact: Impact): string[] {
  const { questions, changes, breaksNow, breaksWhenTagMoves, inFiles, unreadable, ...about } = impact;
  const gone: string[] = changes
    ? readList(changes).map(({ text, becomes }) => `${text} ${becomes ?? ""}`.trim())
    : readList(questions);
  if (gone.length === 0) return [];
  const broken = [...readList(breaksNow), ...readList(breaksWhenTagMoves), ...readList(inFiles)];
  const among = about.isPlatformAsked === false ? "in the files" : `among ${about.documents} documents`;
  const head =
    broken.length === 0
      ? `nothing reads it, ${among}`
      : `${formatCount(broken.length, "document")} ${broken.length === 1 ? "reads" : "read"} it`;
  return [
    `${gone.slice(0, 3).join(", ")}${gone.length > 3 ? ` and ${gone.length - 3} more` : ""}: ${head}`,
    ...broken.flatMap((document) => [describeDocument(document), ...listPlaces(document)]),
    ...readList(unreadable).map(({ name, type, why }) => `${name} (${type}) couldn't be read: ${why.split("\n")[0]}`),
    ...(about.isWholeOrganization === false ? ["These credentials see only a part of the organization."] : []),
  ];
}

function listPlaces({ places, isPartial }: Impact): string[] {
  const lines = readList(places).map(({ page, element, how, file, line }) => {
    const place = page === undefined ? element : `${page} › ${element}`;
    return `  ${place}: ${how}${file === undefined ? "" : ` (${file}:${line})`}`;
  });
  const more = lines.length - mostPlaces;
  return [
    ...(more > 1 ? [...lines.slice(0, mostPlaces), `  and ${more} more places`] : lines),
    ...(isPartial ? ["  only its columns could be read"] : []),
  ];
}

/** A document, whom to tell, and what has to happen before it breaks. */
function describeDocument({ name, type, path, file, owner, editor, tags }: Impact): string {
  const edited = editor?.email && editor.email !== owner?.email ? `, last edited by ${describePerson(editor)}` : "";
  const when = readList(tags).length > 0 ? `; breaks when the tag ${tags.join(" and ")} moves` : "";
  const owned = owner ? `, owner ${describePerson(owner)}` : "";
  return `${name} (${[type, path ?? file].filter(Boolean).join(", ")})${owned}${edited}${when}`;
}

const describePerson = (person: Impact): string =>
  person?.email ? `${person.name} <${person.email}>` : (person?.name ?? person);
