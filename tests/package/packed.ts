import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../repository";

const run = promisify(execFile);

/** Packs what is published into a folder. @returns the path of a package's archive by its name. */
export async function packAll(folder: string): Promise<(name: string) => string> {
  const workspaces = ["provider", "diagram", "policies", "emulator"].flatMap((name) => ["-w", name]);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...workspaces];
  const { stdout } = await run("npm", args, { cwd: repository, maxBuffer: 1 << 26 });
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  return (name) => join(folder, packed.find((one) => one.name === name)!.filename);
}
