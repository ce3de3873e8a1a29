/** What an update does to materialization schedules, and to the tables that they have built. */
import type { SpecChange } from "../../../core/model";
import type { CommonInputs, Danger, LifecycleContext } from "../../declare";
import { nameSome } from "../../document/readers";
import { getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";
import { formatSchedule, listSchedules } from "../schedules";
import { diffShown, isChanged } from "./changes";
import { findModel } from "./readers";

type Declared = DataModelInputs & CommonInputs;

/** The schedules of a model from which an update removes elements: the platform may delete those of all elements. */
export function findDanger(news: Declared, olds: Declared): Danger | undefined {
  const loss = describeLoss(news, olds);
  if (loss === undefined) return undefined;
  const hint = "`up` sets those of the other elements again, which starts a run of each.";
  return { kind: "MaterializationSchedule", what: `${loss}, also`, hint };
}

/** The same of all schedules that the platform has. It sends reads, and no failure of these is one of the preview. */
export async function tellSchedules(
  news: Declared,
  olds: Declared,
  context: Pick<LifecycleContext, "client" | "log">,
): Promise<void> {
  const loss = describeLoss(news, olds);
  if (loss === undefined) return;
  const schedules = await findModel(context.client, olds).then(
    (id) => listSchedules(context, id),
    () => undefined,
  );
  if (schedules === undefined || schedules.length === 0) return;
  context.log(`warning: ${loss}: ${nameSome(schedules.map(formatSchedule), "; ")}`);
}

/** The elements whose visibility an update changes, in one line. */
export function listVisibilityChanges(news: Declared, olds: Declared | undefined): string[] {
  const changed = namePlaces(news, olds, ({ field }) => field === "visibleAsSource");
  if (changed === undefined) return [];
  return [
    `${getTitle(news)}: visibleAsSource of ${changed} changes. The platform drops the tables that materializations ` +
      "of their readers have built, until the next run",
  ];
}

/** What the platform may delete with an update; undefined: the update removes no element, or the model is replaced. */
function describeLoss(news: Declared, olds: Declared): string | undefined {
  const removed = news.profile === olds.profile ? namePlaces(news, olds, isElementRemoved) : undefined;
  if (removed === undefined) return undefined;
  return (
    `${getTitle(news)}: the update removes ${removed}. The platform may then delete the materialization schedules of ` +
    "all elements of the model"
  );
}

/** With a page go its elements. */
const isElementRemoved = ({ action, thing, path }: SpecChange) =>
  action === "removed" && (thing === "page" || path.at(-2) === "elements");

/** Names the places of changes. Undefined: there are none. */
function namePlaces(news: Declared, olds: Declared | undefined, isMeant: (change: SpecChange) => boolean) {
  if (olds === undefined || !isChanged(olds, news)) return undefined;
  const places = [
    ...new Set(
      diffShown(olds, news)
        .filter(isMeant)
        .map(({ where }) => where),
    ),
  ];
  return places.length === 0 ? undefined : nameSome(places, ", ");
}
