/** How arguments name documents: one grammar for all commands. Nothing here looks at files, states or the platform. */
import { UsageError } from "../command/exit";

/** A data model, workbook or report, or several of them, as an argument names it. */
export type Address = FileAddress | CommitAddress | StateAddress | PlatformAddress;

/** What of a document is meant: an element, `fact_orders`, or what is in it, `fact_orders.region`. */
interface WithPart {
  /** Undefined: the whole document. */
  readonly part?: string;
}

/** A file or a folder by its path, or a document by its name: that of its file or folder. */
export interface Target extends WithPart {
  readonly by: "path" | "name";
  /** A path is relative to the working directory, or absolute. */
  readonly value: string;
}

/** Files of the project, as they are: `models/orders.yaml`, `orders#fact_orders`. */
export interface FileAddress extends Target {
  readonly from: "files";
}

/** Files as they are in a commit: `git:main:models/orders.yaml`. */
export interface CommitAddress {
  readonly from: "commit";
  /** A branch, tag or commit; `main...` is where the working tree left it, `main..` itself. */
  readonly ref: string;
  /** Undefined: the same documents as on the other side, or all. */
  readonly target?: Target;
}

/** What the stack holds of a resource: `state:orders`. */
export interface StateAddress extends WithPart {
  readonly from: "state";
  /** The name of the resource, or of its file. Undefined: all of it. */
  readonly name?: string;
}

/** Documents of the platform: `live:Acme/Models/Orders@7`. */
export interface PlatformAddress extends WithPart {
  readonly from: "platform";
  /** A named profile; undefined: the organization that settings and options say. */
  readonly profile?: string;
  /** An id, an address in the product, or folders and a name, of which the name alone will do. */
  readonly by: "id" | "url" | "path";
  /** Of a path, `\/` is a slash in a name. An empty path is the whole organization. */
  readonly value: string;
  /** The number of a version, or the name of a tag; undefined: the latest. */
  readonly version?: number | string;
}

/** Where documents of an address are. */
export type Origin = Address["from"];

/** The forms, for the help of commands. */
export const addressHelp = `Documents are named in one of these forms:
  models/orders.yaml         a file, or a folder; write ./ before a name that looks like another form
  orders                     the document of that file's name; orders#fact_orders.region is a part of it
  git:main:models/orders.yaml
                             a file as it is in a commit; git:main is the same documents there
  state:orders               what the stack has of a resource; state: is all of it
  1b0c6a52-…, https://…      on the platform, by id or address in the product
  live:Acme/Models/Orders    the same, by folders and name; a slash in a name is written \\/
  partner:1b0c6a52-…         in another organization: the name of a profile, and an id, address or path
  …@7, …@Production          a version on the platform, by number or tag; …@ alone says which there are`;

/**
 * Reads an address. What it means depends on files in one case only: a word without slash and extension is a path if
 * there is one, and otherwise a name.
 *
 * @throws UsageError for what is none, with the forms that there are.
 * @example parseAddress("partner:Acme/Models/Orders@7")
 * // { from: "platform", profile: "partner", by: "path", value: "Acme/Models/Orders", version: 7 }
 */
export function parseAddress(text: string): Address {
  if (isUrl(text) || isId(splitVersion(splitPart(text)[0])[0])) return parsePlatform(text, text);
  // One letter is a drive of Windows, and no profile.
  const [, head, rest = ""] = /^([A-Za-z0-9_][\w.-]+):(.*)$/s.exec(text) ?? [];
  if (head === undefined) return { from: "files", ...parseTarget(text, text) };
  if (head === "git") return parseCommit(rest, text);
  if (head === "state") return parseState(rest);
  if (head === "table") {
    throw new UsageError(`${text}: names a table of the warehouse, which \`impact\` alone takes.`);
  }
  return parsePlatform(rest, text, head === "live" ? undefined : head);
}

/**
 * Writes an address as {@link parseAddress} reads it.
 *
 * @example formatAddress({ from: "files", by: "path", value: "live:orders" }) // "./live:orders"
 */
