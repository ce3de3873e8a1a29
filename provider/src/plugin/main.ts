import { writeSync } from "node:fs";
import { join } from "node:path";
import { endWithEngine, findEngineAddress } from "../host/engine-watch";
import { Engine } from "./engine";
import { ProviderService } from "./service";

/** The file descriptor that the executable's shell script leaves for the port alone. */
function findPortOutput(argv: readonly string[] = process.argv): number {
  const [, output = "1"] = argv.flatMap((option) => /^--port-to=(\d+)$/.exec(option) ?? []);
  return Number(output);
}

/**
 * The executable of the plugin, `pulumi-resource-analytics`: it prints its port, and serves the engine until that ends.
 * Its arguments are options of the run, and the engine's address.
 */
async function runPlugin(): Promise<void> {
  const address = findEngineAddress();
  const engine = new Engine();
  engine.attach(address);
  const service = new ProviderService(engine);
  const port = await service.listen(join(__dirname, "schema.json"));
  endWithEngine(service, address, () => engine.flush());
  writeSync(findPortOutput(), `${port}\n`);
}

runPlugin().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
