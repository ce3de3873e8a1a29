import type { AnalyticsClient } from "../../core/api";
import { isSameName } from "../../core/text";
import type { AnyKind, Naming } from "../../kinds/declare";

/**
 * The ids of the objects that people call so.
 *
 * @param naming of their kind; undefined: they have no names.
 * @returns nothing for an id.
 */
export async function findByName(
  client: AnalyticsClient,
  naming: Naming | undefined,
  name: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id, names } of naming?.list(client) ?? []) {
    if (id === name) return [];
    if (names.some((one) => isSameName(one.toLowerCase(), name.toLowerCase()))) found.push(id);
  }
  return found;
}

/** Says that there is no object with an id, and whose name it is: a person took one for the other. */
export async function describeMissing({ name, naming }: AnyKind, client: AnalyticsClient, id: string) {
  const ids = await findByName(client, naming, id).catch(() => []);
  const isName = ids.length > 0;
  const named = ids.map((one) => JSON.stringify(one)).join(" or ");
  return {
    isName,
    message: `there is no ${name} with the id ${id}${isName ? `, which is the name of ${named}` : ""}.`,
  };
}
