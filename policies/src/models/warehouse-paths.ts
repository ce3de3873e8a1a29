import { forEachSource, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareTexts, isMatchingAny } from "../settings";

/**
 * The sources of tables are in listed databases and schemas only. Without a list, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `allowed` | paths with `*` for any part, joined by dots: `ANALYTICS.*`, `SALES.PUBLIC.*`; default: all |
 *
 * @example `warehousePaths({ config: { allowed: ["ANALYTICS.CORE.*"] } })`
 */
export const warehousePaths = policy({
  name: "warehouse-paths",
  description: "Warehouse tables come from the listed databases and schemas.",
  level: "mandatory",
  settings: { allowed: declareTexts("Paths joined by dots, with * for any part: ANALYTICS.CORE.*; none: all.") },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const { allowed } = settingsOf(context);
      if (allowed.length === 0) return;
      forEachSource(model, ({ source, path }) => {
        if (source.kind !== "warehouse-table" || isUnknown(source.path) || source.path.some(isUnknown)) return;
        const table = source.path.join(".");
        if (!isMatchingAny(table, allowed)) report(`${table} is none of ${allowed.join(", ")}`, [...path, "path"]);
      });
    }),
  }),
});
