import { assignIds } from "../identity/assign";
import { isObject, isPlaceholder, type Json } from "../json";

/** An element that a representation declares, by the ids there. */
export interface DeclaredElement {
  readonly id: string;
  /** The ids of its columns; undefined: an output holds some. */
  readonly columns?: Readonly<Record<string, string>>;
}

/**
 * The elements that a representation declares, by their ids; undefined: an output holds some, which only an update
 * knows.
 */
export function listDeclaredElements(form: Json): Readonly<Record<string, DeclaredElement>> | undefined {
  if (!isObject(form)) return undefined;
  const pages = listKnown(assignIds(form).pages);
  const elements = pages?.map((page) => (isObject(page) ? listKnown(page.elements) : []));
  if (elements === undefined || elements.includes(undefined)) return undefined;
  const all = elements.flatMap((some) => some ?? []).filter(isObject);
  if (listIds(all) === undefined) return undefined;
  return Object.fromEntries(
    all.map(({ id, columns }) => [id, { id: id as string, columns: listIds(listKnown(columns)) }]),
  );
}

function listIds(parts: readonly Json[] | undefined): Record<string, string> | undefined {
  const ids = parts?.map((part) => (isObject(part) ? part.id : undefined));
  const areKnown = ids?.every((id): id is string => typeof id === "string");
  return areKnown ? Object.fromEntries(ids!.map((id) => [id, id as string])) : undefined;
}

/** The items of a list, none where there is no list; undefined if one of them is an output. */
function listKnown(list: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(list)) return list.some(isPlaceholder) ? undefined : list;
  return isPlaceholder(list) ? undefined : [];
}
