import type { Page } from "./schema";

/** A column as the catalog of a connection has it. */
export interface CatalogColumn {
  readonly name: string;
  readonly type: "text" | "number" | "datetime" | "boolean";
}

/** What a spec is read against: the catalogs of the connections and the other data models. */
export interface Catalog {
  /** Whether references across elements mind the case of names. */
  readonly referenceCase: "insensitive" | "sensitive";
  /** Whether references may say the label of a column that is from elsewhere: `Region (Customer)`. */
  readonly columnLabels: "resolve" | "refuse";
  /** Whether the connection shows columns by their friendly names. */
  usesFriendlyNames(connectionId: string): boolean;
  /** The columns of a table; undefined when the catalog doesn't have it. */
  columnsOf(connectionId: string, path: readonly string[]): readonly CatalogColumn[] | undefined;
  /** The pages of the latest version of another data model; undefined when there is none. */
  pagesOf(dataModelId: string): readonly Page[] | undefined;
}

/** Words that a friendly name writes small, unless they come first. */
const smallWords = new Set("a an the and or for at by in of on to up as into via per".split(" "));

/**
 * The name that the platform shows for a column of a warehouse.
 *
 * @example
 * friendlyName("DAYS_TO_SHIP"); // "Days to Ship"
 * friendlyName("V userId"); // "V User Id"
 */
export function formFriendlyName(name: string): string {
  const words = name
    .replace(/[_\-./[\]\s]+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .trim()
    .toLowerCase()
    .split(" ");
  return words
    .map((word, index) => (index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** What is the same of all spellings of a column: its name without case, spaces and `_ - / . [ ]`. */
export function getBareName(name: string): string {
  return name.replace(/[\s_\-/.[\]]/g, "").toLowerCase();
}

/** The column that a reference means: by its own name, or in any spelling where friendly names are in use. */
export function findCalled(
  columns: readonly CatalogColumn[],
  name: string,
  isFriendly: boolean,
): CatalogColumn | undefined {
  const exact = columns.find((column) => column.name === name);
  return exact ?? (isFriendly ? columns.find((column) => getBareName(column.name) === getBareName(name)) : undefined);
}
