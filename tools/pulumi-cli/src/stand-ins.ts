import { randomUUID } from "node:crypto";
import { copyFile, open, readlink, rename, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { GO_MODULE } from "./go-module";
import { findGoTool, type GoTool, TOOLS, type ToolOptions } from "./tools";

/** The languages whose host has a replacement here. */
export type StandInLanguage = "nodejs" | "python";

/** The replacement: one program, which serves the language that is in the name of the link to it. */
const standIn: GoTool = {
  ...GO_MODULE,
  name: "pulumi-language",
  withoutGo: "install Go, or the official Pulumi CLI, which has language hosts.",
};

/** The first line of a language host that an earlier release of this package put there. */
const FORMER = "#!/usr/bin/env node\n";

/**
 * Puts the companions that no Go module has beside a freshly built binary: our stand-in for the language host, and the
 * launcher for dynamic resources from the SDK's package, which finds the SDK from the project's folder.
 */
export async function installCompanions(bin: string, options: ToolOptions): Promise<void> {
  await installStandIn("nodejs", bin, options);
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  await copyFile(join(sdk, "pulumi-resource-pulumi-nodejs"), join(bin, "pulumi-resource-pulumi-nodejs"));
}

/** Puts the stand-in for a language host into a folder. Whether it wasn't there. */
export async function installStandIn(language: StandInLanguage, bin: string, options: ToolOptions): Promise<boolean> {
  return link(await findGoTool(standIn, options), join(bin, `pulumi-language-${language}`));
}

/** Replaces a stand-in of another state. An official language host stays as it is. */
export async function refreshLanguageHost(bin: string, options: ToolOptions): Promise<boolean> {
  return (await isOurs(join(bin, "pulumi-language-nodejs"))) && (await installStandIn("nodejs", bin, options));
}

/**
 * Whether a language host was put there by us, and so may be of another state. Ours are links into a folder of tools.
 */
export async function isOurs(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => "");
  return basename(dirname(dirname(target))).endsWith(TOOLS) || (await readBeginning(path)) === FORMER;
}

/**
 * Links a program into a folder, in place of what is there: an engine that starts at this moment finds the old one or
 * the new one. Whether it wasn't linked there.
 */
export async function link(program: string, path: string): Promise<boolean> {
  if ((await readlink(path).catch(() => undefined)) === program) return false;
  const beside = `${path}.${randomUUID()}`;
  await symlink(program, beside);
  await rename(beside, path);
  return true;
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMER.length));
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
