import * as z from "zod";
import { credentialMethods, type ApiCredential as Found, isSecretField } from "../../core/api";
import { equal, equalSet, preferDeclared } from "../../core/engine";
import { hasMask } from "../../core/text";

/**
 * `{ authMethod: "basic", basic: { username, password } }` and likewise for `bearer`, `apiKey`,
 * `oAuthClientCredentials` and `awsSigV4`: the methods a credential can be written with.
 */
export const credentialInput = z
  .discriminatedUnion("authMethod", [
    z.strictObject({
      authMethod: z.literal("basic"),
      basic: credentialMethods.basic.describe("The user name and password."),
    }),
    z.strictObject({ authMethod: z.literal("bearer"), bearer: credentialMethods.bearer.describe("The token.") }),
    z.strictObject({
      authMethod: z.literal("apiKey"),
      apiKey: credentialMethods.apiKey.describe("The key, and where it is sent."),
    }),
    z.strictObject({
      authMethod: z.literal("oAuthClientCredentials"),
      oAuthClientCredentials: credentialMethods.oAuthClientCredentials.describe(
        "The client, and how it gets access tokens.",
      ),
    }),
    z.strictObject({
      authMethod: z.literal("awsSigV4"),
      awsSigV4: credentialMethods.awsSigV4.describe("The access key, or where temporary credentials come from."),
    }),
  ])
  .meta({ id: "CredentialInput", title: "Credential" });

export type CredentialInput = z.infer<typeof credentialInput>;

type Fields = Record<string, unknown>;

/**
 * The declared credential with what the platform shows of it in place of what was declared: equal to the declared one
 * unless something visible was changed. Secrets are never shown, so they count as unchanged, unless the method itself
 * is another now.
 */
export function overlayFound(declared: CredentialInput, found: Found["credential"]): CredentialInput {
  const { authMethod } = declared;
  const shown = found[found.authMethod] as Fields | undefined;
  // One of another method is never equal to the declared one, and nothing more is asked of it.
  if (found.authMethod !== authMethod) return { ...found } as unknown as CredentialInput;
  if (shown === undefined) return declared;
  const fields = (declared as Fields)[authMethod] as Fields;
  const shape: Readonly<Record<string, z.ZodType>> = credentialMethods[authMethod].shape;
  const visible = Object.keys(shape).filter((field) => !isSecretField(shape[field]!));
  const now = visible.map((field) => {
    const declaredValue = fields[field];
    // A mask says nothing about the value.
    if (hasMask(shown[field])) return [field, declaredValue];
    return [field, preferDeclared(declaredValue, shown[field] ?? undefined, isSameValue)];
  });
  const present = now.filter(([, value]) => value !== undefined);
  const secrets = Object.entries(fields).filter(([field]) => shape[field] && isSecretField(shape[field]));
  return { authMethod, [authMethod]: Object.fromEntries([...present, ...secrets]) } as CredentialInput;
}

/** An optional text the platform shows as empty isn't set; the order of scopes tells nothing. */
function isSameValue(declared: unknown, found: unknown): boolean {
  if (isTexts(declared) && isTexts(found)) return equalSet(declared, found);
  return equal(declared ?? "", found ?? "");
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
