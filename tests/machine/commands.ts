import { door } from "../door";
import fc from "../fast-check";
import type { Run, Victim } from "./engine";
import { type Lab, type Slot, type Trouble, type TroubleName, troubles } from "./lab";
import type { Entry } from "./state";

/** One thing that somebody does, or that happens. Its text is what a failed sequence is told by. */
export class Command implements fc.AsyncCommand<Lab, Lab> {
  constructor(
    private readonly text: string,
    private readonly can: (lab: Lab) => boolean,
    readonly perform: (lab: Lab) => Promise<unknown> | unknown,
  ) {}

  check(lab: Readonly<Lab>): boolean {
    return this.can(lab as Lab);
  }

  async run(lab: Lab): Promise<void> {
    lab.note(`> ${this.text}`);
    await this.perform(lab);
  }

  toString(): string {
    return this.text;
  }
}

const minute = 60_000;
const victims: readonly Victim[] = ["both", "engine", "host"];

const kill = fc.record({ victim: fc.constantFrom(...victims), step: fc.nat({ max: 24 }) });
const trouble: fc.Arbitrary<Trouble> = fc.record({
  write: fc.nat({ max: 5 }),
  what: fc.constantFrom(...(Object.keys(troubles) as TroubleName[])),
});
/** What goes wrong in a run, in two of three. */
const accident = fc.oneof(fc.constant({}), fc.record({ kill }), fc.record({ trouble }));

type Accident = { kill?: Run["kill"]; trouble?: Trouble };
const describeAccident = ({ kill: blow, trouble: struck }: Accident) =>
  blow !== undefined
    ? `, ${blow.victim} killed at step ${blow.step}`
    : struck !== undefined
      ? `, ${struck.what} at write ${struck.write}`
      : "";

function createRun(run: Run, { kill: blow, trouble: struck }: Accident = {}, can = (_: Lab) => true): Command {
  const { verb, ...options } = run;
  const said = Object.entries(options).map(([name, value]) => ` --${name} ${value}`);
  return new Command(
    `${verb}${said.join("")}${describeAccident({ kill: blow, trouble: struck })}`,
    can,
    async (lab) => {
      // What a person does who reads that a killed run has locked the stack.
      await lab.cancel();
      return lab.run({ ...run, kill: blow }, struck);
    },
  );
}

const findSlot = (lab: Lab, of: string) => lab.slots.find(({ thing }) => thing.label === of)!;

/** Commands about a thing, by its label. */
type OfLabel = (label: fc.Arbitrary<string>) => fc.Arbitrary<Command>;

/** A command about the thing of a label. */
const formForSlot =
  (text: string, can: (slot: Slot, lab: Lab) => boolean, perform: (slot: Slot, lab: Lab) => unknown): OfLabel =>
  (label) =>
    label.map(
      (of) =>
        new Command(
          `${text} ${of}`,
          (lab) => can(findSlot(lab, of), lab),
          (lab) => perform(findSlot(lab, of), lab),
        ),
    );

const isDeclared = ({ isDeclared: is }: Slot) => is;
/** Whether an entry of the state depends on the one of a slot. */
const isNeeded = (lab: Lab, slot: Slot) =>
  lab.state.resources.some(({ dependencies }) => dependencies.includes(lab.findEntry(slot)?.urn ?? ""));
/** Whether Pulumi finds the entry by its URN: a former one of the same URN stays until its delete. */
const isOnly = (lab: Lab, { urn }: Entry) => lab.state.resources.filter((one) => one.urn === urn).length === 1;
const hasEntry = (slot: Slot, lab: Lab) => lab.findEntry(slot) !== undefined && !lab.isLocked;

/** The objects of a slot that this stack has made. */
const listOwn = (lab: Lab, { thing }: Slot) =>
  lab.listObjects().filter(({ id, label: of }) => of === thing.label && lab.owners.get(id) === "stack");

/** What a person does in the product, where the platform lets them. */
async function act(lab: Lab, [method, path, body]: readonly [string, string, object?]): Promise<boolean> {
  lab.isCalm = false;
  return lab.emulator.ui.request(method, path, body).then(
    () => true,
    () => false,
  );
}

/** Another stack of the same credentials makes an object: nothing that the platform says tells it from this stack's. */
async function actAsStack(lab: Lab, [method, path, body]: readonly [string, string, object?]): Promise<void> {
  lab.isCalm = false;
  const { url, clientId, clientSecret } = lab.emulator;
  const signIn = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { access_token: token } = (await (
    await fetch(`${url}/v2/auth/token`, { method: "POST", body: signIn })
  ).json()) as {
    access_token: string;
  };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
}

