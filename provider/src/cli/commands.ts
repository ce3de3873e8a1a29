import type { CliCommand } from "./command";

/** Every command, in the order of the help. A new one is a folder beside this file and a line here. */
export const commands: readonly CliCommand[] = [];
