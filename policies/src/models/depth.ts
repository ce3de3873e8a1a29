import { type ModelNode, validateModelGraph } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { count } from "../settings";

/**
 * Models don't depend on each other in long chains, in which a change affects many other models. Advisory. Only models
 * of this stack count.
 *
 * | setting | |
 * |---|---|
 * | `most` | models in a chain, at most; default: 5 |
 */
export const modelDepth = policy({
  name: "model-depth",
  description: "Models don't depend on each other in long chains.",
  level: "advisory",
  settings: { most: count("Models in a chain, at most.", 5) },
  judge: (settingsOf) => ({
    validateStack: validateModelGraph(({ models }, args, report) => {
      const { most } = settingsOf(args);
      const chains = new Map<ModelNode, readonly ModelNode[]>();
      for (const model of models) {
        const chain = findLongest(model, chains);
        // Only the first model over the limit: all that depend on it are over it too.
        if (chain.length === most + 1)
          report(`${chain.map(({ name }) => name).join(" → ")} are ${chain.length} models`, model);
      }
    }),
  }),
});

/** The longest chain of models that one depends on, itself first. Programs can't declare cycles. */
function findLongest(model: ModelNode, known: Map<ModelNode, readonly ModelNode[]>): readonly ModelNode[] {
  let chain = known.get(model);
  if (chain === undefined) {
    // An edge with several possible models doesn't prove a chain.
    const below = model.sources
      .filter(({ to }) => to.length === 1)
      .map(({ to: [source] }) => findLongest(source!, known));
    chain = [model, ...below.reduce((a, b) => (b.length > a.length ? b : a), [])];
    known.set(model, chain);
  }
  return chain;
}
