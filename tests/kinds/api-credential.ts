import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: {
    name: "billing",
    allowlist: ["billing.example.com"],
    credential: { authMethod: "basic", basic: { username: "robot", password: "open-sesame-1" } },
  },
  ...listCalls("/v2/api-credentials"),
  updates: {
    secret: { to: { credential: { authMethod: "basic", basic: { username: "robot", password: "open-sesame-2" } } } },
  },
  spelled: ["billing.example.com"],
  conflict: {
    theirs: { allowlist: ["theirs.example.com"] },
    ours: { allowlist: ["ours.example.com"] },
    changes: ['allowlist: added ["theirs.example.com"]'],
  },
  foreignIds: ["credential"],
  answer: {
    path: "/v2/api-credentials/:id",
    fields: "apiCredentialId name authMethod allowlist credential audit description?",
    shows: { credential: { authMethod: "basic", basic: { username: "robot" } } },
    hidden: ["credential"],
  },
  program: `
const credential = new analytics.ApiCredential("credential", {
  name: "Credential", allowlist: ["*.example.com"],
  credential: { authMethod: "basic", basic: { username: "ann", password: "planted" } },
});`,
};
