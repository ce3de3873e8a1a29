import * as z from "zod";
import { credentialInput } from "./credential";

const hostPattern = z
  .string()
  .regex(
    /^[\p{L}\p{N}*?._[\]{}!,-]+$/u,
    "Expected a host name such as api.example.com, * for any part: no scheme, port or path",
  );

export const apiCredentialInputs = z.strictObject({
  /** What the credential is called. Updates in place. */
  name: z.string().min(1),
  /** Patterns of the hosts the credential may be used against, at least one; `["*"]` allows every host. Updates in place. */
  allowlist: z.array(hostPattern).min(1),
  /** What the credential is for. Updates in place. */
  description: z.string().optional(),
  /**
   * How the platform signs in to the hosts. Secret, all of it. Updates in place, as a whole. Only an object that is adopted
   * (`adopt`) can be managed without: what it has then stays.
   */
  credential: credentialInput.optional(),
  /** Any text. When it changes, the credential is sent again although nothing in it changed. */
  rotation: z.string().optional(),
});

export type ApiCredentialInputs = z.infer<typeof apiCredentialInputs>;

export interface ApiCredentialOutputs {
  /** The method the platform has; beside those that can be written, `oAuthAuthorizationCode` and `oAuthPasswordCredentials`. */
  authMethod: string;
}
