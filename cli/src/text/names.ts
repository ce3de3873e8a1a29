import { createNameFinder, shortenName } from "pulumi-analytics-internal/core/text";
import sanitize from "sanitize-filename";
import { toIdentifier } from "./writers/typescript";

/** Bytes a name may have: with an extension, a number and a long path before it, every file system takes it. */
const longest = 80;

/** Words that can't name a constant of a CommonJS module. */
const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "exports extends false finally for function if implements import in instanceof interface let module new " +
    "null package private protected public require return static super switch this throw true try typeof " +
    "undefined var void while with yield"
  ).split(" "),
);

/**
 * A name of the platform's as a file, resource or reference may be called on every system: lower case, letters and
 * digits of any script, words joined by `-`. Empty when nothing is left of it.
 *
 * @example toFileName("Revenue / by region") // "revenue-by-region"
 * @example toFileName("../../etc/passwd\u0000") // "etc-passwd"
 */
export function toFileName(text: string): string {
  const words = text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .normalize("NFKC")
    .split(/(?:[^\p{ID_Continue}]|[\p{Pc}\p{Pattern_Syntax}·])+/u);
  return shortenName(
    words
      .map((word) => word.replace(/^\p{M}+/u, ""))
      .filter((word) => word !== "")
      .join("-"),
    longest,
  );
}

/**
 * What names of one scope must differ in: not only in case, accents' encoding or hyphens, which some systems and
 * identifiers drop.
 */
const formKey = (name: string) =>
  name.replaceAll("-", "").normalize("NFKD").toUpperCase().toLowerCase().normalize("NFKC");

/**
 * The names of one scope, each given once and kept for ever: what has a name keeps it, whatever is renamed or comes
 * beside it.
 *
 * @example
 * const names = new Names({ "6e2f": "orders" });
 * names.give("6e2f", ["Purchases"]); // "orders"
 * names.give("91ab", ["Orders", "Sales orders"]); // "sales-orders"
 */
export class Names {
  private readonly byId = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly findFreeName = createNameFinder("-");
  private readonly asked = new Set<string>();

  /** @param imported identifiers that the file of these names has already. */
  constructor(
    known: Readonly<Record<string, string>> = {},
    private readonly imported: readonly string[] = [],
  ) {
    for (const [id, name] of Object.entries(known)) this.keep(id, name);
  }

  /** The name of an object that has one. */
  get(id: string): string | undefined {
    return this.byId.get(id);
  }

  /** The names that were given or asked for, by id: what is left out isn't there any more. */
  listUsed(): Record<string, string> {
    return Object.fromEntries([...this.asked].map((id) => [id, this.byId.get(id) as string]));
  }

  /** Takes a name that was given elsewhere. */
  keep(id: string, name: string): void {
    this.byId.set(id, name);
    this.taken.add(formKey(name));
  }

  /**
   * @param candidates the texts it may be called after, the best one first; of several alike the last gets a number.
   */
  give(id: string, candidates: readonly string[]): string {
    this.asked.add(id);
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const name = this.findFree(candidates.map(toFileName).filter((candidate) => candidate !== ""));
    this.keep(id, name);
    return name;
  }

  private findFree(candidates: readonly string[]): string {
    const free = candidates.find((candidate) => this.isFree(candidate));
    if (free !== undefined) return free;
    const base = candidates.find((candidate) => this.isUsable(candidate)) ?? "object";
    return this.findFreeName(base, (name) => !this.isFree(name));
  }

  private isFree(name: string): boolean {
    return this.isUsable(name) && !this.taken.has(formKey(name));
  }

  /** Neither a word of TypeScript's nor a device of some system's. */
  private isUsable(name: string): boolean {
    const identifier = toIdentifier(name);
    const isIdentifier = !reservedWords.has(identifier) && !this.imported.includes(identifier);
    return isIdentifier && sanitize(`${name}.yaml`) === `${name}.yaml`;
  }
}
