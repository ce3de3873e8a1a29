import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { emulatorFolder } from "../project/emulator-stack";
import { policyFolder } from "../project/starter-files";
import { formatMarkdownHeading } from "../text/writers/markdown";
import { formatEmulatorCommand } from "./emulator";

/** What the project's README has to know. */
export interface About {
  readonly name: string;
  readonly stack: string;
  /** The emulator's port; undefined: a real organization. */
  readonly port: number | undefined;
}

/** How people work with the project: in a new terminal, on another day. */
export function writeReadme({ name, stack, port }: About): string {
  const parts = [
    formatMarkdownHeading(name),
    "Data models as code, with Pulumi and `pulumi-analytics`. Run all commands in this folder.",
    "## Start",
    ...(port === undefined ? startOrganization(stack) : startEmulator(port)),
    "## Work",
    "Change a file in `models`, then:",
    writeShell(
      "npx pulumi-analytics validate models",
      "npx pulumi-analytics fmt models",
      `pulumi preview --diff --policy-pack ${policyFolder}`,
      `pulumi up --policy-pack ${policyFolder}`,
    ),
    "`npx pulumi-analytics doctor` says what is wrong with the setup.",
    ...(port === undefined ? [] : stopEmulator(stack)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function startOrganization(stack: string): string[] {
  return [
    "A new terminal needs what the stack doesn't keep:",
    "- `ANALYTICS_CLIENT_SECRET`, unless `pulumi config` lists `analytics:clientSecret`",
    "- the passphrase, unless your Pulumi backend keeps secrets by itself. Pulumi asks for it, or reads it from the " +
      "file that `PULUMI_CONFIG_PASSPHRASE_FILE` names. Keep that file outside of the repository, and set the " +
      "variable once, in the profile of your shell.",
    writeShell("npm install", `pulumi stack select ${quoteArgument(stack)}`),
    "`pulumi whoami --verbose` says where the stack's state is.",
  ];
}

function startEmulator(port: number): string[] {
  return [
    "In each new terminal, start the emulator of the platform, and give the stack its passphrase, which is empty:",
    writeShell(`${formatEmulatorCommand(port)} &`, 'export PULUMI_CONFIG_PASSPHRASE=""'),
    "Without the second line, Pulumi asks for the passphrase: press Enter. If your shell sets `PULUMI_BACKEND_URL`, " +
      "run `unset PULUMI_BACKEND_URL`: it wins over `backend` in `Pulumi.yaml`.",
  ];
}

function stopEmulator(stack: string): string[] {
  return [
    "## Stop",
    "`kill %1` in that terminal stops the emulator. Nothing is lost.",
    "## State",
    `\`${emulatorFolder}/platform.jsonl\` has the emulator's objects, and \`${emulatorFolder}/.pulumi\` the state ` +
      `of the stack \`${stack}\`, which \`backend\` in \`Pulumi.yaml\` names. Git ignores both. To start again from ` +
      `nothing, stop the emulator, delete \`${emulatorFolder}\` and \`Pulumi.${stack}.yaml\`, and run \`npx ` +
      "pulumi-analytics init --emulator` again.",
  ];
}

const writeShell = (...lines: readonly string[]) => ["```sh", ...lines, "```"].join("\n");
