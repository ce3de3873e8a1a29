import type { Manifest } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";
import { ownResource, ownType } from "../documents/states";
import { type KnownResource, readOwnNames } from "./program";

/** The resources that the stack of a folder's project has, and those that its program in YAML is about to import. */
export async function readKnownResources(documents: DocumentSet, folder: string): Promise<KnownResource[]> {
  const inStack = (await documents.readStack(folder)).flatMap((one) => {
    const found = ownResource.safeParse(one);
    if (!found.success) return [];
    const { id, type, urn } = found.data;
    const [, , types, name = ""] = urn.split("::");
    // A component's resource has a name of the component's.
    return [{ id, kind: type.replace(ownType, ""), ...(types?.includes("$") ? {} : { name }) }];
  });
  const ids = new Set(inStack.map(({ id }) => id));
  return [...inStack, ...readOwnNames(folder).imported.filter(({ id }) => !ids.has(id))];
}

/** Tells what the program declares beside what was pulled. */
export function createElsewhereTest(
  known: readonly KnownResource[],
  { models, workbooks, reports }: Pick<Manifest, "models" | "workbooks" | "reports">,
): (document: { readonly id: string }) => boolean {
  const inStack = new Set(known.map(({ id }) => id));
  const own = { ...models, ...workbooks, ...reports };
  return ({ id }) => inStack.has(id) && !Object.hasOwn(own, id);
}
