import { describeSource } from "../../../../cli/src/platform/organization";
import { readProfile } from "../../../../provider/src/settings";

const stack = {
  "analytics:baseUrl": "https://acme.example.com",
  "analytics:clientId": "id",
  "analytics:clientSecret": "secret",
  "analytics:profiles": { emea: { region: "aws-europe", clientId: "other", clientSecret: "hush" } },
};
const environment = {
  ANALYTICS_REGION: "aws-europe",
  ANALYTICS_CLIENT_ID: "id",
  ANALYTICS_CLIENT_SECRET: "other secret",
};

function readSource(values: Record<string, unknown>, env: Record<string, string>, profile?: string): string {
  const getConfig = (key: string) => values[key];
  return describeSource(
    { settings: readProfile(getConfig, env, profile), config: getConfig, stack: "dev", profile },
    env,
  );
}

test.each([
  ["the stack alone", stack, {}, undefined, "from stack dev"],
  ["the environment alone", {}, environment, undefined, "from the environment"],
  [
    "both",
    { "analytics:region": "aws-us-east" },
    { ANALYTICS_CLIENT_ID: "id", ANALYTICS_CLIENT_SECRET: "secret" },
    undefined,
    "from stack dev and the environment",
  ],
  [
    "the stack, where the environment says something else; no word of what it says too, or of secrets",
    stack,
    environment,
    undefined,
    "from stack dev; ANALYTICS_REGION (aws-europe), ANALYTICS_CLIENT_SECRET (another secret) aren't used",
  ],
  [
    "another address, written otherwise, and another id",
    stack,
    { ANALYTICS_BASE_URL: "https://acme.example.com/", ANALYTICS_CLIENT_ID: "another" },
    undefined,
    "from stack dev; ANALYTICS_CLIENT_ID (another id) isn't used",
  ],
  [
    "an address that isn't used, without the password in it",
    stack,
    { ANALYTICS_BASE_URL: "https://me:hush@other.example.com/api" },
    undefined,
    "from stack dev; ANALYTICS_BASE_URL (https://other.example.com) isn't used",
  ],
  [
    "a profile, which takes nothing from the environment",
    stack,
    { ANALYTICS_BASE_URL: "https://acme.example.com" },
    "emea",
    "from profile emea of stack dev; ANALYTICS_BASE_URL (https://acme.example.com) isn't used",
  ],
])("%s", (_, values, env, profile, expected) => {
  expect(readSource(values, env as Record<string, string>, profile)).toBe(expected);
});
