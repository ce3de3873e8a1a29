import { copyFile, open, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The languages whose host has a replacement here. */
export type StandInLanguage = "nodejs" | "python";

/** The first line of our language hosts. The official ones are binaries. */
const SHEBANG = "#!/usr/bin/env node\n";

/**
 * Puts the companions that no Go module builds beside a freshly built binary: our stand-in for the language host, and
 * the launcher for dynamic resources from the SDK's package. The launcher finds the SDK from the project's folder, and
 * the stand-in contains what it needs, so they work wherever this repository went.
 */
export async function installStandIns(bin: string): Promise<void> {
  await installStandIn("nodejs", bin);
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  await copyFile(join(sdk, "pulumi-resource-pulumi-nodejs"), join(bin, "pulumi-resource-pulumi-nodejs"));
}

/** Puts the stand-in for a language host into a folder, unless it is there. */
export async function installStandIn(language: StandInLanguage, bin: string): Promise<boolean> {
  const place = join(bin, `pulumi-language-${language}`);
  const text = await standIn(language);
  if ((await readFile(place, "utf8").catch(() => undefined)) === text) return false;
  await writeExecutable(place, text);
  return true;
}

/** Replaces a stand-in made from another state of `hosts`. An official language host stays as it is. */
export async function refreshLanguageHost(bin: string): Promise<boolean> {
  return (await isStandIn(join(bin, "pulumi-language-nodejs"))) && (await installStandIn("nodejs", bin));
}

/** Whether a language host is a stand-in of ours, of whatever state. */
export async function isStandIn(path: string): Promise<boolean> {
  return (await beginning(path)) === SHEBANG;
}

/** The bundle of `hosts/<language>.ts`, whether this module runs compiled (`dist`) or from `src`. */
async function standIn(language: StandInLanguage): Promise<string> {
  return readFile(join(__dirname, "..", "dist", `pulumi-language-${language}.js`), "utf8").catch(() => {
    throw new Error("tools/pulumi-cli isn't bundled, run `npm run build` first");
  });
}

/** Writes beside and renames: an engine starting at this moment gets the old text or the new one, never half of it. */
async function writeExecutable(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, text, { mode: 0o755 });
  await rename(beside, path);
}

async function beginning(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SHEBANG.length));
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
