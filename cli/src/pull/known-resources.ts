import * as z from "zod";
import type { Manifest } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";
import type { NamedCoded } from "../platform/documents";
import type { ListedModel } from "./organization";
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

/** What a pull is about to read. */
interface Chosen {
  readonly models: readonly ListedModel[];
  readonly workbooks: readonly NamedCoded[];
  readonly reports: readonly NamedCoded[];
}

/** Leaves out what the program declares beside what was pulled, and names it. */
export function dropElsewhere(
  { models, workbooks, reports }: Chosen,
  known: readonly KnownResource[],
  pulled: Pick<Manifest, "models" | "workbooks" | "reports">,
): Chosen & { readonly elsewhere: readonly string[] } {
  const inStack = new Set(known.map(({ id }) => id));
  const own = new Set(Object.keys({ ...pulled.models, ...pulled.workbooks, ...pulled.reports }));
  const isHere = ({ id }: { readonly id: string }) => own.has(id) || !inStack.has(id);
  const all = [...models.map(({ id, title }) => ({ id, name: title })), ...workbooks, ...reports];
  return {
    models: models.filter(isHere),
    workbooks: workbooks.filter(isHere),
    reports: reports.filter(isHere),
    elsewhere: all.filter((one) => !isHere(one)).map(({ name }) => name),
  };
}
