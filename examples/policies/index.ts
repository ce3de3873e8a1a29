import { PolicyPack, type ResourceValidationPolicy, type StackValidationPolicy } from "@pulumi/policy";
import { forEachFormula, validateDataModel, validateModelGraph } from "pulumi-analytics/policy";
import { count, credentialMethods, described, personalData, policy } from "pulumi-analytics-policies";

/** Uses only the helpers. */
const noRawSqlFunctions: ResourceValidationPolicy = {
  name: "no-raw-sql-functions",
  description: "Formulas don't call functions of the warehouse by name.",
  enforcementLevel: "mandatory",
  validateResource: validateDataModel((model, _context, report) => {
    forEachFormula(model, ({ formula, path }) => {
      if (/\bCall(?:Text|Number|Datetime)\(/.test(formula)) report(`the formula is ${formula}`, path);
    });
  }),
};

/** Has settings that the pack's configuration can change, like the starter pack's policies. */
const fewMetrics = policy({
  name: "few-metrics",
  description: "A table has few metrics.",
  level: "advisory",
  settings: { most: count("Metrics of a table, at most.", 20) },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const { most } = settingsOf(context);
      const metrics = new Map<object, number>();
      forEachFormula(model, ({ table, path }) => {
        if (path.at(-3) !== "metrics") return;
        const seen = (metrics.get(table) ?? 0) + 1;
        metrics.set(table, seen);
        if (seen === most + 1) report(`more than ${most} metrics`, path.slice(0, 4));
      });
    }),
  }),
});

/** Checks all models of the stack together. */
const fewUsers: StackValidationPolicy = {
  name: "few-users",
  description: "Few tables depend on one model.",
  validateStack: validateModelGraph(({ models }, _args, report) => {
    for (const node of models) if (node.users.length > 10) report(`${node.users.length} tables depend on it`, node);
  }),
};

new PolicyPack("ours", {
  policies: [
    noRawSqlFunctions,
    fewMetrics(),
    fewUsers,
    described({ level: "mandatory", config: { columns: false } }),
    personalData({ config: { exempt: ["support.team_email"] } }),
    credentialMethods({ config: { forbidden: ["bearer"] } }),
  ],
});
