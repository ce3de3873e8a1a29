import { UsageError } from "../command";

/** One side of a comparison, as it was asked for. */
export type Side = FileSide | ModelSide;

/** A file of the user's. */
export interface FileSide {
  readonly is: "file";
  readonly path: string;
}

/** A data model of the platform. */
export interface ModelSide {
  readonly is: "model";
  /** A named profile; undefined: the one that the other options say. */
  readonly profile: string | undefined;
  /** Its id, its address in the product, or the folders it lies in and its name. */
  readonly model: { readonly by: "id" | "url" | "path"; readonly value: string };
  /** The number of a version, or a tag's name; undefined: the latest. */
  readonly version: number | string | undefined;
}

/** The organization that the options and settings of the command lead to. */
const live = "live";

/** How sides are written, for the help. */
export const sideHelp = `A and B are one of:
  models/orders.yaml         a file; write ./ before a name that looks like another form
  1b0c6a52-…                 a data model of the platform, by its id
  https://…                  the same, by its address in the product
  live:Acme/Models/Orders    the same, by its folders and name; a slash in a name is written \\/
  partner:1b0c6a52-…         a model of another organization: the profile's name, and an id, address or path
Add a version to any form except a file:
  1b0c6a52-…@7               version 7
  1b0c6a52-…@Production      the version with this tag
  live:Acme/a@b@latest       the latest version; needed only if the name contains an @`;

/**
 * Reads how a side was asked for. What it means never depends on which files there are.
 *
 * @throws UsageError
 * @example parseSide("partner:Acme/Models/Orders@7")
 */
export function parseSide(text: string): Side {
  if (isUrl(text) || isId(dropVersion(text))) return parseModelSide(undefined, text);
  // A drive of Windows is no profile.
  const [, profile, rest] = /^([A-Za-z0-9_][\w.-]*):(.*)$/s.exec(text) ?? [];
  if (profile === undefined || rest === undefined || /^[A-Za-z]:[\\/]/.test(text)) return { is: "file", path: text };
  if (/^\.{0,2}(@|$)|@$/.test(rest)) throw new UsageError(`${text}: not a data model.`, ...sideHelp.split("\n"));
  return parseModelSide(profile === live ? undefined : profile, rest);
}

function parseModelSide(profile: string | undefined, text: string): ModelSide {
  const value = dropVersion(text);
  const version = value === text ? undefined : text.slice(value.length + 1);
  const by = isUrl(value) ? "url" : value.includes("/") ? "path" : "id";
  return { is: "model", profile, model: { by, value }, version: parseVersion(version) };
}

const isUrl = (text: string) => /^https?:\/\//i.test(text);
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function dropVersion(text: string): string {
  return text.replace(/@[^@/]*$/, "");
}

function parseVersion(text: string | undefined): ModelSide["version"] {
  if (text === undefined || text === "latest") return undefined;
  return /^\d+$/.test(text) ? Number(text) : text;
}
