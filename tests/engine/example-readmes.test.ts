import { existsSync } from "node:fs";
import { join } from "node:path";
import { chooseCases } from "../cases";
import { exampleFolder, exampleNames, listSettings } from "../example-readmes";
import { type Bench, startBench } from "./support";

/** Examples of one program, in TypeScript, whose settings are ordinary. Other tests run the rest. */
const single = exampleNames.filter(
  (name) => existsSync(join(exampleFolder, name, "Pulumi.yaml")) && !/^quickstart-|^two-/.test(name),
);

describe.each(chooseCases(single))("the commands of the example %s", (name) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ files: { ".": join(exampleFolder, name) } });
    for (const key of ["folderId", "connectionId"]) await bench.stack.expect(["config", "rm", key]);
  });
  afterAll(() => bench?.dispose());

  test("configure all that its preview needs", async () => {
    for (const command of listSettings(name)) await bench.stack.expect(command);
    expect(await bench.stack.expect(["preview"])).toMatch(/\d+ to create/);
  });
});
