import { cut, escapeLine, formatCount, joinSome } from "pulumi-analytics-internal/core/text";
import type { Holdings } from "./examine";
import type { PlannedDataset } from "./plan";

/** A name that fits a table. */
export function shortenName({ name }: { readonly name: string }): string {
  return cut(escapeLine(name), 48);
}

/** Names that are told one by one; `--json` has all. */
const mostNames = 10;

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
      ? [
          `Not included, because archived: ${joinSome(
            archived.map(({ name }) => escapeLine(name)),
            mostNames,
          )}.`,
        ]
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
