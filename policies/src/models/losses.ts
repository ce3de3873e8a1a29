import { validateModelGraph } from "pulumi-analytics/policy";
import { policy } from "../policy";

/**
 * The platform keeps every field of a data model as it is declared. Advisory. The losses are known after the write: the
 * policy checks existing models in each preview, and new models after their first `up`.
 */
export const nothingLost = policy({
  name: "nothing-lost",
  description: "The platform keeps every field of a data model as it is declared.",
  level: "advisory",
  settings: {},
  judge: () => ({
    validateStack: validateModelGraph(({ models }, _args, report) => {
      for (const node of models) {
        for (const { at, what } of node.model.notKept) report(`${at} is ${what} on the platform`, node);
      }
    }),
  }),
});
