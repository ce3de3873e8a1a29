import type * as z from "zod";
import { apiCredential } from "../../../provider/src/kinds/api-credential";
import { type CredentialInput, overlayFound } from "../../../provider/src/kinds/api-credential/credential";
import { SchemaTypes } from "../../../tools/generate/src/schema/types";
import { ScriptedServer, stopServers } from "../core/api/support";

afterEach(stopServers);

// A field that the platform gets tomorrow: its mark in the schema is all that is written about it.
jest.mock("../../../provider/src/core/api/credential-methods", () => {
  const actual = jest.requireActual("../../../provider/src/core/api/credential-methods");
  const refreshToken = jest.requireActual("zod").string().describe("The refresh token.").meta({ secret: true });
  Object.assign(actual.credentialMethods.bearer.shape, { refreshToken: refreshToken.optional() });
  return actual;
});

const planted = "planted-refresh-token";
const credential = { authMethod: "bearer", bearer: { token: "planted-token", refreshToken: planted } };
const inputs = { name: "Billing", allowlist: ["*"], credential };

describe("a new secret field of a credential", () => {
  test("is accepted", () => {
    expect(apiCredential.shape.findProblems(inputs, inputs, { isNew: true } as never)).toEqual([]);
  });

  test("is in no error of the client", async () => {
    const answer = { status: 400, json: { message: `refused: ${planted} isn't known` } };
    const server = await ScriptedServer.start(() => answer);
    const { apiCredentials } = server.createTestClient();
    const error = await apiCredentials.create(inputs as never).catch((refusal: Error) => refusal.message);
    expect(error).toContain("400");
    expect(error).not.toContain(planted);
  });

  test("is in no message of the host, and secret in the state", () => {
    expect(apiCredential.shape.collectSecrets(inputs)).toContain(planted);
    expect(apiCredential.shape.secretInputs).toContain("credential");
  });

  test("counts as declared when the platform doesn't show it", () => {
    const found = { authMethod: "bearer", bearer: {} };
    expect(overlayFound(credential as CredentialInput, found as never)).toEqual(credential);
  });

  test("is bold in the docs, and secret in the schema of other languages", () => {
    expect(apiCredential.docs.description).toContain("**`refreshToken`**");
    const types = new SchemaTypes();
    types.buildType(apiCredential.fields.credential!.type as z.ZodType, "Credential");
    expect(JSON.stringify(types.named)).toMatch(/"refreshToken":\{"type":"string",[^}]*"secret":true/);
  });
});
