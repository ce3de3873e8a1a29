import { isUnknown, validateMember } from "pulumi-analytics/policy";
import { policy } from "./policy";
import { declareTexts, isMatchingAny } from "./settings";

/**
 * Members have email addresses of listed domains. Without a list, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `domains` | domains with `*` for any part: `acme.example`, `*.acme.example`; default: any |
 */
export const memberDomains = policy({
  name: "member-domains",
  description: "Members have email addresses of listed domains.",
  level: "mandatory",
  settings: { domains: declareTexts("Domains, with * for any part; none: any.") },
  judge: (settingsOf) => ({
    validateResource: validateMember(({ email }, context, report) => {
      const { domains } = settingsOf(context);
      if (domains.length === 0 || isUnknown(email)) return;
      const domain = email.slice(email.lastIndexOf("@") + 1);
      if (!isMatchingAny(domain, domains)) report(`the email address ${email} is in none of ${domains.join(", ")}`);
    }),
  }),
});

/**
 * Only listed members have an administrator's account type. Without a list, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `emails` | who may, email addresses with `*` for any part; default: anyone |
 * | `accountTypes` | names of the account types, with `*` for any part; default: `Admin` |
 */
export const administrators = policy({
  name: "administrators",
  description: "Only listed members are administrators.",
  level: "mandatory",
  settings: {
    emails: declareTexts("Email addresses, with * for any part; none: anyone."),
    accountTypes: declareTexts("Names of account types, with * for any part.", ["Admin"]),
  },
  judge: (settingsOf) => ({
    validateResource: validateMember(({ email, memberType }, context, report) => {
      const { emails, accountTypes } = settingsOf(context);
      if (emails.length === 0 || memberType === undefined || isUnknown(memberType) || isUnknown(email)) return;
      if (!isMatchingAny(memberType, accountTypes) || isMatchingAny(email, emails)) return;
      report(`the account type ${memberType} is for ${emails.join(", ")} only`);
    }),
  }),
});
