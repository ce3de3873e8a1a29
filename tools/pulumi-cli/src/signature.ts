import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getCode, joinLines } from "./errors";

const run = promisify(execFile);

/** Who may have signed a release: the workflow of Pulumi's repository that signs, on GitHub's runners. */
const signer = [
  "--certificate-identity-regexp",
  "^https://github\\.com/pulumi/pulumi/\\.github/workflows/sign\\.yml@",
  "--certificate-oidc-issuer",
  "https://token.actions.githubusercontent.com",
];

/**
 * Checks a file of a release against the Sigstore bundle that is published beside it, with the `cosign` of the PATH.
 *
 * @param fetchBundle downloads the bundle and returns its path.
 * @returns undefined when the signature holds, else why it couldn't be checked: there is no cosign, or no bundle.
 * @throws when the signature doesn't hold.
 */
export async function checkSignature(file: string, fetchBundle: () => Promise<string>): Promise<string | undefined> {
  if (!(await hasCosign())) return "cosign isn't installed";
  let bundle: string;
  try {
    bundle = await fetchBundle();
  } catch (error) {
    return joinLines(error);
  }
  try {
    await run("cosign", ["verify-blob", "--bundle", bundle, ...signer, file], { env: process.env });
    return undefined;
  } catch (error) {
    throw new Error(`the signature of the published checksums doesn't hold: ${joinLines(error)}`);
  }
}

async function hasCosign(): Promise<boolean> {
  try {
    await run("cosign", ["version"], { env: process.env });
    return true;
  } catch (error) {
    return getCode(error) !== "ENOENT";
  }
}
