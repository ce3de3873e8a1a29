import { isUnknown, validateGrant, validateGrants } from "pulumi-analytics/policy";
import { policy } from "./policy";
import { declareTexts } from "./settings";

/**
 * The built-in team of everyone gets no more than `view`. Without its id, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `everyone` | ids of the built-in team, one per organization; `listGrants` on a workspace of all members shows it |
 * | `allowed` | the permissions that everyone may have; default: `view` |
 */
export const grantsToEveryone = policy({
  name: "grants-to-everyone",
  description: "Everyone may view, and no more.",
  level: "mandatory",
  settings: {
    everyone: declareTexts("Ids of the built-in team of all members; none: the policy checks nothing."),
    allowed: declareTexts("Permissions that everyone may have.", ["view"]),
  },
  judge: (settingsOf) => {
    type Granted = { readonly teamId?: string; readonly permission: string };
    const isTooWide = ({ teamId, permission }: Granted, context: Parameters<typeof settingsOf>[0]) => {
      const { everyone, allowed } = settingsOf(context);
      if (teamId === undefined || isUnknown(teamId) || isUnknown(permission)) return false;
      return everyone.includes(teamId) && !allowed.includes(permission);
    };
    return {
      validateResource: [
        validateGrant((grant, context, report) => {
          if (isTooWide(grant, context)) report(`grants ${grant.permission} to everyone`);
        }),
        validateGrants(({ grants }, context, report) => {
          if (isUnknown(grants)) return;
          for (const grant of grants) {
            if (!isUnknown(grant) && isTooWide(grant, context)) report(`grants ${grant.permission} to everyone`);
          }
        }),
      ],
    };
  },
});
