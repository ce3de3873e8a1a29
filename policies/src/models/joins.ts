import { forEachJoin, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";

/** No join is a full outer join, whose result grows without limit if keys don't match. Mandatory; no settings. */
export const noFullOuterJoins = policy({
  name: "no-full-outer-joins",
  description: "Joins are not full-outer.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateResource: validateDataModel((model, _context, report) => {
      forEachJoin(model, ({ join, path }) => {
        if (join.joinType === "full-outer") report("keeps all rows of both sides", [...path, "joinType"]);
      });
    }),
  }),
});
