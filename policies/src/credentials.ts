import { isUnknown, validateApiCredential } from "pulumi-analytics/policy";
import { policy } from "./policy";
import { count, declareTexts } from "./settings";

/**
 * The allowlist of a credential has no wide wildcards. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `fixedLabels` | labels at the end of a host without `*`; default: 2: `*.example.com` is allowed, `*.com` isn't |
 */
export const narrowAllowlists = policy({
  name: "narrow-allowlists",
  description: "Credentials can be used against few hosts only.",
  level: "mandatory",
  settings: { fixedLabels: count("Labels at the end of a host that are written out.", 2) },
  judge: (settingsOf) => ({
    validateResource: validateApiCredential(({ allowlist }, context, report) => {
      const { fixedLabels } = settingsOf(context);
      if (isUnknown(allowlist)) return;
      for (const host of allowlist) {
        if (isUnknown(host) || !isWildcard(host)) continue;
        const end = host.split(".").slice(-fixedLabels);
        if (end.length < fixedLabels || end.some(isWildcard)) report(`the allowlist has ${host}, which is too wide`);
      }
    }),
  }),
});

function isWildcard(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

/**
 * Credentials don't use forbidden sign-in methods, such as those that send a lasting secret with each request.
 * Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `forbidden` | the methods; default: `basic`, `bearer` |
 */
export const credentialMethods = policy({
  name: "credential-methods",
  description: "Credentials sign in by allowed methods only.",
  level: "mandatory",
  settings: {
    forbidden: declareTexts("Methods (authMethod) that may not be used.", ["basic", "bearer"]),
  },
  judge: (settingsOf) => ({
    validateResource: validateApiCredential(({ method }, context, report) => {
      if (method === undefined || isUnknown(method)) return;
      const { authMethod } = method;
      if (!isUnknown(authMethod) && settingsOf(context).forbidden.includes(authMethod))
        report(`signs in by ${authMethod}`);
    }),
  }),
});

/** Credentials get tokens and temporary credentials over https. Mandatory; no settings. */
export const httpsTokenUrls = policy({
  name: "https-token-urls",
  description: "Credentials get their tokens by https.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateResource: validateApiCredential(({ method }, _context, report) => {
      if (method === undefined || isUnknown(method)) return;
      for (const field of ["accessTokenUrl", "temporaryCredentialsUrl"] as const) {
        const url = method[field];
        if (url === undefined || isUnknown(url) || /^https:/i.test(url)) continue;
        report(`${field} is ${url}, which anybody on the way can read`);
      }
    }),
  }),
});

/**
 * OAuth credentials request listed scopes only. Without a list, the policy checks nothing. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `allowed` | the scopes; default: any |
 */
export const oauthScopes = policy({
  name: "oauth-scopes",
  description: "OAuth credentials ask for listed scopes only.",
  level: "mandatory",
  settings: { allowed: declareTexts("The scopes; none: any.") },
  judge: (settingsOf) => ({
    validateResource: validateApiCredential(({ method }, context, report) => {
      const { allowed } = settingsOf(context);
      if (allowed.length === 0 || method === undefined || isUnknown(method)) return;
      if (method.scopes === undefined || isUnknown(method.scopes)) return;
      const others = method.scopes.filter((scope) => !isUnknown(scope) && !allowed.includes(scope));
      if (others.length > 0) report(`asks for ${others.join(", ")}`);
    }),
  }),
});
