import { isUnknown } from "../../core/engine";
import { formatChanges, formatNewValues, groupChangesByPlace, type Json, type SpecChange } from "../../core/spec";
import type { TextField, TextInputs, Texts } from "./declaration";
import type { DocumentInputs } from "./fields";

/** The maximum number of changes in a message. */
const most = 8;

/** Changes as readable text; without values in a confidential document. */
export function tellChanges(changes: readonly SpecChange[], confidential: boolean | undefined): string[] {
  if (!confidential) return formatChanges(changes, { max: most });
  return formatChanges(
    changes.map((change) =>
      change.action === "changed" ? { ...change, before: "[secret]", after: "[secret]" } : change,
    ),
    { max: most },
  );
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
      const isHidden = isConfidential(olds, news);
      const used = texts.listOwnPlaceholders(news);
      const newValues = tellNewValues(texts.getForms(news).authored, used, [olds.refs, news.refs], isHidden);
      return [...tellChanges(diffShown(olds, news), isHidden), ...newValues].map((line) => `${title}: ${line}`);
    },

    /** The changes of an update by place; of a confidential document, only that there are some. */
    mapChanges(noun: string, news: Inputs, olds: Inputs): Record<string, string> | undefined {
      if (!isChanged(olds, news)) return undefined;
      if (isConfidential(olds, news)) return { [noun]: "changed; a value in it is secret" };
      // Another value of a placeholder isn't one of them: it stands in `refs`, and may be unknown in a preview alone.
      const changes = groupChangesByPlace(diffShown(olds, news));
      return Object.keys(changes).length > 0 ? changes : undefined;
    },
  };
}

/** Whether no message may show values of either declaration. */
export const isConfidential = (olds: DocumentInputs, news: DocumentInputs): boolean =>
  (news.confidential || olds.confidential) ?? false;

/** A part that an update removes although remaining parts referred to it. */
export interface Removal {
  /** By name and place, for people: `page Orders › table fact_orders › column revenue`. */
  readonly where: string;
  /** What referred to it: `table monthly › column share`. */
  readonly usedBy: readonly string[];
}

/** The changes that break what stays. A summary is no secret, and a name in what the platform gave back may be one. */
export const listRemovals = (changes: readonly SpecChange[], isHidden: boolean): Removal[] =>
  changes
    .filter(({ destructive }) => destructive)
    .map(({ action, thing, where, before, usedBy = [] }) => {
      const isRemoved = action === "removed";
      if (isHidden) return { where: `${isRemoved ? "" : "the name of "}a ${thing}`, usedBy: ["others"] };
      if (isRemoved) return { where, usedBy };
      return { where: `the name${typeof before === "string" ? ` \`${before}\`` : ""} of ${where}`, usedBy };
    });

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
