import { forEachColumn, forEachElement, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareFlag } from "../settings";

/**
 * Every table and every visible column has a description. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `columns` | whether columns need a description too; default: true |
 */
export const described = policy({
  name: "described",
  description: "Tables and visible columns have a description.",
  level: "advisory",
  settings: { columns: declareFlag("Whether columns need a description too.", true) },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      forEachElement(model, ({ element, path }) => {
        // A control has no description.
        if (element.kind === "table" && isBlank(element.description)) report(`the table has no description`, path);
      });
      if (!settingsOf(context).columns) return;
      forEachColumn(model, ({ column, path }) => {
        if (isUnknown(column.hidden) || column.hidden) return;
        if (isBlank(column.description)) report("the column has no description", path);
      });
    }),
  }),
});

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