function rename(slot: Slot, isAliased: boolean, lab: Lab): void {
  // The platform, or the product, refuses a second one of the name.
  if (!isAliased && slot.thing.isUnique) lab.isCalm = false;
  const before = slot.name;
  slot.name = `${slot.thing.label}${Number(/\d*$/.exec(before)?.[0] || 1) + 1}`;
  slot.aliases = isAliased ? [before, ...slot.aliases] : [];
}

const program: readonly OfLabel[] = [
  formForSlot("edit", isDeclared, (slot) => {
    slot.edit += 1;
  }),
  formForSlot(
    "edit the name of",
    ({ isDeclared: is, thing }) => is && thing.nameField !== undefined,
    (slot) => {
      slot.objectName = `${slot.thing.label} ${Number(/\d*$/.exec(slot.objectName)?.[0] || 1) + 1}`;
    },
  ),
  formForSlot("rename, with an alias,", isDeclared, (slot, lab) => rename(slot, true, lab)),
  formForSlot("rename, without an alias,", isDeclared, (slot, lab) => rename(slot, false, lab)),
  formForSlot("remove", isDeclared, (slot) => {
    slot.isDeclared = false;
  }),
  formForSlot(
    "add",
    (slot) => !slot.isDeclared,
    (slot) => {
      slot.isDeclared = true;
    },
  ),
  formForSlot(
    "adopt: true for",
    ({ thing, adopt }) => !thing.isShared && adopt === undefined,
    (slot) => {
      slot.adopt = true;
    },
  ),
  formForSlot(
    "no adopt for",
    ({ adopt }) => adopt !== undefined,
    (slot) => {
      slot.adopt = undefined;
    },
  ),
  formForSlot(
    "the other retainOnDelete for",
    ({ thing }) => !thing.isShared,
    (slot) => {
      slot.isRetained = !slot.isRetained;
    },
  ),
];

const people: readonly OfLabel[] = [
  formForSlot(
    "a person edits the object of",
    (slot, lab) => slot.thing.edit !== undefined && listOwn(lab, slot).length > 0,
    async (slot, lab) => {
      for (const { id } of listOwn(lab, slot))
        if (await act(lab, slot.thing.edit!(id, lab.emulator))) lab.edited.add(id);
    },
  ),
  formForSlot(
    "a person deletes the object of",
    (slot, lab) => slot.thing.delete !== undefined && listOwn(lab, slot).length > 0,
    async (slot, lab) => {
      for (const { id } of listOwn(lab, slot)) await act(lab, slot.thing.delete!(id, lab.emulator));
    },
  ),
  formForSlot(
    "a person copies the object of",
    ({ thing }, lab) => thing.copy !== undefined && !(thing.isAnonymous && lab.lostAt !== undefined),
    async ({ thing, objectName, edit }, lab) => {
      if (await act(lab, thing.copy!(lab.emulator, objectName, edit))) markOthers(lab);
    },
  ),
  formForSlot(
    "another stack of the same credentials makes the object of",
    ({ thing }, lab) => thing.copy !== undefined && lab.lostAt === undefined,
    async ({ thing, objectName, edit }, lab) => {
      await actAsStack(lab, thing.copy!(lab.emulator, objectName, edit));
      markOthers(lab);
    },
  ),
];

/** Things that others make like this stack's. */
function markOthers(lab: Lab): void {
  for (const { id } of lab.listObjects()) if (!lab.owners.has(id)) lab.owners.set(id, "other");
}

/** The first object of a thing: the dynamic provider's host imports none. */
const findImported = (lab: Lab, { thing }: Slot) =>
  door === "plugin" && !thing.isShared ? lab.listObjects().find(({ label }) => label === thing.label) : undefined;

const state: readonly OfLabel[] = [
  formForSlot(
    "pulumi import",
    (slot, lab) => !hasEntry(slot, lab) && !lab.isLocked && findImported(lab, slot) !== undefined,
    async (slot, lab) => {
      const { id } = findImported(lab, slot)!;
      const { end } = await lab.run({ verb: "import", imported: { kind: slot.thing.kind, name: slot.name, id } });
      if (end !== "succeeded") return;
      slot.isDeclared = true;
      lab.owners.set(id, "stack");
    },
  ),
  formForSlot("pulumi state taint", hasEntry, (slot, lab) => lab.taint(lab.findEntry(slot)!)),
  formForSlot(
    "pulumi state delete",
    (slot, lab) => hasEntry(slot, lab) && !isNeeded(lab, slot) && isOnly(lab, lab.findEntry(slot)!),
    async (slot, lab) => {
      const entry = lab.findEntry(slot)!;
      // What lists didn't show before a create and an equal object that the create made can't be told apart.
      await lab.pass(lab.latestMs);
      await lab.forget(entry);
      if (slot.thing.isUnique) lab.isCalm = false;
      // What a person forgets is theirs.
      if (lab.owners.get(entry.id) === "stack") lab.owners.set(entry.id, "forgotten");
    },
  ),
  (label) =>
    label.chain((of) =>
      accident.map((given) =>
        createRun(
          { verb: "up", targets: [of] },
          given,
          (lab) => hasEntry(findSlot(lab, of), lab) && findSlot(lab, of).name === of,
        ),
      ),
    ),
  (label) =>
    label.chain((of) =>
      accident.map((given) =>
        createRun(
          { verb: "up", replace: of },
          given,
          (lab) => hasEntry(findSlot(lab, of), lab) && findSlot(lab, of).name === of && findSlot(lab, of).isDeclared,
        ),
      ),
    ),
];

