import {
  isUnknown,
  type PolicyContext,
  validateReportSchedule,
  validateWorkbookEmbed,
  validateWorkbookSchedule,
} from "pulumi-analytics/policy";
import { policy } from "./policy";
import { declareTexts, isMatchingAny } from "./settings";

/**
 * Export schedules send to e-mail addresses and webhooks of listed domains only. Without a list, the policy checks
 * nothing. It doesn't check teams, Slack and Google, which have no domain. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `domains` | the domains, with `*` for any part: `example.com`, `*.example.com`; default: any |
 */
export const scheduleRecipients = policy({
  name: "schedule-recipients",
  description: "Exports are sent to listed domains only.",
  level: "mandatory",
  settings: { domains: declareTexts("Domains of recipients, with * for any part; none: any.") },
  judge: (settingsOf) => {
    const judge = ({ targets }: { targets?: unknown }, context: PolicyContext, report: (message: string) => void) => {
      const { domains } = settingsOf(context);
      if (domains.length === 0 || isUnknown(targets) || !Array.isArray(targets)) return;
      for (const target of targets.filter((one) => !isUnknown(one))) {
        for (const field of ["email", "ccEmail", "bccEmail", "webhookUrl"]) {
          const domain = getDomain(target[field]);
          if (domain !== undefined && !isMatchingAny(domain, domains)) report(`${field} leads to ${domain}`);
        }
      }
    };
    return { validateResource: [validateWorkbookSchedule(judge), validateReportSchedule(judge)] };
  },
});

/** The domain of an address or URL; a URL may hold a token, so no message has all of it. */
function getDomain(recipient: string | undefined): string | undefined {
  if (recipient === undefined || isUnknown(recipient)) return undefined;
  return URL.canParse(recipient) ? new URL(recipient).hostname : recipient.split("@").at(-1);
}

/**
 * Only listed workbooks have public embeds, which anyone who has the URL can see. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `workbooks` | ids of workbooks, with `*` for any part; default: none |
 */
export const publicEmbeds = policy({
  name: "public-embeds",
  description: "Public embeds show listed workbooks only.",
  level: "mandatory",
  settings: { workbooks: declareTexts("Ids of workbooks that may have public embeds, with * for any part.") },
  judge: (settingsOf) => ({
    validateResource: validateWorkbookEmbed(({ workbookId }, context, report) => {
      if (!isUnknown(workbookId) && !isMatchingAny(workbookId, settingsOf(context).workbooks)) {
        report(`the workbook ${workbookId} would be visible to anyone who has the URL`);
      }
    }),
  }),
});
