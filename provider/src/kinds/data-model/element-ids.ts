import { isUnknown } from "../../core/values";

type Refs = Readonly<Record<string, unknown>>;

/**
 * The values of a declaration's placeholders, with the element ids that a preview doesn't know taken from the state where the model they lie in stays.
 *
 * A preview that updates a model knows its id and none of its element ids. If those counted as changes, like other unknown values, every model that
 * refers to one would be shown as updated, and whatever depends on that model in turn. The update keeps the ids; should one come to differ, the
 * update of the referring model compares again, with all values known.
 *
 * @example keepElementIds({ orders: "m1", "orders#facts": "e1" }, { orders: "m1", "orders#facts": unknownValue })["orders#facts"] // "e1"
 */
export function keepElementIds(before: Refs, after: Refs): Record<string, unknown> {
  const isKept = (name: string) => {
    const model = getModelPlaceholder(name);
    return (
      model !== undefined &&
      Object.hasOwn(before, name) &&
      typeof after[model] === "string" &&
      after[model] === before[model]
    );
  };
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, isUnknown(value) && isKept(name) ? before[name] : value]),
  );
}

/** The placeholder with the id of the model in which a placeholder's element lies: `orders` for `orders#facts` in a file, `…/dataModelId` for `…/elementId` in an object. */
function getModelPlaceholder(name: string): string | undefined {
  const [model, element] = name.split("#", 2);
  if (element !== undefined) return model;
  return name.endsWith("/elementId") ? name.replace(/elementId$/, "dataModelId") : undefined;
}
