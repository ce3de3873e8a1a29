import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { runChild } from "../../../cli/src/command/child";
import { buildSettings, type CliRun } from "../../cli/support";
import { getCli } from "../../engine/support";
import { writeFiles } from "../../workbook-folder";
import { packAll } from "../packed";

/** The project's folder, whose name `init` gives to the project. */
const name = "shop";

/**
 * A person's way through the docs, in a project of their own with the packed packages: the real engine, real installs,
 * and an organization. What a person types is a line of a shell.
 */
export class Walk {
  private constructor(
    readonly emulator: Emulator,
    readonly folder: string,
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** Installs the packages in an empty folder below another one. */
  static async begin(root: string, options: Parameters<typeof startEmulator>[0] = {}): Promise<Walk> {
    const { command, env } = await getCli();
    const emulator = await startEmulator({ seed: 1, ...options });
    const [packages, home, state] = ["packages", "home", "state"].map((one) => mkdtempSync(join(root, `${one}-`)));
    const folder = join(mkdtempSync(join(root, "walk-")), name);
    await mkdir(folder);
    const inherited = Object.entries(process.env).filter(([key]) => !/^(ANALYTICS|PULUMI|JEST|NODE|CI$)/.test(key));
    const walk = new Walk(emulator, folder, {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      ...env,
      ...buildSettings(emulator),
      PATH: [dirname(command), env.PATH ?? process.env.PATH].join(delimiter),
      PULUMI_HOME: home!,
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: "of a walk",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    });
    const find = await packAll(packages!);
    walk.write({ "package.json": "{}" });
    const tarballs = ["pulumi-analytics", "pulumi-analytics-policies", "analytics-emulator"].map(find);
    await walk.type(`npm install ${tarballs.join(" ")}`);
    return walk;
  }

  /** Runs a line, which ends with this exit code. */
  async type(line: string, code = 0): Promise<string> {
    const ran = await this.run(line);
    if (ran.code !== code) throw new Error(`${line} (${ran.code}, not ${code}):\n${ran.stdout}\n${ran.stderr}`);
    return ran.stdout + ran.stderr;
  }

  /** Runs a line of Pulumi, which fails. @returns what it says. */
  async fail(line: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(line);
    if (code === 0) throw new Error(`${line} doesn't fail:\n${stdout}\n${stderr}`);
    return stdout + stderr;
  }

  /** Runs a line, however it ends. */
  run(line: string): Promise<CliRun> {
    return runChild("bash", ["-c", line], this.folder, this.environment);
  }

  /** Starts a line. @returns kills it with all that it started, and waits for its end. */
  start(line: string): () => Promise<unknown> {
    const child = spawn("bash", ["-c", line], {
      ...{ cwd: this.folder, env: this.environment, stdio: "ignore", detached: true },
    });
    const ended = once(child, "exit");
    return () => {
      process.kill(-child.pid!, "SIGKILL");
      return ended;
    };
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(files: Readonly<Record<string, string>>): void {
    writeFiles(this.folder, { ...files });
  }

  /** Replaces a text of a file, which has it. */
  edit(file: string, before: string | RegExp, after: string): void {
    const text = this.read(file);
    expect(text).toMatch(before);
    writeFileSync(
      join(this.folder, file),
      text.replace(before, () => after),
    );
  }

  async end(): Promise<void> {
    await this.emulator.stop();
  }
}

/** The first text between backquotes that begins with a command. */
export function findCommand(message: string, begin: string): string {
  const found = [...message.matchAll(/`([^`\n]+)`/g)].find(([, text = ""]) => text.startsWith(begin));
  if (found === undefined) throw new Error(`no command ${begin} in:\n${message}`);
  return found[1]!;
}
