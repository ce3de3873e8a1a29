import { join } from "node:path";
import { endWithEngine } from "../host/process";
import { serve } from "./service";

/**
 * The executable of the plugin, `pulumi-resource-analytics`: it prints its port, and serves the engine until that ends. Its only argument is the
 * engine's address.
 */
async function main(): Promise<void> {
  const [, , engine] = process.argv;
  const port = await serve({ schema: join(__dirname, "schema.json"), ...(engine === undefined ? {} : { engine }) });
  endWithEngine(engine);
  process.stdout.write(`${port}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
