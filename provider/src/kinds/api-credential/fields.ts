import * as z from "zod";
import { type DataOf, field, output, text } from "../declare";
import { credentialInput } from "./credential";

const hostPattern = z
  .string()
  .regex(
    /^[\p{L}\p{N}*?._[\]{}!,-]+$/u,
    "Expected a host name such as api.example.com, * for any part: no scheme, port or path",
  );

export const fields = {
  name: field(text, "The credential's name."),
  allowlist: field(
    z.array(hostPattern).min(1),
    'Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host.',
    { equal: "hosts" },
  ),
  description: field(z.string().optional(), "The description of the credential.", { equal: "text", clearWith: null }),
  credential: field(
    credentialInput.optional(),
    "How the platform signs in to the hosts. Updated as a whole. Optional only for an adopted credential " +
      "(`adopt`), which then keeps its own.",
    { secret: true },
  ),
  rotation: field(
    z.string().optional(),
    "Any text. Changing it sends the credential again, even if nothing in it changed.",
    {
      local: true,
      sentWith: ["credential"],
    },
  ),
};

export const outputs = {
  authMethod: output(
    z.string(),
    "The method on the platform: one of the methods of `credential`, or " +
      "`oAuthAuthorizationCode` or `oAuthPasswordCredentials`.",
    { changesWith: ["credential"] },
  ),
};

export type ApiCredentialInputs = DataOf<typeof fields>;
export type ApiCredentialOutputs = DataOf<typeof outputs>;
