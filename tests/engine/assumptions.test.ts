import { ends } from "../assumptions";
import { chooseCases } from "../cases";
import { startBench } from "./support";

test.each(chooseCases(ends))(
  "the quickstart has nothing to do after its first up, with every assumption at the %s of its other values",
  async (_which, emulator) => {
    const bench = await startBench({ emulator });
    try {
      expect(await bench.stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/\+ 6 created/);
      await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]);
      expect(await bench.stack.expect(["destroy", "--yes", "--skip-preview"])).toMatch(/- 6 deleted/);
      const { files, tags } = bench.emulator.snapshot();
      const models = files.filter(({ type, deletedWith }) => type === "data-model" && deletedWith === null);
      expect([models.map(({ id }) => id), tags]).toEqual([[bench.emulator.seeded.legacyModel], []]);
    } finally {
      await bench.dispose();
    }
  },
);
