import fc from "../fast-check";
import { RealStack } from "../machine/real-stack";
import { perform, sequence } from "../machine/sequences";

/** Each takes half a minute: `npm test` has those of the small engine. A seed repeats the same sequences. */
const numRuns = Number(process.env.MACHINE_SEQUENCES ?? (process.env.FAULTS === "whole" ? 500 : 1));
const seed = process.env.MACHINE_SEED === undefined ? {} : { seed: Number(process.env.MACHINE_SEED) };

test("the rules that hold after any sequence of commands, with the real engine", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(sequence, async (one) => void (await perform(await RealStack.open(++count), one))),
    { numRuns, ...seed, endOnFailure: true },
  );
}, 36_000_000);
