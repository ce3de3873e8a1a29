import { type Run, readName } from "./engine";
import type { Lab, Slot } from "./lab";

/** A way out that a message names: what is done, and whether the text names it. */
interface Advice {
  readonly pattern: RegExp;
  follow(lab: Lab, found: RegExpExecArray, output: string, left: { advice: number }): Promise<unknown>;
}

/** How many messages a person follows before they call it a circle. */
const mostAdvice = 8;

/**
 * Does a command until it succeeds, and what its messages say.
 *
 * @param missing the ids that a message asks to confirm with the command.
 * @returns the steps of the last run.
 */
export async function succeed(
  lab: Lab,
  run: Run,
  left = { advice: mostAdvice },
  missing?: string,
): Promise<readonly string[]> {
  for (;;) {
    if (missing !== undefined) confirmDeletion(lab, missing);
    const { end, errors, steps } = await lab.run(run);
    delete lab.environment.ANALYTICS_MISSING_OBJECTS;
    if (end === "succeeded") return steps;
    if (left.advice-- === 0) lab.fail("The advice of the messages leads in a circle.");
    await followAdvice(lab, errors, left);
  }
}
const second = 1000;
/** Seconds: lists have had their time by then. */
const longestWait = 120;

/** The slot whose resource a message is about: each line of an error begins with its name. */
function findSlot({ slots }: Lab, output: string): Slot | undefined {
  const name = /^error: ([^:]+): /m.exec(output)?.[1];
  return slots.find((slot) => slot.name === name);
}

/** Sets what a message asks for, as a person who looks whether the objects are there. @param value their ids. */
function confirmDeletion(lab: Lab, value: string): void {
  const living = new Set(lab.listObjects().map(({ id }) => id));
  for (const id of value.split(",")) {
    if (living.has(id)) lab.fail(`A message asks to confirm that ${id} was deleted, which exists.`);
  }
  lab.environment.ANALYTICS_MISSING_OBJECTS = value;
}

/** What a person does who reads a message: the first that fits. The command that failed is then repeated. */
const ways: readonly Advice[] = [
  {
    pattern: /`pulumi cancel`/,
    async follow(lab) {
      await lab.cancel();
      lab.note("cancel");
    },
  },
  {
    pattern: /ANALYTICS_MISSING_OBJECTS='?([\w,/-]+)'? pulumi refresh/,
    follow: (lab, [, value = ""], _output, left) => succeed(lab, { verb: "refresh" }, left, value),
  },
  {
    pattern: /repeat this command with `ANALYTICS_MISSING_OBJECTS='?([\w,/-]+)'?`/,
    async follow(lab, [, value = ""]) {
      confirmDeletion(lab, value);
    },
  },
  {
    pattern: /Put the Pulumi CLI on the PATH, or set ANALYTICS_PULUMI_CLI to its path, select/,
    async follow(lab) {
      lab.hasCli = true;
    },
  },
  {
    // A person takes out what is in no entry.
    pattern: /isn't empty: it holds .*Move them away/,
    async follow(lab) {
      const held = lab.listHeld();
      const loose = lab.listObjects().filter(({ id }) => !held.has(id) && lab.owners.get(id) !== "stack");
      const inside = loose.filter(({ label }) =>
        lab.slots.some(({ thing }) => thing.label === label && thing.references),
      );
      if (inside.length === 0) lab.fail("A folder isn't empty, and nothing in it is anybody else's.");
      for (const { id, label } of inside) {
        lab.note(`deletes ${id} in the product`);
        const { thing } = lab.slots.find((slot) => slot.thing.label === label)!;
        await lab.emulator.ui.request(...thing.delete!(id, lab.emulator));
      }
    },
  },
  {
    pattern: /only this entry knows .*?(?:First declare (.+?) again, .*)?Run `pulumi refresh --yes/,
    async follow(lab, [, others], _output, left) {
      const names = (others ?? "").split(", ").map(readName);
      const slots = lab.slots.filter(({ name }) => names.includes(name));
      for (const slot of slots) slot.isDeclared = true;
      if (slots.length > 0) await succeed(lab, { verb: "up" }, left);
      else await lab.run({ verb: "refresh", clearsPendingCreates: true });
    },
  },
  {
    // A person looks which of the objects that the message names is the one.
    pattern: /adopt: (true|\{ id: )|--clear-pending-creates/,
    async follow(lab, _, output, left) {
      const slot = findSlot(lab, output);
      if (slot === undefined) return lab.fail("The message doesn't say whose resource it is.");
      const named = lab.listObjects().filter(({ id, label }) => label === slot.thing.label && output.includes(id));
      const canBeOther = output.includes("--clear-pending-creates") || /analytics:recoverFrom to create/.test(output);
      const own = named.find(({ id }) => !canBeOther || lab.owners.get(id) !== "other");
      if (own !== undefined && /adopt: /.test(output)) {
        lab.note(`adopt ${own.id} as ${slot.name}`);
        const [id = own.id] = new RegExp(`[\\w/-]*${own.id}`).exec(output) ?? [];
        slot.adopt = /adopt: true/.test(output) ? true : { id };
        lab.owners.set(own.id, "stack");
        await lab.run({ verb: "up" });
        slot.adopt = undefined;
      } else if (own !== undefined && output.includes("config set analytics:recoverFrom")) {
        lab.recoverFrom = new Date(lab.lostAt ?? lab.now).toISOString();
        await succeed(lab, { verb: "up" }, left);
        lab.recoverFrom = undefined;
      } else if (canBeOther) {
        await lab.run({ verb: "refresh", clearsPendingCreates: true });
      } else {
        lab.fail("The message names no object, and no other way.");
      }
    },
  },
  {
    pattern: /aliases: \["([^"]+)"\]/,
    async follow(lab, [, urn = ""], output) {
      findSlot(lab, output)?.aliases.push(readName(urn));
    },
  },
  {
    pattern: /pulumi state delete '([^']+)'/,
    async follow(lab, [, urn = ""]) {
      lab.note(`state delete ${urn}`);
      const entry = lab.state.resources.find((one) => one.urn === urn);
      if (entry === undefined) return lab.fail("The message names an entry that the state doesn't have.");
      await lab.forget(entry);
    },
  },
  {
    pattern: /`pulumi refresh`, then `pulumi up`/,
    follow: (lab, _found, _output, left) => succeed(lab, { verb: "refresh" }, left),
  },
  {
    pattern: /`pulumi up` again in (\d+) seconds/,
    async follow(lab, [, seconds]) {
      if (Number(seconds) > longestWait) lab.fail("A message has people wait for minutes: it compares clocks.");
      await lab.pass(Number(seconds) * second);
    },
  },
  { pattern: /`?pulumi up`? again|The next `pulumi up` (looks|tries)/, follow: async () => undefined },
];

/** Follows what a message says. @throws where it names no way. */
async function followAdvice(lab: Lab, errors: string, left: { advice: number }): Promise<void> {
  for (const error of errors.split(/^(?=error: )/m)) {
    for (const { pattern, follow } of ways) {
      const found = pattern.exec(error);
      if (found === null) continue;
      lab.note(`(follows ${pattern.source})`);
      await follow(lab, found, error, left);
      return;
    }
  }
  lab.fail("A run failed, and its message names no way to go on.");
}
