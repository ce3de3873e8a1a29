import { type DeclaredDocument, validateModelGraph } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareFlag, declareTexts, isMatchingAny } from "../settings";

/** The maximum number of documents that a violation names. */
const most = 5;

/**
 * An update removes and renames nothing of a data model that documents of the platform read. Mandatory. It needs
 * `analytics:impact: true` in the stack's configuration, and judges previews. A workbook, report or data model of the
 * same program counts only if its formulas go on naming what goes away.
 *
 * | setting | |
 * |---|---|
 * | `allowed` | names of documents that may break; `*` matches any part |
 * | `laterToo` | whether a document counts that breaks only when a version tag moves; default: true |
 * | `allowUnknown` | whether to allow what couldn't be looked up; default: false |
 *
 * @example `noUsedRemoval({ config: { allowed: ["Scratch *"] } })`
 */
export const noUsedRemoval = policy({
  name: "no-used-removal",
  description: "An update takes nothing from the documents that read a data model.",
  level: "mandatory",
  settings: {
    allowed: declareTexts("Names of documents that may break; * matches any part."),
    laterToo: declareFlag("Whether a document counts that breaks only when a version tag moves.", true),
    allowUnknown: declareFlag("Whether an update passes if nobody could look up who reads what it removes.", false),
  },
  judge: (settingsOf) => ({
    validateStack: validateModelGraph((graph, args, report) => {
      const { allowed, laterToo, allowUnknown } = settingsOf(args);
      let isTold = false;
      for (const node of graph.models) {
        const { gone, breaks, unchecked } = node.model;
        const what = gone.join(", ");
        if (unchecked !== undefined && !allowUnknown)
          report(`${what}: who reads it wasn't looked up: ${unchecked}`, node);
        if (gone.length > 0 && breaks === undefined && unchecked === undefined && !allowUnknown && !isTold) {
          isTold = true;
          report(`${what}: who reads it isn't known. Let previews look it up: ${turnOn}`, node);
        }
        const declared = breaks === undefined || breaks.length === 0 ? [] : graph.documents;
        for (const { part, named, documents } of breaks ?? []) {
          const broken = documents.filter(
            (document) =>
              !declared.some((own) => isMended(document, own, named)) &&
              !isMatchingAny(document.name, allowed) &&
              (laterToo || document.tags.length === 0),
          );
          if (broken.length > 0)
            report(`${part}: ${broken.slice(0, most).map(describe).join("; ")}${countOthers(broken)}`, node);
        }
      }
    }),
  }),
});

const turnOn = "pulumi config set analytics:impact true";

/** Whether a document of the platform is one of the program that doesn't name a part any more. */
function isMended({ name, type, tags }: Document, own: DeclaredDocument, named: string | undefined): boolean {
  if (own.name !== name || own.type !== type || tags.length > 0 || own.contents === undefined) return false;
  return named !== undefined && !normalize(JSON.stringify(own.contents)).includes(normalize(named));
}

/** Names match in any spelling. */
const normalize = (text: string) => text.toLowerCase().replace(/[\s_.-]+/g, "");

interface Document {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly owner?: string;
  readonly tags: readonly string[];
}

function describe({ name, type, path, owner, tags }: Document): string {
  const about = [type, path, owner === undefined ? undefined : `owner ${owner}`].filter(Boolean).join(", ");
  const when = tags.length === 0 ? "" : ` when the tag ${tags.join(" and ")} moves`;
  return `${name} (${about}) breaks${when}`;
}

const countOthers = ({ length }: readonly Document[]) => (length > most ? `; and ${length - most} more` : "");
