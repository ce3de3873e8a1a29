import { formatPath, isPlaceholder, type Json, type Path } from "../../core/spec";
import { isUnknown } from "../../core/values";
import { getModel } from "./declaration";
import type { DataModelInputs } from "./fields";

/** The fields of a representation that hold an id of another object, and its kind. */
const kinds: Readonly<Record<string, string>> = { connectionId: "Connection", dataModelId: "DataModel" };

/** The connections and other models that a model refers to, each value once: by its placeholder, or by its place. */
export function listReferences(inputs: DataModelInputs): { field: string; id: string; kind: string }[] {
  if (inputs.confidential || isUnknown(inputs.spec) || isUnknown(inputs.refs)) return [];
  const { authored } = getModel(inputs);
  const found = new Map<string, { field: string; id: string; kind: string }>();
  const walk = (value: Json | undefined, path: Path): void => {
    const kind = kinds[String(path.at(-1))];
    const id = isPlaceholder(value) ? inputs.refs?.[value.$ref] : value;
    if (kind !== undefined && typeof id === "string") {
      const isNamed = isPlaceholder(value) && !value.$ref.includes("/");
      const field = isNamed ? `refs.${value.$ref}` : formatPath(authored, path);
      found.set(`${kind} ${id}`, found.get(`${kind} ${id}`) ?? { field, id, kind });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index]);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
    }
  };
  walk(authored, []);
  return [...found.values()];
}
