import { isUnknown, validateDeploymentPolicy, validateTag } from "pulumi-analytics/policy";
import { policy } from "./policy";
import { declareTexts, isMatchingAny } from "./settings";

/**
 * Version tags have listed names and colors. Without lists, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `names` | names with `*` for any part: `Production`, `Release *`; default: any |
 * | `colors` | the colors; default: any |
 */
export const tags = policy({
  name: "tags",
  description: "Version tags have listed names and colors.",
  level: "mandatory",
  settings: {
    names: declareTexts("Names, with * for any part; none: any."),
    colors: declareTexts("Colors; none: any."),
  },
  judge: (settingsOf) => ({
    validateResource: validateTag(({ name, color }, context, report) => {
      const { names, colors } = settingsOf(context);
      if (names.length > 0 && !isUnknown(name) && !isMatchingAny(name, names)) {
        report(`the name "${name}" is none of ${names.join(", ")}`);
      }
      if (colors.length > 0 && !isUnknown(color) && !colors.includes(color)) {
        report(`the color ${color} is none of ${colors.join(", ")}`);
      }
    }),
  }),
});

/** A deployment policy deploys a tagged version, not the last saved one. Mandatory; no settings. */
export const deploymentVersionTag = policy({
  name: "deployment-version-tag",
  description: "Deployment policies have a version tag.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateResource: validateDeploymentPolicy(({ versionTagId }, _context, report) => {
      if (versionTagId === undefined) report("versionTagId is missing: tenants would get every change at once");
    }),
  }),
});
