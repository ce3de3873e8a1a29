import { collectTexts } from "../../core/data";
import { isUnknown } from "../../core/engine";
import {
  formatChanges,
  formatNewValues,
  groupChangesByPlace,
  isPlaceholder,
  type Json,
  listPlaceholderNames,
  type SpecChange,
} from "../../core/model";
import { createPartFinder } from "../../core/text";
import { areSecretsInRefs, type TextField, type TextInputs, type Texts } from "./declaration";
import type { DocumentInputs, DocumentOutputs } from "./fields";

/** The most changes that messages list one by one: as many as a person reads. */
const most = 24;

/** More changes than this are introduced: with `--diff`, the engine prints pages of text for them. */
const few = 8;

/** What no message may show of changes: nothing, every value, or what has a part of one of these secrets in it. */
export type Hidden = boolean | readonly string[];

/** Declarations of the same document. */
type Declared = DocumentInputs & { readonly spec?: unknown; readonly contents?: unknown };

/**
 * What no message may show of changes between declarations of a document.
 *
 * @param outputs of the state, if one side is what the platform has. After drift that a refresh took in, the state has
 * values of the platform in the places of secrets.
 */
export function findHidden(declared: readonly Declared[], outputs: Partial<DocumentOutputs> = {}): Hidden {
  const confidential = declared.filter((inputs) => inputs.confidential);
  if (confidential.length === 0) return false;
  const areKnown = confidential.every((inputs) => areSecretsInRefs(inputs.spec ?? inputs.contents, inputs));
  if (!areKnown || outputs.baseline?.written !== undefined) return true;
  return declared.flatMap(({ refs }) => collectTexts(refs));
}

/** Changes as readable text. */
export const tellChanges = (changes: readonly SpecChange[], hidden: Hidden): string[] =>
  formatChanges(hideValues(changes, hidden), { max: most });

/** Changes without the values that are hidden. In the place of a placeholder, the other side may be a former secret. */
function hideValues(changes: readonly SpecChange[], hidden: Hidden): readonly SpecChange[] {
  if (hidden === false) return changes;
  const isPart = createFinder(hidden);
  return changes.map((change) => {
    const { action, before = null, after = null } = change;
    if (action === "added" && isPart(after)) return { ...change, after: undefined };
    if (action !== "changed") return change;
    const isHidden = [before, after].some((value) => isPart(value) || listPlaceholderNames(value).length > 0);
    const hide = (value: Json) => (isHidden && !isPlaceholder(value) ? "[secret]" : value);
    return { ...change, before: hide(before), after: hide(after) };
  });
}

function createFinder(hidden: Hidden): (value: Json) => boolean {
  if (typeof hidden === "boolean") return () => hidden;
  const isPart = createPartFinder(hidden);
  return (value) => collectTexts(value).some(isPart);
}

/** How a kind compares two declarations. */
interface Comparing<Field extends TextField, Inputs> {
  readonly texts: Texts<Field>;
  /** Whether two declarations mean the same contents. */
  isSame(olds: Inputs, news: Inputs): boolean;
  /**
   * The changes that people see, placeholders as placeholders: their values are whole objects at times, and secret at
   * others.
   */
  diff(olds: Inputs, news: Inputs): SpecChange[];
}

/** The changes of a kind's documents, as a preview tells them. */
export function createChanges<Field extends TextField, Inputs extends DocumentInputs & TextInputs<Field>>({
  texts,
  isSame,
  diff,
}: Comparing<Field, Inputs>) {
  /** Cached, because one check calls it twice. */
  const compared = new WeakMap<Inputs, { readonly olds: Inputs; readonly changes: SpecChange[] }>();

  function isChanged(olds: Inputs, news: Inputs): boolean {
    const [before, after] = [olds[texts.field], news[texts.field]];
    return before !== undefined && !isUnknown(before) && !isUnknown(after) && !isSame(olds, news);
  }

  function diffShown(olds: Inputs, news: Inputs): SpecChange[] {
    const known = compared.get(news);
    if (known?.olds === olds) return known.changes;
    const changes = diff(olds, news);
    compared.set(news, { olds, changes });
    return changes;
  }

  return {
    isChanged,
    diffShown,

    /** What an update changes, one line each. @param title what messages call the document. */
    listChanges(title: string, news: Inputs, olds: Inputs | undefined): string[] {
      if (olds === undefined || !isChanged(olds, news)) return [];
      const hidden = findHidden([olds, news]);
      const used = texts.listOwnPlaceholders(news);
      const newValues = tellNewValues(texts.getForms(news).authored, used, [olds.refs, news.refs], hidden !== false);
      const changes = diffShown(olds, news);
      const lines = [...tellChanges(changes, hidden), ...newValues].map((line) => `${title}: ${line}`);
      return changes.length > few
        ? [`${title}: ${changes.length} changes; the next lines are their short form`, ...lines]
        : lines;
    },

    /** The changes of an update by place; of a document that is secret as a whole, only that there are some. */
    mapChanges(noun: string, news: Inputs, olds: Inputs): Record<string, string> | undefined {
      if (!isChanged(olds, news)) return undefined;
      const hidden = findHidden([olds, news]);
      if (hidden === true) return { [noun]: "changed; a value in it is secret" };
      // Another value of a placeholder isn't one of them: it stands in `refs`, and may be unknown in a preview alone.
      const changes = groupChangesByPlace(hideValues(diffShown(olds, news), hidden));
      return Object.keys(changes).length > 0 ? changes : undefined;
    },
  };
}

/** A part that an update removes although remaining parts referred to it. */
export interface Removal {
  /** By name and place, for people: `page Orders › table fact_orders › column revenue`. */
  readonly where: string;
  /** What referred to it: `table monthly › column share`. */
  readonly usedBy: readonly string[];
}

/** The changes that break what stays. A summary is no secret, and a name in what the platform gave back may be one. */
export const listRemovals = (changes: readonly SpecChange[], hidden: Hidden): Removal[] => {
  const isPart = createFinder(hidden);
  return changes
    .filter(({ destructive }) => destructive)
    .map(({ action, thing, where, before = null, usedBy = [] }) => {
      const isRemoved = action === "removed";
      if (isPart([where, before, ...usedBy]))
        return { where: `${isRemoved ? "" : "the name of "}a ${thing}`, usedBy: ["others"] };
      if (isRemoved) return { where, usedBy };
      return { where: `the name${typeof before === "string" ? ` \`${before}\`` : ""} of ${where}`, usedBy };
    });
};

type Refs = Readonly<Record<string, unknown>> | undefined;

/**
 * The placeholders that both declarations have, filled with different values; without values in a confidential
 * document.
 *
 * @param authored the later declaration.
 * @param used the names of its placeholders that count.
 */
function tellNewValues(
  authored: Json,
  used: readonly string[],
  [before, after]: readonly [Refs, Refs],
  confidential: boolean | undefined,
): string[] {
  const known = Object.fromEntries(Object.entries(after ?? {}).filter(([name]) => used.includes(name)));
  return formatNewValues(authored, before ?? {}, known, { areHidden: confidential });
}
