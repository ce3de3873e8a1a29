import * as z from "zod";
import type { Manifest } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";
import { type KnownResource, readOwnNames } from "./program";

const resource = z.looseObject({
  type: z.string().regex(/^(pulumi-nodejs:dynamic\/analytics|analytics:index):/),
  urn: z.string(),
  id: z.string(),
  delete: z.literal(false).optional(),
});

/** The resources that the stack of a folder's project has, and those that its program in YAML is about to import. */
export async function readKnownResources(documents: DocumentSet, folder: string): Promise<KnownResource[]> {
  const inStack = (await documents.readStack(folder)).flatMap((one) => {
    const found = resource.safeParse(one);
    if (!found.success) return [];
    const { id, type, urn } = found.data;
    const [, , types, name = ""] = urn.split("::");
    // A component's resource has a name of the component's.
    return [{ id, kind: type.slice(type.lastIndexOf(":") + 1), ...(types?.includes("$") ? {} : { name }) }];
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
