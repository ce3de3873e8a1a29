import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Command, CommanderError } from "commander";
import { version } from "pulumi-analytics-internal/core/runtime";
import { escapeText, hideUserinfo } from "pulumi-analytics-internal/core/text";
import { type ExitCode, exitCodes, type Surroundings } from "./command";
import { formatErrorJson } from "./command/exit";
import { chooseHelpWidth, WrappedCommand } from "./command/help";
import { useOptions } from "./command/options";
import { commands, groups } from "./commands";

export type { Surroundings } from "./command";

const help = `
Exit codes:
  0    success, no findings
  1    success, with findings: errors in a file, differences, failed checks
  2    usage error; nothing was changed
  3    the platform refused a request or was unreachable; run it again to go on
  130  stopped by Ctrl-C`;

/** The address of a page, which is as far from the built command in the package as from its source here. */
const formatPageAddress = (page: string) =>
  `\nPage: ${pathToFileURL(join(__dirname, "../../docs/commands", `${page}.md`))}`;

/** The command line, ready to be parsed; `done` is told how a command ended. */
export function buildCommandLine(surroundings: Surroundings, done: (code: ExitCode) => void): Command {
  const program: Command = new WrappedCommand("pulumi-analytics")
    .description("Write an organization's data models as code, keep both in sync, and draw them.")
    .version(version)
    .addHelpText("after", () => `${help}\n${formatPageAddress("README")}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      writeErr: (text) => void surroundings.stderr.write(hideUserinfo(text)),
      getOutHelpWidth: () => chooseHelpWidth(surroundings.stdout),
      getErrHelpWidth: () => chooseHelpWidth(surroundings.stderr),
    });
  for (const definition of commands) {
    const words = definition.name.split(" ");
    const name = words.pop() as string;
    const parent = words.reduce(getGroup, program);
    const sub = parent.command(name).copyInheritedSettings(program);
    definition.define(sub);
    const page = definition.page ?? definition.name.replaceAll(" ", "-");
    sub.addHelpText("after", () => formatPageAddress(page));
    useOptions(sub, ["json", "color"]).action(async () => {
      const { perform } = require("./perform") as typeof import("./perform");
      done(await perform(definition.name, sub, { ...surroundings, program, runOther: run }));
    });
  }
  return program;
}

/**
 * Runs a command line to its end. It prints every failure and throws none.
 *
 * @param argv without `node` and the script.
 */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  const program = buildCommandLine(surroundings, (ended) => {
    code = ended;
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.ok;
    if (/(^| )--(json|format[ =]json)( |$)/.test(argv.join(" "))) {
      const message = escapeText(error.message.replace(/^error: /, ""));
      surroundings.stdout.write(`${formatErrorJson(exitCodes.usage, message)}\n`);
    }
    return exitCodes.usage;
  }
}

function getGroup(parent: Command, name: string): Command {
  const known = parent.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const about = groups[name] ?? "";
  return parent
    .command(name)
    .summary(about.split("\n", 1)[0] ?? "")
    .description(about)
    .copyInheritedSettings(parent);
}
