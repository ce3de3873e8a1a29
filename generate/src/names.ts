import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { createNameFinder, shortenName } from "pulumi-analytics-internal/core/text";
import sanitize from "sanitize-filename";

/**
 * The formula of a column that is in the warehouse: the table and the column, by their names there, and the fields on
 * the way into a structure.
 */
export function writeWarehouseColumn(path: readonly string[], column = "", ...fields: readonly string[]): string {
  const parts = [path.at(-1) ?? "", column].map((part) => part.replace(/[\\/[\]]/g, (letter) => `\\${letter}`));
  return [`[${parts.join("/")}]`, ...fields].join(".");
}

/**
 * The name of a warehouse's column in a formula of {@link writeWarehouseColumn}; undefined: the formula is another one.
 *
 * @example readWarehouseColumn("[ORDERS/ORDER_ID]") // "ORDER_ID"
 */
export function readWarehouseColumn(formula: string): string | undefined {
  const [, column, fields = ""] = /^\[(?:[^\\\]/]|\\.)+\/((?:[^\\\]/]|\\.)+)\]((?:\.\w+)*)$/su.exec(formula) ?? [];
  return column && column.replace(/\\(.)/gsu, "$1") + fields;
}

/** A name without what formulas can't hold in brackets. */
export function cleanTitle(name: string): string {
  return (
    name
      .replace(/[/\\[\]]+/g, " ")
      .replace(/\s+/g, " ")
      .trim() || "Unnamed"
  );
}

/**
 * An id in lower snake case.
 *
 * @example formId("Customer since") // "customer_since"
 */
export function formId(name: string): string {
  const words = name
    .normalize("NFKC")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => word !== "").join("_") || "unnamed";
}

/** Bytes that a file's name may have before an extension and a number. */
const longestFileName = 200;

/** The name of a model's file, which is also what `!ref` calls it. */
export function formFileName(name: string): string {
  const id = shortenName(formId(name), longestFileName);
  return sanitize(`${id}.yaml`) === `${id}.yaml` ? id : `${id}_model`;
}

/** Whether a name is another one with a number, as {@link UniqueNames} gives it. */
export const isNumbered = (name: string, plain: string): boolean =>
  name.startsWith(`${plain} `) && /^\d+$/.test(name.slice(plain.length + 1));

/** Names of one scope, each given once: the second of the same name gets a number. */
export class UniqueNames {
  /** The names that somebody else had, by the numbered ones given instead. */
  readonly numbered = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly findFreeName: ReturnType<typeof createNameFinder>;

  constructor(separator: string) {
    this.findFreeName = createNameFinder(separator);
  }

  /** Keeps a name for something that has it already. */
  take(name: string): string {
    this.taken.add(normalizePlainName(name));
    return name;
  }

  give(...candidates: readonly string[]): string {
    const free = candidates.find((candidate) => !this.has(candidate)) ?? this.giveNumbered(candidates[0]!);
    this.taken.add(normalizePlainName(free));
    return free;
  }

  giveNumbered(name: string): string {
    const free = this.take(this.findFreeName(name, (other) => other === name || this.has(other)));
    this.numbered.set(free, name);
    return free;
  }

  private has(name: string): boolean {
    return this.taken.has(normalizePlainName(name));
  }
}
