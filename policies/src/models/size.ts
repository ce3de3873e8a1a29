import { forEachTable, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { count } from "../settings";

/**
 * A model is small enough to understand and display. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `tables` | tables in a model, at most; default: 50 |
 * | `columns` | columns in a table, at most; default: 300 |
 * | `characters` | characters of the representation, at most; default: 1,000,000 |
 */
export const modelSize = policy({
  name: "model-size",
  description: "Models are of moderate size.",
  level: "advisory",
  settings: {
    tables: count("Tables in a model, at most.", 50),
    columns: count("Columns in a table, at most.", 300),
    characters: count("Characters of the representation, at most.", 1_000_000),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const most = settingsOf(context);
      let tables = 0;
      forEachTable(model, ({ table, path }) => {
        tables++;
        const columns = isUnknown(table.columns) ? 0 : table.columns.length;
        if (columns > most.columns) report(`${columns} columns, more than ${most.columns}`, path);
      });
      if (tables > most.tables) report(`${tables} tables, more than ${most.tables}`);
      if (model.size > most.characters) report(`${model.size} characters, more than ${most.characters}`);
    }),
  }),
});
