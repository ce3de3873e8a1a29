import { joinSome } from "../core/text";

/** Why an object that the platform doesn't show may exist; `otherwise`: what to do if it does, unless access was lost. */
const doubts: Readonly<Record<Doubt["reason"], { readonly why: string; readonly otherwise?: string }>> = {
  rights: {
    why: "Only an administrator's credentials show whether an object was deleted or is invisible",
    otherwise: "run the command with an administrator's credentials",
  },
  access: { why: "No list proves that it was deleted: each shows what these credentials may access" },
  alone: { why: "The list of its kind is empty, so these credentials may see none" },
  holder: { why: "What it belongs to may exist and be invisible" },
  recent: {
    why: "This stack wrote it in the last 15 minutes, and the platform may list it late",
    otherwise: "repeat the command in a minute",
  },
  shown: { why: "Another answer of the platform still shows it" },
  form: { why: "A list isn't in the platform's documented form, so another server may have answered" },
  source: { why: "The state was last written", otherwise: "restore the former credentials and base URL" },
};

/** Why an object may exist. */
export interface Doubt {
  readonly reason: "rights" | "access" | "alone" | "holder" | "recent" | "shown" | "form" | "source";
  /** Where the state was last written. */
  readonly source?: string;
}

/** A missing object, for messages. */
export interface Missing {
  readonly id: string;
  /** Such as `data model "Orders" (3f…)`. */
  readonly description: string;
  /** What writing objects of its kind needs. */
  readonly permission: string;
}

/** A missing object that may exist. */
export interface Refused extends Missing {
  readonly doubt: Doubt;
}

const mostNamed = 8;

/**
 * The error for objects that are missing and may exist.
 *
 * @param missing.member the owner of the credentials.
 * @param missing.removed what left the state in this run.
 * @param missing.operation that found one missing. A refresh skips what the engine has noted as replaced, so the
 *   command that deletes it, `up` or `destroy`, takes the setting.
 */
export function createMissingError(
  all: readonly [Refused, ...Refused[]],
  { member, removed, operation }: { member: string; removed: readonly string[]; operation: "read" | "delete" },
): Error {
  const count = all.length;
  const [entries, deleted] = count === 1 ? ["it", "it was"] : ["them", "they were"];
  const ids = all.map(({ id }) => id);
  // The setting has commas between ids.
  const isNameable = ids.every((id) => /^[^\s,'"]+$/.test(id));
  const setting = `ANALYTICS_MISSING_OBJECTS=${isNameable ? quote(ids.join(",")) : "deleted"}`;
  const forAll = isNameable ? " (ANALYTICS_MISSING_OBJECTS=deleted says so of all missing objects)" : "";
  const confirm = operation === "read" ? `\`${setting} pulumi refresh\`` : `repeat this command with \`${setting}\``;
  return new Error(
    [
      count === 1 ? `${all[0].description} isn't visible to ${member}` : `${count} objects aren't visible to ${member}`,
      `If ${deleted} deleted on the platform: ${confirm}${forAll}`,
      ...describeAccess(all, member),
      `The state keeps ${entries}, and ${describeRemoved(removed)}.`,
      ...describeReasons(all),
    ].join("\n"),
  );
}

/** Each reason once, below it the objects that it is about, where there are several. */
function describeReasons(all: readonly Refused[]): string[] {
  const reasons = [...new Set(all.map(({ doubt }) => describeDoubt(doubt)))];
  const listNames = (reason: string) => {
    const its = all.filter(({ doubt }) => describeDoubt(doubt) === reason);
    const names = its.slice(0, mostNamed).map(({ description }) => `  ${description}`);
    return its.length > mostNamed ? [...names, `  and ${its.length - mostNamed} more`] : names;
  };
  return reasons.flatMap((reason) => [
    `${reason}${all.length === 1 ? "." : ":"}`,
    ...(all.length === 1 ? [] : listNames(reason)),
  ]);
}

const describeDoubt = ({ reason, source }: Doubt) => [doubts[reason].why, source].filter(Boolean).join(" ");

function describeAccess(all: readonly Refused[], member: string): string[] {
  const describe = ({ doubt: { reason }, permission }: Refused) => {
    const { otherwise } = doubts[reason];
    return otherwise === undefined
      ? `If ${member} lost access: ask an administrator to restore it. Writing needs ${permission}.`
      : `If not: ${otherwise}.`;
  };
  return [...new Set(all.map(describe))];
}

function describeRemoved(removed: readonly string[]): string {
  if (removed.length === 0) return "nothing was changed";
  return `this run removed, from the state or the platform: ${joinSome(removed, mostNamed)}`;
}

/** For a POSIX shell, where the text has letters that it would read. */
const quote = (text: string) => (/^[\w.,/:-]+$/.test(text) ? text : `'${text}'`);
