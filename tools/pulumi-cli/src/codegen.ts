import { GO_MODULE } from "./go-module";
import { pulumiHome, versionsDirectory } from "./home";
import { type Log, toStandardError } from "./source";
import { type GoTool, goTool } from "./tools";

const codegenTool: GoTool = {
  ...GO_MODULE,
  name: "codegen",
  withoutGo: "install Go, or the official Pulumi CLI, whose language hosts generate code.",
};

/**
 * The path of `codegen`, which checks the schema of a package and generates SDKs from it. Built with Go when first asked for.
 *
 * @example
 * execFileSync(await codegen(), ["check", "schema.json"]);
 * execFileSync(await codegen(), ["sdk", "python", "schema.json", "sdk/python"]);
 */
export async function codegen(options: { home?: string; log?: Log } = {}): Promise<string> {
  const versions = versionsDirectory(options.home ?? pulumiHome());
  return goTool(codegenTool, { versions, log: options.log ?? toStandardError });
}
