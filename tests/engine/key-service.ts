import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The key that every stack's secrets are encrypted with. */
export const secretsKey = Buffer.from("b8e006d39e13553ff7fd3c1f82defb98d45c1097bcb3e6710b86eec0aad25493", "hex");

const ciphertext = "vault:v1:temporary";

/** What a stack's settings say of its secrets. */
export const secretsSettings = {
  secretsprovider: "hashivault://temporary",
  encryptedkey: Buffer.from(ciphertext).toString("base64"),
};

const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data: { ciphertext, plaintext: secretsKey.toString("base64") } }));
});

let environment: Promise<Record<string, string>> | undefined;

/**
 * The environment in which the CLI gets that key, from a service that answers as Vault's transit engine does:
 * `PUT /v1/transit/decrypt/temporary`, and `…/encrypt/temporary` for a stack that comes back to it from another
 * provider. From a passphrase, each command would derive the key with a million rounds of PBKDF2, which is half of its
 * time.
 */
export function keyService(): Promise<Record<string, string>> {
  environment ??= new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ VAULT_ADDR: `http://127.0.0.1:${port}`, VAULT_TOKEN: "of a key service" });
    });
    // It ends with the file of tests.
    server.unref();
  });
  return environment;
}
