import { door } from "../door";
import fc from "../fast-check";
import { createCommands } from "./commands";
import { BrokenRule, Lab, type Stack } from "./lab";
import { settle } from "./settle";
import { things } from "./things";

/** What happens to one stack. */
export interface Sequence {
  /** What the program declares at first. */
  readonly labels: readonly string[];
  readonly commands: Iterable<fc.AsyncCommand<Lab, Lab>>;
}

/** Any sequence. Besides what is declared at first, the program may declare one thing more. */
export const sequence: fc.Arbitrary<Sequence> = fc
  .shuffledSubarray(
    things.map(({ label }) => label),
    { minLength: 2, maxLength: 4 },
  )
  .chain((labels) =>
    fc.record({
      labels: fc.constant(labels.slice(1)),
      commands: fc.commands<Lab, Lab, false>(createCommands(labels), {
        maxCommands: 14,
        size: "max",
      }),
    }),
  );

/** Lets it happen. @returns all that happened. @throws BrokenRule */
export async function perform(stack: Stack, { labels, commands }: Sequence): Promise<readonly string[]> {
  const lab = new Lab(stack, labels);
  lab.note(`${door}: ${labels.join(", ")}`);
  try {
    await fc.asyncModelRun(() => ({ model: lab, real: lab }), commands);
    await settle(lab);
    return lab.log;
  } catch (error) {
    if (error instanceof BrokenRule) throw error;
    // What happened before tells more than where the test failed.
    throw new Error(`${(error as Error).message}\n${lab.log.join("\n")}`, { cause: error });
  } finally {
    await lab.close();
  }
}
