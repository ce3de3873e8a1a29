import { join } from "node:path";
import { installVersion } from "./cache";
import { buildGo, hasGo } from "./go-build";
import { GO_MODULE } from "./go-module";
import { formatSeconds, type Log, type Source } from "./source";
import { installCompanions } from "./stand-ins";
import { PULUMI_VERSION } from "./version";

const PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** A build of the CLI from its Go modules, with our stand-ins as companions. Needs Go. */
export function buildSource(options: { versions: string; log: Log }): Source {
  const { versions, log } = options;
  return {
    name: "build",
    async find() {
      // The companions are a script and a link, which Windows doesn't start as programs.
      if (process.platform === "win32" || !(await hasGo())) return undefined;
      const start = performance.now();
      log(`Pulumi: building ${PULUMI_VERSION} with Go, which takes some minutes`);
      const cli = await installVersion(versions, PULUMI_VERSION, "build", async (staging) => {
        const bin = join(staging, "bin");
        await buildGo({
          directory: GO_MODULE.directory,
          packages: [PACKAGE],
          output: bin,
          variables: { [VERSION_VARIABLE]: `v${PULUMI_VERSION}` },
        });
        await installCompanions(bin, options);
      });
      log(`Pulumi: built ${PULUMI_VERSION} with Go in ${formatSeconds(start)}`);
      return cli;
    },
  };
}
