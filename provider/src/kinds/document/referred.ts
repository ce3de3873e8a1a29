import { isUnknown } from "../../core/engine";
import { formatPath, isPlaceholder, type Json } from "../../core/model";
import { walkValues } from "../../core/model/json";
import type { DocumentInputs } from "./fields";

/** The fields of a representation that hold an id of another object, and its kind. */
const kinds: Readonly<Record<string, string>> = { connectionId: "Connection", dataModelId: "DataModel" };

/** An id of another object, where it stands, and what it is the id of. */
export interface Referred {
  readonly field: string;
  readonly id: string;
  readonly kind: string;
}

/**
 * The connections and models that a document refers to, each value once: by its placeholder, or by its place.
 *
 * @param read the document with its placeholders.
 */
export function listReferences(
  inputs: {
    readonly confidential?: DocumentInputs["confidential"];
    readonly refs?: Readonly<Record<string, unknown>> | undefined;
  },
  text: unknown,
  read: () => Json,
): Referred[] {
  if (inputs.confidential || isUnknown(text) || isUnknown(inputs.refs)) return [];
  const authored = read();
  const found = new Map<string, Referred>();
  for (const { value, path } of walkValues(authored)) {
    const kind = kinds[String(path.at(-1))];
    const id = isPlaceholder(value) ? inputs.refs?.[value.$ref] : value;
    if (kind === undefined || typeof id !== "string") continue;
    const isNamed = isPlaceholder(value) && !value.$ref.includes("/");
    const field = isNamed ? `refs.${value.$ref}` : formatPath(authored, path);
    found.set(`${kind} ${id}`, found.get(`${kind} ${id}`) ?? { field, id, kind });
  }
  return [...found.values()];
}
