import {
  assignIds,
  diffModels,
  fillPlaceholders,
  hasPlaceholders,
  type IdentityMap,
  type Json,
  type JsonObject,
  matchIdentity,
  type PlatformSpec,
  platformSpec,
  preserveAuthoring,
  readableIds,
  type SpecChange,
  toLocalIds,
  withoutIgnored,
} from "../../core/spec";
import { elementsOf, kindNames, type PartField, partFields } from "../../core/spec/internal";
import { opened, valuesIn, veiled } from "./outside";
import type { ReadSide } from "./read-side";

/** What differs between two sides. */
export interface Comparison {
  readonly changes: readonly SpecChange[];
  /** What each placeholder stands for on the other side; or each id of the first organization, by its field: `connectionId 1b0c…`. */
  readonly values: Readonly<Record<string, Json>>;
  /** What could not be told apart, and ids that changed on the platform. */
  readonly remarks: readonly string[];
}

export interface CompareOptions {
  /** Paths of parts that don't count; see `withoutIgnored`. */
  readonly ignore: readonly string[];
  /** Whether both sides are of one organization, where the same id means the same thing. */
  readonly isOneOrganization: boolean;
}

/** Compares two sides in meaning, in one set of ids. */
export function compare(before: ReadSide, after: ReadSide, options: CompareOptions): Comparison {
  if (before.model === undefined && after.model === undefined) return compareFiles(before.spec, after.spec, options);
  if (after.model === undefined) {
    const { own, values, remarks } = inTermsOf(after.spec, before.spec);
    return { changes: changesBetween(own, after.spec, options), values, remarks };
  }
  if (before.model === undefined) {
    const { own, values, remarks } = inTermsOf(before.spec, after.spec);
    return { changes: changesBetween(before.spec, own, options), values, remarks };
  }
  const [old, now] = [platformSpec(before.model), platformSpec(after.model)];
  const ids = readableIds(old);
  const mine = toLocalIds(old, ids);
  if (options.isOneOrganization && before.model.dataModelId === after.model.dataModelId) {
    // Versions of one model: what has the same id is the same.
    const idsNow = readableIds(now, ids);
    const changes = changesBetween(mine, toLocalIds(now, idsNow), options);
    return { changes, values: {}, remarks: reassigned(ids, idsNow) };
  }
  // Of two models nothing but the contents is alike; in one organization, what stands outside of them is too.
  const { form, ids: outside } = options.isOneOrganization ? { form: mine, ids: {} } : opened(mine);
  const { own, values, remarks } = inTermsOf(form, after.spec);
  return { changes: changesBetween(mine, fillPlaceholders(own, outside).spec, options), values, remarks };
}

/** In two files, placeholders count by their names; but one that has none is as the platform gave it, with values where the other has placeholders. */
function compareFiles(before: JsonObject, after: JsonObject, options: CompareOptions): Comparison {
  const [placeholdersBefore, placeholdersAfter] = [hasPlaceholders(before), hasPlaceholders(after)];
  if (placeholdersBefore && placeholdersAfter)
    return { changes: changesBetween(before, after, options), values: {}, remarks: [] };
  if (!shareIds(before, after)) {
    const { own, values, remarks } = placeholdersAfter ? inTermsOf(after, before) : inTermsOf(before, after);
    const changes = placeholdersAfter ? changesBetween(own, after, options) : changesBetween(before, own, options);
    return { changes, values, remarks: ["the two models have no id in common; matched by contents", ...remarks] };
  }
  const { values } = placeholdersAfter ? learned(after, before) : learned(before, after);
  const changes = changesBetween(fillPlaceholders(before, values).spec, fillPlaceholders(after, values).spec, options);
  return { changes, values, remarks: [] };
}

/** Whether ids can tell what belongs together: some element has the same in both, or there are none to compare. */
function shareIds(before: JsonObject, after: JsonObject): boolean {
  const [ids, others] = [before, after].map((spec) => elementsOf(spec).map(({ id }) => id)) as [Json[], Json[]];
  return ids.length === 0 || others.length === 0 || ids.some((id) => others.includes(id));
}

/** Parts that kept their name but not their id: what points at them on the platform, such as a workbook, points at nothing now. */
function reassigned(before: IdentityMap, after: IdentityMap): string[] {
  const now = new Map(idsIn(after));
  const parts = idsIn(before).flatMap(([name, id]) => (now.has(name) && now.get(name) !== id ? [name] : []));
  return parts.length === 0 ? [] : [`new ids on the platform: ${parts.join(", ")}`];
}

function idsIn({ pages, elements }: IdentityMap): [name: string, id: string][] {
  const named = (noun: string, ids: Record<string, string>): [string, string][] =>
    Object.entries(ids).map(([name, id]) => [`${noun} ${name}`, id]);
  return [
    ...named("page", pages),
    ...Object.entries(elements).flatMap(([element, { id, ...parts }]): [string, string][] => [
      [`element ${element}`, id],
      ...Object.entries(parts).flatMap(([field, ids]) =>
        named(`${element} › ${kindNames[partFields[field as PartField]]}`, ids),
      ),
    ]),
  ];
}

function changesBetween(before: Json, after: Json, { ignore }: CompareOptions): SpecChange[] {
  return diffModels(withoutIgnored(assignIds(before), ignore), withoutIgnored(assignIds(after), ignore), {
    stored: true,
  });
}

/**
 * A model of the platform, written as a form writes it: in the form's ids, and with its placeholders where the platform has what these stand for.
 */
export function inTermsOf(
  form: Json,
  other: Json,
): { own: Json; ids: IdentityMap } & Pick<Comparison, "values" | "remarks"> {
  const { values, ids: previous } = learned(form, other);
  const received = inIdsOfItsOwn(other);
  const { map, ambiguities } = matchIdentity({
    sent: assignIds(fillPlaceholders(form, values).spec),
    received,
    previous,
  });
  const ids = readableIds(received, map);
  return { own: preserveAuthoring(form, toLocalIds(received, ids), values), ids, values, remarks: ambiguities };
}

/** What the placeholders of a form stand for in another model; its parts are recognized by all that can't stand for something else. */
function learned(form: Json, other: Json): { values: Record<string, Json>; ids: IdentityMap } {
  const ids = matchIdentity({ sent: assignIds(veiled(form)), received: inIdsOfItsOwn(veiled(other)) }).map;
  return { values: valuesIn(assignIds(form), toLocalIds(inIdsOfItsOwn(other), ids)), ids };
}

/** The other side, whose ids say nothing of this one's: a model of the platform, or a file. */
const inIdsOfItsOwn = (other: Json): PlatformSpec => platformSpec(assignIds(other) as unknown as { pages: unknown[] });
