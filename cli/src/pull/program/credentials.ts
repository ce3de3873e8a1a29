import type { ApiCredential } from "pulumi-analytics-internal/core/api";
import { toIdentifier } from "../../text/writers/typescript";
import { buildCredentialArgs, type SecretKey } from "./credential";
import type { ProgramFile } from "./file";
import { declareObject, omitEmpty, type Scene } from "./scene";

/** API credentials; the result are the settings that their secrets come from. */
export function declareCredentials(scene: Scene): SecretKey[] {
  const { apiCredentials } = scene.organization;
  if (apiCredentials === undefined) return [];
  const secrets: SecretKey[] = [];
  const file = scene.file("credentials", [
    scene.manifest.imports
      ? "API credentials."
      : "API credentials. The platform never shows their secrets: set each once, before the first `pulumi up`.",
  ]);
  for (const credential of apiCredentials) secrets.push(...declareCredential(scene, file, credential));
  return secrets;
}

function declareCredential(scene: Scene, file: ProgramFile, credential: ApiCredential): readonly SecretKey[] {
  const { apiCredentialId: id, name: title, allowlist, description } = credential;
  const called = [title, `${title} credential`];
  const name = scene.names(file.module).give(id, called);
  const { imports } = scene.manifest;
  const given = imports ? undefined : buildCredentialArgs(credential, toIdentifier(name));
  const args = { name: title, allowlist, description: omitEmpty(description), credential: given?.args };
  const comments =
    imports && buildCredentialArgs(credential, "") !== undefined
      ? ["The platform never shows the credential itself and keeps it. Declare `credential` to change it."]
      : given === undefined
        ? [`${credential.authMethod} can be set only in the product. The provider keeps it.`]
        : given.comments;
  const isDeclared = declareObject(scene, file, { kind: "ApiCredential", id, called, title, args, comments });
  return isDeclared ? (given?.secrets ?? []) : [];
}
