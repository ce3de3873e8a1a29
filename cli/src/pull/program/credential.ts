import { type ApiCredential, credentialMethods, isSecretField } from "pulumi-analytics-internal/core/api";
import { getOwnValue, hasMask } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import { Code, type Value } from "../../text/typescript";
import type { ProgramFile } from "./file";

/** A setting that holds a secret. */
export interface SecretKey {
  /** The file of the program that takes it. */
  readonly file: string;
  /** In the program's own namespace. */
  readonly key: string;
  /** What it is: `password of the API credential "Billing"`. */
  readonly what: string;
}

/**
 * A credential's `credential` for the program, its secrets from settings; undefined for methods that only the product
 * can set, or when the platform shows too little of it.
 *
 * @param prefix what the settings' names begin with.
 */
export function buildCredentialArgs(
  { authMethod, credential, name }: ApiCredential,
  prefix: string,
): { args: Record<string, Value>; secrets: SecretKey[]; comments: readonly string[] } | undefined {
  const isText = (field: string) => typeof shown[field] === "string";
  const shape = getOwnValue<z.ZodObject>(credentialMethods, authMethod)?.shape;
  const shown = (credential[authMethod] ?? {}) as Record<string, Value>;
  if (shape === undefined || credential.authMethod !== authMethod) return undefined;
  const fields = Object.keys(shape);
  const open = fields.filter((field) => !isSecretField(shape[field]!));
  const hidden = fields.filter((field) => !open.includes(field));
  const isOptional = (field: string) => shape[field] instanceof z.ZodOptional;
  // What the platform hides of the other fields, too, only the user knows. An address may have a secret in its query.
  const masked = open.filter((field) => hasMask(shown[field]) || isPrivateAddress(shown[field]));
  const [texts, others] = [masked.filter(isText), masked.filter((field) => !isText(field))];
  const secrets = [...texts, ...hidden.filter((field) => !isOptional(field))].map((field) => ({
    field,
    key: prefix + field.charAt(0).toUpperCase() + field.slice(1),
    what: `${field} of the API credential "${name}"`,
    file: "credentials.ts",
  }));
  const visible = open.flatMap((field) =>
    shown[field] == null || masked.includes(field) ? [] : [[field, shown[field]] as const],
  );
  const secret = secrets.map(({ field, key }) => [field, requireSecret(key)] as const);
  const args = { authMethod, [authMethod]: Object.fromEntries([...visible, ...secret]) };
  const comments = [
    ...others.map((field) => `The platform shows only a part of ${field}. Declare it.`),
    ...hidden
      .filter(isOptional)
      .map((field) => `The platform doesn't show whether it has a ${field}. Add one if it does.`),
  ];
  return { args, secrets: secrets.map(({ field: _, ...secret }) => secret), comments };
}

const isPrivateAddress = (value: unknown) => typeof value === "string" && /^\w+:\/\/.*[?@]/.test(value);

/** What stands for a secret where a declaration is looked through. */
export const requireSecret = (key: string) => new Code(`config.requireSecret("${key}")`, "secret");

/** Says in each file which settings it takes. */
export function addSettings(files: Iterable<ProgramFile>, secrets: readonly SecretKey[]): void {
  for (const file of files) {
    const own = secrets.filter((secret) => secret.file === file.path);
    if (own.length === 0) continue;
    for (const { key } of own) file.about.push(`  pulumi config set --secret ${key}`);
    file.add("const config = new pulumi.Config();", "pulumi");
  }
}
