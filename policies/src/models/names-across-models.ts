import { missingNames, validateModelGraph } from "pulumi-analytics/policy";
import { policy } from "../policy";

/**
 * Formulas name only what the models of the stack have: a column, metric, relationship or control that another model
 * uses isn't removed or renamed. Mandatory; no settings. To remove such a part, first change the models that use it.
 */
export const namesAcrossModels = policy({
  name: "names-across-models",
  description: "What a formula names in another model of the stack exists there.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateStack: validateModelGraph((graph, _args, report) => {
      for (const { at, path, message, lackedBy } of missingNames(graph)) {
        const place = at.model.findPlace(path);
        report(`${place}: ${message}`, at);
        if (lackedBy !== undefined) report(`lacks what ${at.name} uses (${place})`, lackedBy);
      }
    }),
  }),
});
