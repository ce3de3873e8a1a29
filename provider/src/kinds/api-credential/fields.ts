import * as z from "zod";
import { type DataOf, field, text } from "../declare";
import { credentialInput } from "./credential";

const hostPattern = z
  .string()
  .regex(
    /^[\p{L}\p{N}*?._[\]{}!,-]+$/u,
    "Expected a host name such as api.example.com, * for any part: no scheme, port or path",
  );

export const fields = {
  name: field(text, "What the credential is called."),
  allowlist: field(
    z.array(hostPattern).min(1),
    'Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host.',
    { equal: "set" },
  ),
  description: field(z.string().optional(), "What the credential is for.", { equal: "text", clearWith: null }),
  credential: field(
    credentialInput.optional(),
    "How the platform signs in to the hosts. Updates as a whole. Only an adopted credential (`adopt`) can be managed without it: what it has then stays.",
    { secret: true },
  ),
  rotation: field(
    z.string().optional(),
    "Any text. When it changes, the credential is sent again although nothing in it changed.",
    {
      local: true,
      sentWith: ["credential"],
    },
  ),
};

export const outputs = {
  authMethod: field(
    z.string(),
    "The method that the platform has; beside those that can be written, `oAuthAuthorizationCode` and `oAuthPasswordCredentials`.",
  ),
};

export type ApiCredentialInputs = DataOf<typeof fields>;
export type ApiCredentialOutputs = DataOf<typeof outputs>;
