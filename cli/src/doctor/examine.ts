import { createClient } from "pulumi-analytics-internal/core/api";
import type { Profile } from "pulumi-analytics-internal/settings";
import type { Context } from "../command";
import type { ProfileOptions, StackValues } from "../platform/profile";
import { type Examination, makeOptional, type Probe } from "./examination";
import * as machine from "./probes/machine";
import * as network from "./probes/network";
import { probeNodeOptions } from "./probes/node-options";
import * as packages from "./probes/packages";
import { probePermissions } from "./probes/permissions";
import * as platform from "./probes/platform";
import { probePlugin as pluginUsed } from "./probes/plugin";
import { findPlugin, getLanguage, isNode, type Project, probeProject as projectOf } from "./probes/project";
import { listReads, tryRead } from "./probes/reads";
import * as settings from "./probes/settings";
import * as stacks from "./probes/stack";
import { probeTypeScript } from "./probes/typescript";

/** What is examined. */
export interface Subject extends Pick<Context, "cwd" | "env" | "signal"> {
  readonly options: ProfileOptions;
}

/** Every probe, in the order of the report. What comes back is the one that finds the settings. */
export function examine(examination: Examination, subject: Subject): Probe<Profile> {
  const cli = examineMachine(examination, subject);
  const { project, profile } = examineProject(examination, subject, cli);
  examinePackages(examination, subject, project, cli);
  const api = examineNetwork(examination, subject, profile);
  examineCredentials(examination, subject, profile, api);
  return profile;
}

/** What comes back is the version of the Pulumi CLI. */
function examineMachine(examination: Examination, { cwd, env }: Subject): Probe<string> {
  examination.group("This machine");
  examination.probe({ id: "node", title: "Node" }, [], () => machine.probeNode(process.versions.node));
  const cli = examination.probe({ id: "pulumi-cli", title: "Pulumi CLI" }, [], () => machine.probePulumiCli(cwd, env));
  examination.probe({ id: "journal", title: "Journal of creates" }, [], () => machine.probeJournal(env));
  examination.probe({ id: "certificates", title: "Certificates" }, [], () => machine.trust(env));
  return cli;
}

function examineProject(examination: Examination, { cwd, env, options }: Subject, cli: Probe<string>) {
  const nothing: StackValues = {};
  examination.group("Project, stack and settings");
  const project = examination.probe({ id: "project", title: "Project" }, [], () => projectOf(cwd, options.stack));
  const stack = examination.probe({ id: "stack", title: "Stack" }, [project, cli], (found) =>
    stacks.probeStack(found, options.stack, env),
  );
  const config = examination.probe({ id: "configuration", title: "Configuration" }, [project, stack], (found, name) =>
    stacks.probeConfiguration(found, name, env),
  );
  examination.probe({ id: "setting-names", title: "Known settings" }, [config, project], settings.probeKeys);
  examination.probe({ id: "plain-secrets", title: "Secrets" }, [project, stack], stacks.probeSecrecy);
  examination.probe({ id: "profiles", title: "Further profiles" }, [config], (values) =>
    settings.probeProfiles(values, env),
  );
  examination.probe({ id: "environment", title: "Environment" }, [makeOptional(config)], ({ known = nothing }) =>
    settings.probeEnvironment(known, env),
  );
  const profile = examination.probe(
    { id: "settings", title: "Settings" },
    [makeOptional(config), makeOptional(stack)],
    ({ known }, { known: name }) => {
      const isUnreadable = known === undefined && name !== undefined;
      return settings.probeSettings({ values: known ?? nothing, isUnreadable }, env, options.profile);
    },
  );
  return { project, profile };
}

function examinePackages(
  examination: Examination,
  { cwd, env }: Subject,
  project: Probe<Project>,
  cli: Probe<string>,
): void {
  examination.group("Packages");
  const program = makeOptional(project);
  examination.probe({ id: "package", title: "pulumi-analytics" }, [program], ({ known }) =>
    packages.probeOwnPackage(getPlace(known, cwd)),
  );
  examination.probe(
    { id: "sdk", title: "@pulumi/pulumi" },
    [program, makeOptional(cli)],
    ({ known }, { known: version }) => packages.probeSdk(getPlace(known, cwd), version),
  );
  examination.probe({ id: "typescript", title: "TypeScript" }, [project], probeTypeScript);
  examination.probe({ id: "policy-sdk", title: "@pulumi/policy" }, [program], ({ known }) =>
    packages.probePolicySdk(getPlace(known, cwd)),
  );
  examination.probe({ id: "copies", title: "Second copies" }, [program], ({ known }) =>
    packages.probeCopies(getPlace(known, cwd)),
  );
  examination.probe({ id: "node-options", title: "NODE_OPTIONS" }, [program], ({ known }) =>
    probeNodeOptions(known, cwd, env),
  );
  examination.probe({ id: "plugin", title: "Provider plugin" }, [program], ({ known }) => pluginUsed(known));
}

function getPlace(found: Project | undefined, cwd: string): packages.PackageFolder {
  const needsPackages = found === undefined || isNode(getLanguage(found)) || findPlugin(found) === undefined;
  return { folder: found?.program ?? cwd, hasProject: found !== undefined, isNode: needsPackages };
}

function examineNetwork(examination: Examination, { env, signal }: Subject, profile: Probe<Profile>) {
  examination.group("Network");
  const proxy = examination.probe({ id: "proxy", title: "Proxy" }, [profile], (found) =>
    network.probeProxy(found, env),
  );
  const address = examination.probe(
    { id: "address", title: "Address", network: true },
    [profile, proxy],
    network.probeAddress,
  );
  const tls = examination.probe(
    { id: "tls", title: "TLS", network: true },
    [profile, proxy, address],
    network.probeTls,
  );
  const api = examination.probe({ id: "api", title: "API", network: true }, [profile, tls], (found) =>
    network.probeApi(found, signal),
  );
  examination.probe({ id: "clock", title: "Clock", network: true }, [api], network.probeClock);
  return api;
}

/** Signing in, and what the credentials may read. */
function examineCredentials(
  examination: Examination,
  { signal }: Subject,
  profile: Probe<Profile>,
  api: Probe<unknown>,
): void {
  examination.group("Credentials");
  const client = examination.probe({ id: "sign-in", title: "Signing in", network: true }, [profile, api], (found) =>
    platform.probeSignIn(createClient({ ...found, signal, overallTimeoutMs: 3 * network.patience })),
  );
  const accountType = examination.probe(
    { id: "identity", title: "Identity", network: true },
    [client],
    platform.probeIdentity,
  );
  examination.probe({ id: "permissions", title: "Permissions", network: true }, [accountType], probePermissions);

  examination.group("Read access");
  for (const read of listReads()) {
    examination.probe({ id: `read.${read.id}`, title: read.title, network: true }, [client], (found) =>
      tryRead(read, found),
    );
  }
}
