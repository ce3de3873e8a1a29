import { countCases } from "../cases";
import fc from "../fast-check";
import { commands } from "./commands";
import { Lab } from "./lab";
import { settle } from "./settle";
import { things } from "./things";

const sequences = Number(process.env.MACHINE_SEQUENCES ?? countCases(2000));
const labels = things.map(({ label }) => label);

test("after any sequence of runs, accidents, edits and people, each object is there once, and nobody else's is touched", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("dynamic" as const, "plugin" as const),
      fc.subarray(labels, { minLength: 1, maxLength: 3 }),
      fc.commands(commands, { maxCommands: 8, size: "max" }),
      async (door, declared, sequence) => {
        const lab = await Lab.open(door, declared);
        lab.note(`${door}: ${declared.join(", ")}`);
        try {
          await fc.asyncModelRun(() => ({ model: lab, real: lab }), sequence);
          await settle(lab);
        } finally {
          await lab.close();
        }
      },
    ),
    { numRuns: sequences },
  );
}, 3_600_000);
