import { remember } from "../../data";
import { isObject, isPlaceholder, isSameJson, type Json, unknownValue } from "../json";
import { listElementPlaces } from "../references/references";

/** Values of placeholders, by name. */
type Values = Readonly<Record<string, unknown>>;

/** How to format values. */
interface NewValuesOptions {
  /** Whether the values themselves are left out, as they may be secret. */
  readonly areHidden?: boolean;
}

/** Characters of a value that are shown. */
const longest = 60;

/**
 * The values of placeholders that became others, as lines for people: each pair of values once, with how many elements
 * use it. Values that aren't texts are left out, and so are unknown ones.
 *
 * @param spec the spec after the change, placeholders unfilled.
 * @example formatNewValues(spec, { warehouse: "7f85" }, { warehouse: "1111" })
 * // ["another value for `warehouse`: `7f85` → `1111`, used by 3 tables"]
 */
export function formatNewValues(
  spec: Json,
  before: Values,
  after: Values,
  { areHidden = false }: NewValuesOptions = {},
): string[] {
  const groups = new Map<string, Set<string>>();
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name) || value === unknownValue) continue;
    if (isSameJson(value as Json, before[name] as Json)) continue;
    const isShown = !areHidden && typeof value === "string" && typeof before[name] === "string";
    const values = isShown ? `: ${formatText(before[name] as string)} → ${formatText(value)}` : "";
    remember(groups, values, () => new Set()).add(name);
  }
  return [...groups].map(([values, names]) => {
    const labels = [...new Set([...names].map(formatName))].map((label) => `\`${label}\``);
    return `another value for ${labels.join(", ")}${values}${describeUsers(spec, names)}`;
  });
}

const formatText = (text: string) => `\`${text.length > longest ? `${text.slice(0, longest)}…` : text}\``;

/** The field, for a placeholder that is named after its path: `pages/main/elements/facts/source/connectionId`. */
const formatName = (name: string) => (name.startsWith("pages/") ? name.split("/").at(-1)! : name);

/** `, used by 3 tables and 1 control` */
function describeUsers(spec: Json, names: ReadonlySet<string>): string {
  if (!isObject(spec)) return "";
  const users = listElementPlaces(spec)
    .map(({ element }) => element)
    .filter((element) => hasPlaceholder(element, names));
  const counts = ["table", "control"].flatMap((kind) => {
    const { length } = users.filter((element) => element.kind === kind);
    return length === 0 ? [] : [`${length} ${kind}${length === 1 ? "" : "s"}`];
  });
  return counts.length === 0 ? "" : `, used by ${counts.join(" and ")}`;
}

function hasPlaceholder(value: Json | undefined, names: ReadonlySet<string>): boolean {
  if (isPlaceholder(value)) return names.has(value.$ref);
  return (
    typeof value === "object" && value !== null && Object.values(value).some((item) => hasPlaceholder(item, names))
  );
}
