import { findExecutable, inspectCli, searchDirectories } from "./cli";
import { joinLines } from "./errors";
import type { Log, Source } from "./source";

/** The first usable `pulumi` on a PATH. Unusable ones are reported and passed over. */
export function createPathSource(options: { path?: string; log: Log }): Source {
  const directories = searchDirectories(options.path ?? process.env.PATH);
  return {
    name: "PATH",
    async find() {
      for (const directory of directories) {
        const command = await findExecutable(directory, "pulumi");
        if (command === undefined) continue;
        try {
          return await inspectCli(command, "path", directories);
        } catch (error) {
          options.log(`Pulumi: PATH: ${joinLines(error)}`);
        }
      }
      return undefined;
    },
  };
}
