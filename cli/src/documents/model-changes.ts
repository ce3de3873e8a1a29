import type { Json, SpecChange } from "pulumi-analytics-internal/core/model";

/** A field of a model beside its contents: what it was, and what it is. */
export type ModelField = readonly [field: string, before: Json | undefined, after: Json | undefined];

/**
 * The changes of a model beside its contents, such as its name and folder.
 *
 * @example diffFields([["name", "Orders", "Sales"], ["folder", "Acme", "Acme"]]) // one change, of the name
 */
export function diffFields(fields: readonly ModelField[]): SpecChange[] {
  return fields
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => ({
      action: "changed",
      thing: "model",
      where: "",
      path: [field],
      field,
      before,
      after,
      destructive: false,
    }));
}
