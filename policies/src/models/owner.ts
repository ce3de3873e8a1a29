import { isUnknown, remediateDataModel, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareText } from "../settings";

/**
 * Every model's description ends with its owner. At the level `remediate` the policy adds the line; at any other level,
 * a missing line is a violation. Without an owner, the policy checks nothing.
 *
 * | setting | |
 * |---|---|
 * | `owner` | who is responsible for the models, such as `data-platform@example.com`; default: none |
 *
 * @example `ownerInDescription({ config: { owner: "Data platform" } })`
 */
export const ownerInDescription = policy({
  name: "owner-in-description",
  description: "A model's description names its owner.",
  level: "remediate",
  settings: { owner: declareText("Who answers for the models; empty: nobody is named.") },
  judge: (settingsOf) => ({
    remediateResource: remediateDataModel(({ fields: { description } }, context) => {
      const { owner } = settingsOf(context);
      if (owner === "" || isUnknown(description) || hasName(description, owner)) return undefined;
      return { description: [description, findLine(owner)].filter(Boolean).join("\n\n") };
    }),
    validateResource: validateDataModel(({ fields: { description } }, context, report) => {
      const { owner } = settingsOf(context);
      if (owner === "" || isUnknown(description) || hasName(description, owner)) return;
      report(`the description lacks the line "${findLine(owner)}"`);
    }),
  }),
});

const findLine = (owner: string) => `Owner: ${owner}`;

function hasName(description: string | undefined, owner: string): boolean {
  return description?.split("\n").includes(findLine(owner)) ?? false;
}
