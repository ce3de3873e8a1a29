import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pulumiHome, versionsDirectory } from "./home";
import { type Log, toStandardError } from "./source";
import { type GoTool, goTool } from "./tools";

/** What the build of `codegen` reads in `go`. The stand-ins for language hosts contain the same. */
export const CODEGEN_FILES = ["go.mod", "go.sum", "codegen/main.go"] as const;

/** The program of `go/codegen`, from the texts of its files. */
export function codegenTool(files: GoTool["files"]): GoTool {
  return {
    name: "codegen",
    package: "./codegen",
    files,
    withoutGo: "install Go, or the official Pulumi CLI, whose language hosts generate code.",
  };
}

/**
 * The path of `codegen`, which checks the schema of a package and generates SDKs from it. Built with Go when first asked for.
 *
 * @example
 * execFileSync(await codegen(), ["check", "schema.json"]);
 * execFileSync(await codegen(), ["sdk", "python", "schema.json", "sdk/python"]);
 */
export async function codegen(options: { home?: string; log?: Log } = {}): Promise<string> {
  const folder = join(__dirname, "..", "go");
  const files = CODEGEN_FILES.map((path) => [path, readFileSync(join(folder, path), "utf8")]);
  const versions = versionsDirectory(options.home ?? pulumiHome());
  return goTool(codegenTool(Object.fromEntries(files)), { versions, log: options.log ?? toStandardError });
}
