import type { ProgramInfo } from "@pulumi/pulumi/proto/language_pb";
import type { StandInLanguage } from "../stand-ins";

/** A process to start. */
export interface Command {
  readonly command: string;
  readonly commandLine: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A plugin that is written in the language, such as a policy pack. */
export interface Plugin {
  readonly info: ProgramInfo;
  readonly kind: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly commandLine: readonly string[];
}

/** A generated SDK that is a dependency of the program now. */
export interface Linked {
  /** What imports it. */
  readonly statement: string;
  /** What the user has still to do. */
  readonly step?: string;
}

/** What differs between the languages. Any of the functions throws an Error with one line that says how to fix it. */
export interface Language {
  readonly name: StandInLanguage;
  /** What people call it. */
  readonly title: string;
  about(): { executable: string; version: string };
  /** Runs a program with the flags, its entry point and its arguments. */
  program(info: ProgramInfo, commandLine: readonly string[]): Command;
  plugin(plugin: Plugin): Command;
  /** Installs what the program depends on: commands to run one after the other. */
  dependencies(info: ProgramInfo): Iterable<Command>;
  /** Makes the SDK in `path`, relative to the program's directory, a dependency of the program. */
  link(directory: string, path: string): Linked;
}

/** `runtime.options` of `Pulumi.yaml` or `PulumiPolicy.yaml`. */
export function runtimeOptions(info: ProgramInfo): Record<string, unknown> {
  return info.getOptions()?.toJavaScript() ?? {};
}

/** A runtime option that is a text. */
export function text(name: string, value: unknown = ""): string {
  if (typeof value !== "string") throw new Error(`The runtime option ${name} must be a string.`);
  return value;
}
