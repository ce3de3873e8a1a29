import { validateModelGraph } from "pulumi-analytics/policy";
import { policy } from "../policy";

/**
 * The platform keeps every field of a data model as it is declared. Advisory. What it drops or changes is known after the write: a model that
 * is already in the stack is judged in each preview, a new one after its first `up`.
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
