import { forEachElement, forEachFormula, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareText } from "../settings";

const definePattern = (thing: string) =>
  declareText(`A regular expression for the whole name of a ${thing}; empty: any.`);

/**
 * Names match patterns, one for each sort of object. Without patterns, the policy checks nothing. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `model`, `page`, `table`, `control`, `column`, `metric` | a regular expression for the name; default: any name |
 *
 * @example `names({ config: { column: "\\p{Lu}.*", table: "[A-Z][a-z ]+" } })`
 */
export const names = policy({
  name: "names",
  description: "Names are as their patterns say.",
  level: "advisory",
  settings: {
    model: definePattern("model"),
    page: definePattern("page"),
    table: definePattern("table"),
    control: definePattern("control"),
    column: definePattern("column"),
    metric: definePattern("metric"),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const settings = settingsOf(context);
      const judge = (kind: keyof typeof settings, name: string | undefined, path?: (string | number)[]) => {
        const wanted = settings[kind];
        if (wanted === "" || name === undefined || isUnknown(name)) return;
        if (!new RegExp(`^(?:${wanted})$`, "u").test(name))
          report(`${kind} name "${name}" is not like ${wanted}`, path);
      };
      judge("model", model.fields.name);
      const pages = new Set<object>();
      forEachElement(model, ({ element, page, path }) => {
        if (!pages.has(page)) judge("page", page.name, path.slice(0, 2));
        pages.add(page);
        if (!isUnknown(element.kind)) judge(element.kind, element.name, path);
      });
      forEachFormula(model, ({ of, path }) =>
        judge(path.at(-3) === "columns" ? "column" : "metric", of.name, path.slice(0, -1)),
      );
    }),
  }),
});
