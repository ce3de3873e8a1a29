import { formatCount, joinSome } from "../core/text";

/** Why an object that the platform doesn't show may exist. */
export type Doubt =
  /** So many of the kind, or of the kind in one place, are absent. */
  | { readonly reason: "many"; readonly count: number }
  /** What holds it is absent too, or may exist. */
  | { readonly reason: "holder" }
  /** This stack wrote it a short time ago, and only lists lack it. */
  | { readonly reason: "recent" }
  /** Another answer shows it. */
  | { readonly reason: "shown" }
  /** No list shows another object of its kind there. */
  | { readonly reason: "alone" }
  /** No answer says so of the object itself. */
  | { readonly reason: "unconfirmed" }
  /** A list isn't in the documented form. */
  | { readonly reason: "form" }
  /** Others that are missing with it are in doubt. */
  | { readonly reason: "company" }
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

const mostNamed = 8;

/**
 * The error for an object that is missing and may exist.
 *
 * @param missing.others those that are missing with it.
 * @param missing.member the owner of the credentials.
 * @param missing.removed what left the state before in this run.
 */
export function createMissingError(
  { id, description, permission }: Missing,
  doubt: Doubt,
  { others, member, removed }: { others: readonly Missing[]; member: string; removed: readonly string[] },
): Error {
  const names = joinSome(
    others.map((one) => one.description),
    mostNamed,
  );
  const company = others.length === 0 ? "" : `, nor ${others.length === 1 ? "is" : "are"} ${names}`;
  const [kept, deleted] = others.length === 0 ? ["it", "it was"] : ["them", "they were"];
  const ids = [id, ...others.map((one) => one.id)];
  // The setting has commas between ids.
  const isNameable = ids.every((one) => /^[^\s,'"]+$/.test(one));
  const setting = `ANALYTICS_MISSING_OBJECTS=${isNameable ? quote(ids.join(",")) : "deleted"}`;
  const forAll = isNameable ? "; ANALYTICS_MISSING_OBJECTS=deleted says so of all missing objects" : "";
  return new Error(
    `${description} isn't visible to ${member}${company}. ${describeDoubt(doubt)}. The state keeps ${kept}` +
      `${describeRemoved(removed)}. ${describeAccess(doubt, member, permission)} If ${deleted} deleted on the ` +
      `platform, run \`${setting} pulumi refresh\`${forAll}.`,
  );
}

function describeDoubt(doubt: Doubt): string {
  switch (doubt.reason) {
    case "many":
      return `${formatCount(doubt.count, "object")} of its kind are missing at once, as after lost access`;
    case "holder":
      return "What holds it, or belongs to it, is missing too, as after lost access";
    case "recent":
      return "This stack wrote it in the last 15 minutes, and the platform may list it late";
    case "shown":
      return "Another answer of the platform still shows it";
    case "alone":
      return "No list shows another object of its kind there, so these credentials may see none";
    case "unconfirmed":
      return "The platform didn't answer that there is no object with this id";
    case "form":
      return "A list isn't in the platform's documented form, so another server may have answered";
    case "company":
      return "Objects that are missing with it may exist, and nothing leaves the state before that is known";
    case "source":
      return `The state was last written ${doubt.source}`;
  }
}

function describeRemoved(removed: readonly string[]): string {
  if (removed.length === 0) return ", and nothing was changed";
  return `. This run removed before, from the state or the platform: ${joinSome(removed, mostNamed)}`;
}

function describeAccess({ reason }: Doubt, member: string, permission: string): string {
  if (reason === "recent" || reason === "shown") return "Repeat the command in a minute.";
  if (reason === "source") return "Restore the former credentials and base URL, or the access of that member.";
  return `If ${member} lost access, ask an administrator to restore it: writing needs ${permission}.`;
}

/** For a POSIX shell, where the text has letters that it would read. */
const quote = (text: string) => (/^[\w.,/:-]+$/.test(text) ? text : `'${text}'`);
