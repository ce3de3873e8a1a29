import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { readText } from "pulumi-analytics-internal/core/files";
import { getJournalFolder } from "pulumi-analytics-internal/host/create";
import { clean, satisfies } from "semver";
import type { Environment } from "../../command/child";
import { runPulumi } from "../../platform/profile";
import { type Answer, answer, fail, pass, warn } from "../finding";
import { manifest } from "../manifest";

/** The Node that runs this, which `pulumi up` here finds on the same PATH. */
export function probeNode(version: string): Answer {
  const range = manifest.engines.node;
  if (satisfies(version, range, { includePrerelease: true })) return answer(pass(version));
  return answer(
    fail(`${version}, but ${range} is required`, "Install a maintained release of Node.js: https://nodejs.org"),
  );
}

/** The Pulumi CLI on the PATH; its version is the value. */
export async function probePulumiCli(cwd: string, env: Environment): Promise<Answer<string>> {
  const install = "Install it and add its folder to PATH: https://www.pulumi.com/docs/install/";
  let said: string;
  try {
    said = (await runPulumi(["version"], cwd, env)).trim();
  } catch (error) {
    return answer(fail((error as Error).message, install));
  }
  const version = clean(said);
  const range = manifest.peerDependencies["@pulumi/pulumi"];
  if (version === null) return answer(warn(`of an unknown version: ${said}`, `Use a version in ${range}.`), said);
  if (satisfies(version, range, { includePrerelease: true })) return answer(pass(version), version);
  return answer(fail(`${version}, but ${range} is required`, install), version);
}

/** Whether a create that a killed run lost could be found again by the next one. */
export function probeJournal(env: Environment): Answer {
  const folder = getJournalFolder(env);
  try {
    const there = findNearestExisting(folder);
    if (!statSync(there).isDirectory()) throw new Error(`${there} is not a folder`);
    accessSync(there, constants.W_OK);
    return answer(pass(`writable: ${folder}`));
  } catch (error) {
    return answer(
      warn(
        `not writable: ${folder}: ${(error as Error).message}`,
        "Make the folder writable, or set PULUMI_HOME. Without the journal, the next run may not find what " +
          "a run created whose provider was killed.",
      ),
    );
  }
}

function findNearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findNearestExisting(dirname(path));
}

/** What the environment says about whom TLS trusts. */
export function trust(env: Environment): Answer {
  const findings = [];
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    findings.push(
      warn(
        "NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks, so others on the network can read the credentials",
        "Remove it. If a proxy re-signs connections, set NODE_EXTRA_CA_CERTS to its certificate.",
      ),
    );
  }
  const file = env.NODE_EXTRA_CA_CERTS;
  if (file) findings.push(checkExtraCertificates(file));
  return answer(findings.length > 0 ? findings : pass("Node's own certificates, all verified"));
}

function checkExtraCertificates(file: string) {
  const hint = "Set it to the full path of a file with PEM certificates. Otherwise Node ignores it with a warning.";
  try {
    const count = readText(file).split("-----BEGIN CERTIFICATE-----").length - 1;
    if (count === 0) return fail(`NODE_EXTRA_CA_CERTS: no certificate in ${file}`, hint);
    return pass(`NODE_EXTRA_CA_CERTS adds ${count} of ${file}`);
  } catch (error) {
    return fail(`can't read NODE_EXTRA_CA_CERTS: ${(error as Error).message}`, hint);
  }
}