export function formatAddress(address: Address): string {
  if (address.from === "files") return formatTarget(address, true);
  if (address.from === "commit") {
    const { target } = address;
    // What two-sided commands add, nobody has written.
    const ref = address.ref.endsWith("...") ? address.ref.slice(0, -"...".length) : address.ref;
    return target === undefined ? `git:${ref}` : `git:${ref}:${formatTarget(target, false)}`;
  }
  const { part } = address;
  if (address.from === "state") return appendPart(`state:${addBackslashes(address.name ?? "", /[\\#]/g)}`, part);
  const { profile, by, value, version } = address;
  const own =
    by === "path" ? value.replaceAll(/\\[\\/]|[@#]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`)) : value;
  const text = version === undefined ? own : `${own}@${addBackslashes(String(version), /[\\/@#]/g)}`;
  const head = profile === undefined ? (by === "path" ? "live:" : "") : `${profile}:`;
  return appendPart(head + text, part);
}

/** A branch as two-sided commands mean it: the commit where the working tree left it, as git's `main...` is. */
export const formBase = (ref: string): string => (ref.endsWith("..") ? ref : `${ref}...`);

/** A branch as it is. */
export const formTip = (ref: string): string => (ref.endsWith("..") ? ref : `${ref}..`);

/** Refuses an address without its meaning. */
function refuse(text: string): never {
  throw new UsageError(`${JSON.stringify(text)}: names no document.`, ...addressHelp.split("\n"));
}

function parseCommit(rest: string, text: string): CommitAddress {
  const [, ref = "", target] = /^([^:]*)(?::(.*))?$/s.exec(rest) ?? [];
  if (ref === "") return refuse(text);
  return { from: "commit", ref, ...(target ? { target: parseTarget(target, text) } : {}) };
}

function parseState(rest: string): StateAddress {
  const [name, part] = splitPart(rest);
  return { from: "state", ...(name === "" ? {} : { name: dropBackslashes(name) }), ...part };
}

function parsePlatform(rest: string, text: string, profile?: string): PlatformAddress {
  const [whole, part] = isUrl(rest) ? [rest, {}] : splitPart(rest);
  const [own, version] = splitVersion(whole);
  const by = isUrl(own) ? "url" : isId(own) ? "id" : "path";
  const value =
    by === "path" ? own.replaceAll(/\\([@#])|\\[\\/]/g, (all, sign: string | undefined) => sign ?? all) : own;
  // A step of a path of files would lead elsewhere in a request.
  const isNone = /^\.{1,2}$/.test(value) || (value === "" && whole + (part.part ?? "") !== "");
  if (isNone) return refuse(text);
  return {
    from: "platform",
    ...(profile === undefined ? {} : { profile }),
    by,
    value,
    ...readVersion(version),
    ...part,
  };
}

function readVersion(text: string | undefined): Pick<PlatformAddress, "version"> {
  if (text === undefined || text === "latest") return {};
  return { version: /^\d+$/.test(text) ? Number(text) : dropBackslashes(text) };
}

/** A `#` of a path begins a part only behind the extension of a file. */
function parseTarget(text: string, whole: string): Target {
  if (text === "") return refuse(whole);
  if (isName(text)) {
    const [name, part] = splitPart(text);
    return { by: "name", value: dropBackslashes(name), ...part };
  }
  const [, path = text, part] = /^(.*?\.(?:ya?ml|json))#(.*)$/is.exec(text) ?? [];
  const value = path.replace(/^(\.\/+)+/, "").replaceAll(/(\.(?:ya?ml|json))\\#/gi, "$1#");
  return { by: "path", value: value === "" ? "." : value, ...(part ? { part } : {}) };
}

/** A word: what of it isn't a part has no slash, no extension and no step up. */
function isName(text: string): boolean {
  const [own] = splitPart(text);
  if (own === "" || own.startsWith(".")) return false;
  const signs = own.match(/\\.|[/\\]/gs) ?? [];
  return signs.every((sign) => /^\\[/\\#:@.-]$/.test(sign)) && !(/\.(ya?ml|json)$/i.test(own) && !/\\\.\w+$/.test(own));
}

function formatTarget({ by, value, part }: Target, isAlone: boolean): string {
  if (by === "name") {
    const escaped = addBackslashes(value, /[\\/#:@]/g).replace(/^\.|\.(?=(ya?ml|json)$)/gi, "\\$&");
    return appendPart(isId(escaped) ? escaped.replace("-", "\\-") : escaped, part);
  }
  const path = value.replaceAll(/(\.(?:ya?ml|json))#/gi, "$1\\#");
  const looksRemote = /^[A-Za-z0-9_][\w.-]+:/.test(path) || isId(splitVersion(path)[0]);
  const isOther = isName(path) || (isAlone && looksRemote);
  return appendPart(isOther ? `./${path}` : path, part);
}

/** The text up to the first `#` that isn't escaped, and what comes behind it. */
function splitPart(text: string): [own: string, part: WithPart] {
  const at = findSign(text, "#");
  const part = at < 0 ? "" : text.slice(at + 1);
  return [at < 0 ? text : text.slice(0, at), part === "" ? {} : { part }];
}

/** The text up to the last `@` that no slash comes behind, and the version. */
function splitVersion(text: string): [own: string, version?: string] {
  const at = findSign(text, "@", true);
  return at < 0 || findSign(text.slice(at), "/") >= 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Where a sign is that no backslash escapes: the first, or the last; -1: nowhere. */
function findSign(text: string, sign: string, isLast = false): number {
  const all = [...text.matchAll(/\\.|./gs)].filter(([one]) => one === sign);
  return (isLast ? all.at(-1) : all[0])?.index ?? -1;
}

const dropBackslashes = (text: string) => text.replaceAll(/\\([/\\#:@.-])/g, "$1");
const addBackslashes = (text: string, signs: RegExp) => text.replaceAll(signs, "\\$&");
const appendPart = (text: string, part: string | undefined) => (part === undefined ? text : `${text}#${part}`);
const isUrl = (text: string) => /^https?:\/\//i.test(text);

/** Whether a text is an id of a document on the platform. */
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
