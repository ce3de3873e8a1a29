import { joinSome } from "../core/text";

/** Why an object that the platform doesn't show may exist. */
export type Doubt =
  /** The credentials aren't an administrator's. */
  | { readonly reason: "rights" }
  /** No list has all objects of its kind, whoever asks. */
  | { readonly reason: "access" }
  /** That list has no others. */
  | { readonly reason: "alone" }
  /** What it belongs to may exist. */
  | { readonly reason: "holder" }
  /** This stack wrote it a short time ago, and only lists lack it. */
  | { readonly reason: "recent" }
  /** Another answer shows it. */
  | { readonly reason: "shown" }
  /** A list isn't in the documented form. */
  | { readonly reason: "form" }
  /** The state was last written elsewhere: `source` says where. */
  | { readonly reason: "source"; readonly source: string };

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
 */
export function createMissingError(
  all: readonly [Refused, ...Refused[]],
  { member, removed }: { member: string; removed: readonly string[] },
): Error {
  const count = all.length;
  const [entries, deleted] = count === 1 ? ["it", "it was"] : ["them", "they were"];
  const ids = all.map(({ id }) => id);
  // The setting has commas between ids.
  const isNameable = ids.every((id) => /^[^\s,'"]+$/.test(id));
  const setting = `ANALYTICS_MISSING_OBJECTS=${isNameable ? quote(ids.join(",")) : "deleted"}`;
  const forAll = isNameable ? " (ANALYTICS_MISSING_OBJECTS=deleted says so of all missing objects)" : "";
  return new Error(
    [
      count === 1 ? `${all[0].description} isn't visible to ${member}` : `${count} objects aren't visible to ${member}`,
      `If ${deleted} deleted on the platform: \`${setting} pulumi refresh\`${forAll}`,
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

function describeDoubt(doubt: Doubt): string {
  switch (doubt.reason) {
    case "rights":
      return "Only an administrator's credentials show whether an object was deleted or is invisible";
    case "access":
      return "No list proves that it was deleted: each shows what these credentials may access";
    case "alone":
      return "The list of its kind is empty, so these credentials may see none";
    case "holder":
      return "What it belongs to may exist and be invisible";
    case "recent":
      return "This stack wrote it in the last 15 minutes, and the platform may list it late";
    case "shown":
      return "Another answer of the platform still shows it";
    case "form":
      return "A list isn't in the platform's documented form, so another server may have answered";
    case "source":
      return `The state was last written ${doubt.source}`;
  }
}

function describeAccess(all: readonly Refused[], member: string): string[] {
  const describe = ({ doubt: { reason }, permission }: Refused) => {
    if (reason === "rights") return "If not: run the command with an administrator's credentials.";
    if (reason === "recent") return "If not: repeat the command in a minute.";
    if (reason === "source") return "If not: restore the former credentials and base URL.";
    return `If ${member} lost access: ask an administrator to restore it. Writing needs ${permission}.`;
  };
  return [...new Set(all.map(describe))];
}

function describeRemoved(removed: readonly string[]): string {
  if (removed.length === 0) return "nothing was changed";
  return `this run removed, from the state or the platform: ${joinSome(removed, mostNamed)}`;
}

/** For a POSIX shell, where the text has letters that it would read. */
const quote = (text: string) => (/^[\w.,/:-]+$/.test(text) ? text : `'${text}'`);
