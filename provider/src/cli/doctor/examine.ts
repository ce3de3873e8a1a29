import { createClient } from "../../core/api";
import type { Profile } from "../../settings";
import type { ProfileOptions, StackValues } from "../profile";
import { type Examination, ifKnown, type Probe } from "./examination";
import * as machine from "./probes/machine";
import * as network from "./probes/network";
import * as packages from "./probes/packages";
import { permissions } from "./probes/permissions";
import * as platform from "./probes/platform";
import { pluginOf, plugin as pluginUsed } from "./probes/plugin";
import { isNode, languageOf, type Project, project as projectOf } from "./probes/project";
import { reads, tryRead } from "./probes/reads";
import * as settings from "./probes/settings";
import * as stacks from "./probes/stack";

/** What is examined. */
export interface Subject {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly options: ProfileOptions;
}

/** Every probe, in the order of the report. What comes back is the one that finds the settings. */
export function examine(examination: Examination, { cwd, env, signal, options }: Subject): Probe<Profile> {
  const nothing: StackValues = {};

  examination.group("This machine");
  examination.probe({ id: "node", title: "Node" }, [], () => machine.node(process.versions.node));
  const cli = examination.probe({ id: "pulumi-cli", title: "Pulumi CLI" }, [], () => machine.pulumiCli(cwd, env));
  examination.probe({ id: "journal", title: "Journal of creates" }, [], () => machine.journal(env));
  examination.probe({ id: "certificates", title: "Certificates" }, [], () => machine.trust(env));

  examination.group("Project, stack and settings");
  const project = examination.probe({ id: "project", title: "Project" }, [], () => projectOf(cwd, options.stack));
  const stack = examination.probe({ id: "stack", title: "Stack" }, [project, cli], (found) =>
    stacks.stack(found, options.stack, env),
  );
  const config = examination.probe({ id: "configuration", title: "Configuration" }, [project, stack], (found, name) =>
    stacks.configuration(found, name, env),
  );
  examination.probe({ id: "setting-names", title: "Known settings" }, [config, project], settings.keys);
  examination.probe({ id: "plain-secrets", title: "Secrets" }, [project, stack], stacks.secrecy);
  examination.probe({ id: "profiles", title: "Further profiles" }, [config], (values) =>
    settings.profiles(values, env),
  );
  examination.probe({ id: "environment", title: "Environment" }, [ifKnown(config)], ({ known = nothing }) =>
    settings.environment(known, env),
  );
  examination.probe({ id: "recovery", title: "Recovery" }, [ifKnown(config)], ({ known = nothing }) =>
    settings.recovery(known, env),
  );
  const profile = examination.probe({ id: "settings", title: "Settings" }, [ifKnown(config)], ({ known = nothing }) =>
    settings.settings(known, env, options.profile),
  );

  examination.group("Packages");
  const program = ifKnown(project);
  examination.probe({ id: "package", title: "pulumi-analytics" }, [program], ({ known }) =>
    packages.ownPackage(placeOf(known)),
  );
  examination.probe({ id: "sdk", title: "@pulumi/pulumi" }, [program, ifKnown(cli)], ({ known }, { known: version }) =>
    packages.sdk(placeOf(known), version),
  );
  examination.probe({ id: "policy-sdk", title: "@pulumi/policy" }, [program], ({ known }) =>
    packages.policySdk(placeOf(known)),
  );
  examination.probe({ id: "copies", title: "Second copies" }, [program], ({ known }) =>
    packages.copies(placeOf(known)),
  );
  examination.probe({ id: "plugin", title: "Provider plugin" }, [program], ({ known }) => pluginUsed(known));

  examination.group("Network");
  const proxy = examination.probe({ id: "proxy", title: "Proxy" }, [profile], (found) => network.proxy(found, env));
  const address = examination.probe(
    { id: "address", title: "Address", network: true },
    [profile, proxy],
    network.address,
  );
  const tls = examination.probe({ id: "tls", title: "TLS", network: true }, [profile, proxy, address], network.tls);
  const api = examination.probe({ id: "api", title: "API", network: true }, [profile, tls], (found) =>
    network.api(found, signal),
  );
  examination.probe({ id: "clock", title: "Clock", network: true }, [api], network.clock);

  examination.group("Credentials");
  const client = examination.probe({ id: "sign-in", title: "Signing in", network: true }, [profile, api], (found) =>
    platform.signIn(createClient({ ...found, signal, overallTimeoutMs: 3 * network.patience })),
  );
  const accountType = examination.probe(
    { id: "identity", title: "Identity", network: true },
    [client],
    platform.identity,
  );
  examination.probe({ id: "permissions", title: "Permissions", network: true }, [accountType], permissions);

  examination.group("Read access");
  for (const read of reads()) {
    examination.probe({ id: `read.${read.id}`, title: read.title, network: true }, [client], (found) =>
      tryRead(read, found),
    );
  }

  return profile;

  function placeOf(found: Project | undefined): packages.Place {
    const needsPackages = found === undefined || isNode(languageOf(found)) || pluginOf(found) === undefined;
    return { folder: found?.program ?? cwd, hasProject: found !== undefined, isNode: needsPackages };
  }
}