const set = (text: string, change: (lab: Lab) => unknown) => fc.constant(new Command(text, () => true, change));

const surroundings = [
  fc.constantFrom("one", "two").map(
    (home) =>
      new Command(
        `machine ${home}`,
        (lab) => lab.home !== home,
        (lab) => {
          lab.home = home;
        },
      ),
  ),
  fc.constantFrom(-25, 0, 25).map(
    (minutes) =>
      new Command(
        `a clock of ${minutes} minutes`,
        (lab) => lab.aheadMs !== minutes * minute,
        (lab) => {
          lab.aheadMs = minutes * minute;
        },
      ),
  ),
  fc.boolean().map(
    (has) =>
      new Command(
        `a PATH with${has ? "" : "out"} pulumi`,
        (lab) => lab.hasCli !== has,
        (lab) => {
          lab.hasCli = has;
        },
      ),
  ),
  fc.boolean().map(
    (areLate) =>
      new Command(
        `lists ${areLate ? "late" : "at once"}`,
        () => true,
        (lab) => {
          lab.emulator.configure({ listingDelayMs: areLate ? lab.latestMs : 0 });
        },
      ),
  ),
  set("credentials of a member who sees nothing of what the state holds", (lab) => {
    lab.isCalm = false;
    lab.hidden = lab.listHidden();
    return setMemberType(lab, "creator");
  }),
  set("credentials of an administrator", restoreRights),
  set("20 minutes pass", (lab) => lab.pass(20 * minute)),
];

const setMemberType = ({ emulator }: Lab, memberType: string) =>
  emulator.ui.request("PATCH", `/v2/members/${emulator.seeded.members.admin}`, { memberType });

export function restoreRights(lab: Lab): Promise<unknown> {
  lab.hidden = new Set();
  return setMemberType(lab, "admin");
}

/** A run, and what changes before it. */
function precede(changes: readonly Command[], run: Command): Command {
  return new Command(
    [...changes, run].join("; "),
    (lab) => run.check(lab) || changes.some((change) => change.check(lab)),
    async (lab) => {
      for (const one of [...changes, run]) if (one.check(lab)) await one.perform(lab);
    },
  );
}

/** Every command, for a program of things with these labels. Runs come most often: they are what the rules are about. */
export function createCommands(labels: readonly string[]): fc.Arbitrary<Command>[] {
  const label = fc.constantFrom(...labels);
  const changes = [...program, ...people].map((ofLabel) => ofLabel(label));
  const before = fc.array(fc.oneof(...changes, ...surroundings, ...surroundings), { maxLength: 3 });
  const runs: fc.Arbitrary<Command> = fc.oneof(
    { weight: 14, arbitrary: accident.map((given) => createRun({ verb: "up" }, given)) },
    { weight: 2, arbitrary: accident.map((given) => createRun({ verb: "up", refresh: true }, given)) },
    { weight: 2, arbitrary: accident.map((given) => createRun({ verb: "refresh" }, given)) },
    { weight: 2, arbitrary: accident.map((given) => createRun({ verb: "destroy" }, given)) },
    { weight: 1, arbitrary: fc.constant(createRun({ verb: "preview" })) },
    { weight: 1, arbitrary: fc.constant(new Command("up, and a second run at once", () => true, runTwice)) },
  );
  return [
    fc.tuple(before, runs).map(([all, run]) => precede(all, run)),
    fc.tuple(before, runs).map(([all, run]) => precede(all, run)),
    fc.oneof(...changes),
    fc.oneof(...state.map((ofLabel) => ofLabel(label))),
    fc.oneof(...surroundings),
  ];
}

/** A second person runs the stack meanwhile: the lock refuses them. */
async function runTwice(lab: Lab): Promise<void> {
  await lab.cancel();
  const { end } = await lab.run({ verb: "up" }, undefined, async () => {
    const second = await lab.runBeside({ verb: "up" });
    if (second.end !== "failed" || second.steps.length > 0) lab.fail("A second run at once wasn't refused.");
  });
  if (end === "killed") lab.fail("The second run ended the first.");
}
