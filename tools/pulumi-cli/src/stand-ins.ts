import { copyFile, open, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The compiled `language-host.ts`, whether this module runs compiled (`dist`) or from `src`. */
const LANGUAGE_HOST = join(__dirname, "..", "dist", "language-host.js");

/** The first line of our language host. The official one is a binary. */
const SHEBANG = "#!/usr/bin/env node\n";

/**
 * Puts the companions that no Go module builds beside a freshly built binary: our stand-in for the language host, and
 * the launcher for dynamic resources from the SDK's package. Both find the SDK from the project's folder, so they work
 * wherever this repository went.
 */
export async function installStandIns(bin: string): Promise<void> {
  await writeExecutable(join(bin, "pulumi-language-nodejs"), await languageHost());
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  await copyFile(join(sdk, "pulumi-resource-pulumi-nodejs"), join(bin, "pulumi-resource-pulumi-nodejs"));
}

/** Replaces a stand-in made from another state of `language-host.ts`. An official language host stays as it is. */
export async function refreshLanguageHost(bin: string): Promise<boolean> {
  const installed = join(bin, "pulumi-language-nodejs");
  if ((await beginning(installed)) !== SHEBANG) return false;
  const text = await languageHost();
  if ((await readFile(installed, "utf8")) === text) return false;
  await writeExecutable(installed, text);
  return true;
}

async function languageHost(): Promise<string> {
  return readFile(LANGUAGE_HOST, "utf8").catch(() => {
    throw new Error("tools/pulumi-cli isn't compiled, run `npm run build` first");
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
