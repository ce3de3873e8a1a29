import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { ProgramInfo } from "@pulumi/pulumi/proto/language_pb";
import executor from "./executor.py";
import { type Command, type Language, runtimeOptions, text } from "./language";
import { serve } from "./server";

/** Where a virtual environment is looked for if the project names none. */
const DEFAULTS = ["venv", ".venv"];

const python: Language = {
  name: "python",
  title: "Python",

  about() {
    const script = "import sys; print(sys.executable); print(sys.version.split()[0])";
    const [executable = "", version = ""] = execFileSync("python3", ["-c", script], { encoding: "utf8" }).split("\n");
    return { executable, version };
  },

  program(info, commandLine) {
    const interpreter = interpreterOf(info);
    return {
      command: interpreter.command,
      commandLine: ["-u", "-c", executor, ...commandLine],
      directory: info.getProgramDirectory(),
      environment: interpreter.environment,
    };
  },

  plugin({ kind }) {
    throw new Error(`This Python language host runs no ${kind} plugins: install the official Pulumi CLI.`);
  },

  *dependencies(info) {
    const directory = info.getProgramDirectory();
    const virtualenv = virtualenvOf(info);
    if (virtualenv !== undefined && !existsSync(join(virtualenv, "pyvenv.cfg"))) {
      yield inside(directory, "python3", ["-m", "venv", virtualenv], process.env);
    }
    const { command, environment } = interpreterOf(info);
    const what = existsSync(join(directory, "requirements.txt")) ? ["-r", "requirements.txt"] : ["-e", "."];
    if (what[0] === "-e" && !existsSync(join(directory, "pyproject.toml"))) return;
    yield inside(directory, command, ["-m", "pip", "install", ...what], environment);
  },

  link(directory, path) {
    const project = readFileSync(join(directory, path, "pyproject.toml"), "utf8");
    const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(project)?.[1];
    if (name === undefined) throw new Error(`${join(path, "pyproject.toml")} has no name.`);
    const module = name.replace(/-/g, "_");
    const statement = `import ${module} as ${module.replace(/^pulumi_/, "")}`;
    const file = join(directory, "requirements.txt");
    if (!existsSync(file) && existsSync(join(directory, "pyproject.toml"))) {
      return { statement, step: `Add ${path} to the dependencies in pyproject.toml.` };
    }
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (!lines.some((line) => line.trim() === path)) {
      writeFileSync(file, `${[...lines.filter((line) => line.trim() !== ""), path].join("\n")}\n`);
    }
    return { statement };
  },
};

function inside(
  directory: string,
  command: string,
  commandLine: readonly string[],
  environment: NodeJS.ProcessEnv,
): Command {
  return { command, commandLine, directory, environment };
}

/** The folder of the project's virtual environment, whether it is there or not. Without one, programs run with `python3` of PATH. */
function virtualenvOf(info: ProgramInfo): string | undefined {
  const root = info.getRootDirectory();
  const named = text("virtualenv", runtimeOptions(info).virtualenv);
  if (named !== "") return resolve(root, named);
  return DEFAULTS.map((name) => join(root, name)).find((folder) => existsSync(join(folder, "pyvenv.cfg")));
}

function interpreterOf(info: ProgramInfo): { command: string; environment: NodeJS.ProcessEnv } {
  const virtualenv = virtualenvOf(info);
  if (virtualenv === undefined) return { command: "python3", environment: process.env };
  const bin = join(virtualenv, process.platform === "win32" ? "Scripts" : "bin");
  const command = join(bin, "python");
  if (!existsSync(command)) {
    throw new Error(
      `There is no virtual environment in ${virtualenv}: run \`python3 -m venv ${virtualenv}\`, install the dependencies, then try again.`,
    );
  }
  // What the program starts finds the same environment.
  const PATH = [bin, process.env.PATH].join(delimiter);
  return { command, environment: { ...process.env, PATH, VIRTUAL_ENV: virtualenv } };
}

serve(python);
