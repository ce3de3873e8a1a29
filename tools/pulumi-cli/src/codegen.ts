import { GO_MODULE } from "./go-module";
import { getPulumiHome, getVersionsDirectory } from "./home";
import { type Log, writeToStderr } from "./source";
import { findGoTool, type GoTool } from "./tools";

const codegenTool: GoTool = {
  ...GO_MODULE,
  name: "codegen",
  withoutGo: "install Go, or the official Pulumi CLI, whose language hosts generate code.",
};

/**
 * The path of `codegen`, which checks the schema of a package and generates SDKs from it. Built with Go when first
 * asked for.
 *
 * @example
 * execFileSync(await codegen(), ["check", "schema.json"]);
 * execFileSync(await codegen(), ["sdk", "python", "schema.json", "sdk/python"]);
 */
export async function findCodegen(options: { home?: string; log?: Log } = {}): Promise<string> {
  const versions = getVersionsDirectory(options.home ?? getPulumiHome());
  return findGoTool(codegenTool, { versions, log: options.log ?? writeToStderr });
}
