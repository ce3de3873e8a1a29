import { countCases } from "../cases";
import { door } from "../door";
import fc from "../fast-check";
import { perform, sequence } from "./sequences";
import { SimulatedStack } from "./simulated-stack";

/** Of the sequences that `npm test` tries through the dynamic provider, the first ones tell how the plugin differs. */
const sequences = Number(process.env.MACHINE_SEQUENCES ?? countCases(600, door === "plugin" ? 30 : 10));

test("after any sequence of commands, each object is there once, and nobody else's is touched", async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (one) => void (await perform(await SimulatedStack.open(), one))),
    { numRuns: sequences },
  );
}, 3_600_000);
