import {
  type Finding,
  formatPath,
  isPlaceholder,
  type Json,
  type JsonObject,
  listPlaceholders,
  locateFindings,
  type Severity,
} from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString, splitRef, toList } from "pulumi-analytics-internal/core/model/json";
import { findNearest, isSameName, normalizeName } from "pulumi-analytics-internal/core/text";
import type { OwnFile } from "./read-files";

/**
 * What `!ref model#element` names although the model's file, if it is among those given, has no such element. Two files
 * of one name could both be meant: what either has is there.
 */
export function findMissingElements(models: readonly OwnFile[], severity: Severity): Finding[] {
  const named = new Map<string, OwnFile[]>();
  for (const model of models) {
    const name = normalizeName(model.name);
    named.set(name, [...(named.get(name) ?? []), model]);
  }
  return models.flatMap(({ form, source }) => {
    const findings = listPlaceholders(form).flatMap(({ name, path }): Finding[] => {
      const [model, element] = splitRef(name);
      const meant = named.get(normalizeName(model));
      if (element === undefined || meant === undefined) return [];
      const ids = meant.flatMap((one) => listElementIds(one.form));
      if (ids.includes(undefined) || ids.some((id) => isSameName(id, element))) return [];
      const near = findNearest(element, ids as string[]);
      const files = meant.map(({ file }) => file).join(" and ");
      return [
        {
          rule: "missing-element",
          severity,
          path,
          pathText: formatPath(form, path),
          message: `${files} has no element \`${element}\``,
          hint: near === undefined ? describeElements(ids as string[]) : `Did you mean \`!ref ${model}#${near}\`?`,
        },
      ];
    });
    locateFindings(findings, source);
    return findings;
  });
}

const describeElements = (ids: readonly string[]) =>
  ids.length === 0 ? "It has none." : `It has ${ids.map((id) => `\`${id}\``).join(", ")}.`;

/** The ids of a model's elements; undefined where one is open, so that any could be there. */
function listElementIds(form: Json): (string | undefined)[] {
  if (!isObject(form)) return [undefined];
  return toList(form.pages).flatMap((page) =>
    isObject(page) && !isPlaceholder(page) && !isPlaceholder(page.elements)
      ? toList(page.elements).map((element) => readKnownString((element as JsonObject | null)?.id))
      : [undefined],
  );
}
