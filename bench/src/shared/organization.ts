import type { Declared } from "./programs";

/** The whole: ten times what large organizations had so far. */
const whole = {
  models: 5000,
  workbooks: 2000,
  members: 2000,
  schedules: 1000,
  folders: 500,
} as const;

/** Models of 100 columns, workbooks of 20 elements; each folder with 20 grants. */
const fixed = { columns: 100, elements: 20, grantsPerFolder: 20 } as const;

export const domainCount = 10;

/** A share of the whole, from 0 to 1: at least one object of each kind. */
export function growOrganization(share: number): Declared {
  const counts = Object.entries(whole).map(([kind, count]) => [kind, Math.max(1, Math.round(count * share))]);
  // A grant needs a team of its own in each folder.
  return { ...Object.fromEntries(counts), ...fixed, teams: fixed.grantsPerFolder };
}

/** How many objects are declared, each grant as one. */
export function countObjects(declared: Declared): number {
  const { folders = 0, grantsPerFolder = 0, teams = 0 } = declared;
  const counts = (Object.keys(whole) as (keyof typeof whole)[]).map((kind) => declared[kind] ?? 0);
  return counts.reduce((sum, count) => sum + count, teams + folders * grantsPerFolder);
}

/** The same, in as many stacks as there are domains; their objects have names of their own. */
export function splitIntoDomains(declared: Declared): Declared[] {
  const kinds = Object.keys(whole) as (keyof typeof whole)[];
  return Array.from({ length: domainCount }, (_, domain) => {
    const shareOut = (count = 0) => Math.floor((count + domain) / domainCount);
    return {
      ...declared,
      ...Object.fromEntries(kinds.map((kind) => [kind, shareOut(declared[kind])])),
      domain: `domain-${domain}`,
    };
  });
}
