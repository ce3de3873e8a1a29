import { loadAllKinds } from "pulumi-analytics-internal/kinds/registry";
import { lookupModules } from "pulumi-analytics-internal/lookups/registry";

/** The first parts of the paths that kinds and lookups call, such as `tags`, in the order of letters. */
export function listAreas(): string[] {
  const lookups = lookupModules.flatMap((module) => module.lookups);
  const endpoints = [...loadAllKinds(), ...lookups].flatMap(({ docs }) => docs.endpoints);
  const parts = endpoints.flatMap((endpoint) => /\/v2\/([\w-]+)/.exec(endpoint)?.[1] ?? []);
  return [...new Set(parts)].sort();
}
