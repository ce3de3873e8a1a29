import { collect } from "../../core/api/transport/pages";
import { declaredIfSame, equal, equalSet, equalText } from "../../core/values";
import { choiceProblems } from "../../settings/settings";
import type { Kind } from "../declare/kind";
import { overlay } from "./credential";
import { type ApiCredentialInputs, type ApiCredentialOutputs, apiCredentialInputs } from "./inputs";
import { look, refreshModes } from "./look";

/** `/v2/api-credentials`. Secrets go in and never come out: only what is visible of a credential can be compared. */
export const apiCredential: Kind<ApiCredentialInputs, ApiCredentialOutputs> = {
  name: "ApiCredential",
  inputs: apiCredentialInputs,
  permission: 'an account type with "Manage API connectors", and Can edit access to the credential',
  secret: ["credential"],
  replaceOn: [],

  problems: ({ credential, rotation, adopt }, isNew) => [
    ...choiceProblems("apiCredentials", "refresh", refreshModes),
    ...(credential === undefined && isNew && !adopt
      ? ["credential: required; only an adopted one (`adopt`) can be managed without."]
      : []),
    ...(credential === undefined && rotation !== undefined
      ? ["rotation: sends the credential again, and none is declared."]
      : []),
  ],

  changed: (olds, news) => [
    ...(["name", "credential", "rotation"] as const).filter((key) => !equal(olds[key], news[key])),
    ...(equalSet(olds.allowlist, news.allowlist) ? [] : (["allowlist"] as const)),
    ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
  ],

  unseen: ({ credential }) =>
    credential && "its secrets can't be compared and are taken to be as declared; change rotation to send them",

  describe: ({ name }) => `API credential "${name}"`,

  async find({ client }, { name }) {
    const all = await collect(client.apiCredentials.list({ name }));
    return all.filter((found) => found.name === name).map(({ apiCredentialId }) => apiCredentialId);
  },

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.apiCredentials.get(id);
    return { at: createdAt, by: createdBy };
  },

  async create({ client, attempt }, { name, allowlist, credential, description }) {
    if (credential === undefined) throw new Error(`credential: there is no API credential "${name}" to adopt.`);
    const made = await client.apiCredentials.create({ name, allowlist, credential, description }, attempt);
    return { id: made.apiCredentialId, outputs: { authMethod: made.authMethod } };
  },

  async read({ client }, id, known) {
    const { name, allowlist, description, authMethod, credential } = await look(client, id, known);
    const declared = known?.inputs;
    return {
      inputs: {
        name,
        allowlist: declared ? declaredIfSame(declared.allowlist, allowlist, equalSet) : allowlist,
        description: declaredIfSame(declared?.description, description, equalText),
        credential:
          declared?.credential && credential ? overlay(declared.credential, credential) : declared?.credential,
        rotation: declared?.rotation,
      },
      outputs: { authMethod },
    };
  },

  async update({ client }, id, _olds, news, changed) {
    const { name, allowlist, credential, description } = news;
    const isSent = credential !== undefined && (changed.has("credential") || changed.has("rotation"));
    const change = {
      ...(changed.has("name") ? { name } : {}),
      ...(changed.has("allowlist") ? { allowlist } : {}),
      ...(changed.has("description") ? { description: description ?? null } : {}),
      ...(isSent ? { credential } : {}),
    };
    // A credential that is no longer declared stays as it is.
    if (Object.keys(change).length === 0) return undefined;
    const { authMethod } = await client.apiCredentials.update(id, change);
    return { authMethod };
  },

  mock: (id, { credential }) => ({ id, outputs: { authMethod: credential?.authMethod ?? "none" } }),

  async delete({ client }, id) {
    await client.apiCredentials.delete(id);
  },
};
