import { cut, escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import type { Holdings } from "./examine";
import type { PlannedDataset } from "./plan";

/** A name that fits a table. */
export function shortenName({ name }: { readonly name: string }): string {
  return cut(escapeLine(name), 48);
}

/** Names that are told one by one; `--json` has all. */
const mostNames = 10;

function formatNames(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(", ")} and ${more} more` : names.join(", ");
}

/** What the plan leaves out, and the circles it breaks: a line each. */
export function listRemarks({ plan, migrated, archived, others }: Holdings): string[] {
  const byId = new Map(plan.datasets.map((dataset) => [dataset.id, dataset]));
  const getName = (id: string) => escapeLine((byId.get(id) as PlannedDataset).name);
  return [
    ...plan.circles.map((circle) => {
      const steps = circle.map(
        (id, index) => `${getName(id)} on ${getName(circle[index + 1] ?? (circle[0] as string))}`,
      );
      return (
        `Datasets depend on each other in a cycle: ${steps.join(", ")}. The plan starts with ` +
        `${getName(circle[0] as string)}.`
      );
    }),
    ...(archived.length > 0
      ? [`Not included, because archived: ${formatNames(archived.map(({ name }) => escapeLine(name)))}.`]
      : []),
    ...(migrated.length > 0 ? [`${formatCount(migrated.length, "dataset")} already migrated.`] : []),
    ...(others.length > 0 ? [`${formatCount(others.length, "dataset")} without need of migration.`] : []),
  ];
}

/** The same for programs. */
export function listLeftOut({ migrated, archived, others }: Holdings) {
  const toBrief = (datasets: Holdings["archived"]) => datasets.map(({ datasetId: id, name }) => ({ id, name }));
  return { migrated: toBrief(migrated), archived: toBrief(archived), notRequired: toBrief(others) };
}
