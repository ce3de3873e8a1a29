import type { Dataset, DatasetMigration } from "pulumi-analytics-internal/core/api";

/** A dataset that needs migration, and what its dry run said. */
export interface Examined {
  readonly dataset: Dataset;
  /** Absent when the platform refused it. */
  readonly dryRun?: DatasetMigration;
  /** Why the platform refused the dry run. */
  readonly refusal?: string;
}

/** A dataset in its place of the plan. */
export interface PlannedDataset {
  readonly id: string;
  readonly name: string;
  /** Names of the folders it lies in, with `/`. */
  readonly path: string;
  readonly url: string;
  /** Ids of the datasets it depends on, planned or not. */
  readonly standsOn: readonly string[];
  /** How many tables of connections it depends on. */
  readonly tables: number;
  /** Ids of the datasets that depend on it, planned or not. */
  readonly usedBy: readonly string[];
  /** Of `standsOn`, those that need migration too and come first. */
  readonly after: readonly string[];
  /** The platform's own counts; absent when it refused the dry run. */
  readonly linkCount?: number;
  readonly referenceCount?: number;
  /** Why the platform refused the dry run: it would refuse the migration too. */
  readonly refusal?: string;
}

/** The datasets in the order of their migration. */
export interface Plan {
  readonly datasets: readonly PlannedDataset[];
  /**
   * Datasets that depend on each other: each on the next, the last on the first. The first is migrated before what it
   * depends on, since one has to be.
   */
  readonly circles: readonly (readonly string[])[];
}

/**
 * The order in which datasets are to be migrated: by their dependencies, else by place and name. The same datasets
 * always get the same order.
 *
 * A dry run tells of the whole series of links a dataset is part of, so that what one of them doesn't say another may.
 */
export function buildPlan(examined: readonly Examined[]): Plan {
  const links = collectLinks(examined);
  const planned = new Map(examined.toSorted(comparePlaces).map((one) => [one.dataset.datasetId, one]));
  const sources = new Map(
    [...planned.keys()].map((id) => [id, links.sourcesOf(id).filter((source) => planned.has(source))]),
  );
  const { order, circles } = sortByDependency(sources);
  const place = new Map(order.map((id, index) => [id, index]));
  const getPosition = (id: string) => place.get(id) ?? order.length;
  const sortIds = (ids: readonly string[]) => ids.toSorted((a, b) => getPosition(a) - getPosition(b));
  const datasets = order.map((id, index): PlannedDataset => {
    const { dataset, dryRun, refusal } = planned.get(id) as Examined;
    return {
      id,
      name: dataset.name,
      path: dataset.path,
      url: dataset.url,
      standsOn: sortIds(links.sourcesOf(id)),
      tables: links.tablesOf(id),
      usedBy: sortIds(links.usersOf(id)),
      after: sortIds(sources.get(id) ?? []).filter((source) => getPosition(source) < index),
      ...(dryRun && { linkCount: dryRun.linkCount, referenceCount: dryRun.referenceCount }),
      ...(refusal !== undefined && { refusal }),
    };
  });
  return { datasets, circles };
}

function comparePlaces({ dataset: a }: Examined, { dataset: b }: Examined): number {
  return compareTexts(a.path, b.path) || compareTexts(a.name, b.name) || compareTexts(a.datasetId, b.datasetId);
}

/** By code units, so that the order is the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function collectLinks(examined: readonly Examined[]) {
  const sources = new Map<string, Set<string>>();
  const users = new Map<string, Set<string>>();
  const tables = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  for (const { source, target } of examined.flatMap(({ dryRun }) => dryRun?.links ?? [])) {
    const { datasetId: user } = target;
    if (user === undefined || user === source.datasetId) continue;
    if (source.tableId !== undefined) add(tables, user, source.tableId);
    if (source.datasetId === undefined) continue;
    add(sources, user, source.datasetId);
    add(users, source.datasetId, user);
  }
  const sortSet = (set: Set<string> | undefined) => [...(set ?? [])].sort();
  return {
    sourcesOf: (id: string) => sortSet(sources.get(id)),
    usersOf: (id: string) => sortSet(users.get(id)),
    tablesOf: (id: string) => tables.get(id)?.size ?? 0,
  };
}

/** Sources before what depends on them, else in the order given. */
function sortByDependency(sources: ReadonlyMap<string, readonly string[]>): { order: string[]; circles: string[][] } {
  const open = new Set(sources.keys());
  const order: string[] = [];
  const circles: string[][] = [];
  const openSources = (id: string) => (sources.get(id) ?? []).filter((source) => open.has(source));
  while (open.size > 0) {
    let next = [...open].find((id) => openSources(id).length === 0);
    if (next === undefined) {
      next = findFirstInCycle(open, openSources);
      circles.push(findShortestCycle(next, openSources));
    }
    open.delete(next);
    order.push(next);
  }
  return { order, circles };
}

type Neighbors = (id: string) => readonly string[];

/**
 * The first that depends on nothing open but what depends on it in turn: breaking there disturbs nothing outside the
 * circle.
 */
function findFirstInCycle(open: ReadonlySet<string>, sourcesOf: Neighbors): string {
  const below = new Map([...open].map((id) => [id, collectReachable(id, sourcesOf)]));
  const isClosed = (id: string) => [...(below.get(id) ?? [])].every((other) => below.get(other)?.has(id));
  return [...open].find(isClosed) as string;
}

function collectReachable(from: string, neighbors: Neighbors): Set<string> {
  const seen = new Set<string>();
  const left = [from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const next of neighbors(id)) {
      if (seen.has(next)) continue;
      seen.add(next);
      left.push(next);
    }
  }
  return seen;
}

/** The shortest way from a dataset, over what it depends on, back to itself. */
function findShortestCycle(start: string, sourcesOf: Neighbors): string[] {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of sourcesOf(way.at(-1) as string)) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [start];
}
