import { isUnknown, validateConnection } from "pulumi-analytics/policy";
import { policy } from "./policy";
import { declareTexts } from "./settings";

/**
 * Connections sign in by key pair, OAuth or a secret manager, not by a password that the state holds. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `forbidden` | secrets that may only be references to a secret manager; default: `password` |
 */
export const connectionSecrets = policy({
  name: "connection-secrets",
  description: "Connections sign in by key pair, OAuth or a secret manager.",
  level: "mandatory",
  settings: {
    forbidden: declareTexts("Secrets that may only be references to a secret manager.", ["password"]),
  },
  judge: (settingsOf) => ({
    validateResource: validateConnection(({ secretForms = {} }, context, report) => {
      if (isUnknown(secretForms)) return;
      for (const name of settingsOf(context).forbidden) {
        if (!isUnknown(secretForms[name]) && secretForms[name] === "plain") report(`secrets.${name} is written out`);
      }
    }),
  }),
});
