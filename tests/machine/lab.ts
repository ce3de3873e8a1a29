import type { Emulator, FaultInput } from "analytics-emulator";
import { door } from "../door";
import { formType, readKind } from "./doors";
import { type Declared, type Result, type Run, readName } from "./engine";
import type { Entry, Properties, State } from "./state";
import { type Listed, type Thing, things } from "./things";

/** What the program has of a thing. */
export interface Slot {
  readonly thing: Thing;
  /** The name of the resource. */
  name: string;
  aliases: string[];
  /** Which edit of it is declared. */
  edit: number;
  /** The name of the object. */
  objectName: string;
  isDeclared: boolean;
  adopt?: true | { readonly id: string } | undefined;
  /** Whether its removal keeps the object. */
  isRetained: boolean;
}

/** What happens to one write of a run. */
export interface Trouble {
  /** Which write, from 0. */
  readonly write: number;
  readonly what: TroubleName;
}

export const troubles = {
  "answer lost": { fault: "reset-after" },
  "connection refused": { fault: "reset-before" },
  "HTML page, not applied": { fault: "status", status: 403, body: "html" },
  "HTML page, applied": { fault: "status", status: 403, body: "html", applied: true },
  "402 timedout, not applied": { fault: "status", status: 402, body: "json" },
  "402 timedout, applied": { fault: "status", status: 402, body: "json", applied: true },
  "503, applied": { fault: "status", status: 503, body: "html", applied: true },
} as const satisfies Record<string, FaultInput>;
export type TroubleName = keyof typeof troubles;

/** An object of the platform that has a thing's name. */
interface Found extends Listed {
  readonly label: string;
}

/** Who made an object: this stack, or somebody else, such as a person. What a person forgets is theirs. */
type Owner = "stack" | "other" | "forgotten" | "abandoned";

/** How things are between two commands. */
interface Look {
  readonly objects: readonly Found[];
  readonly state: State;
  readonly platform: string;
}

/** Under what a command runs. */
export interface Conditions {
  readonly home: string;
  readonly aheadMs: number;
  readonly hasCli: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly environment: Readonly<Record<string, string>>;
  readonly recoverFrom: string | undefined;
  readonly trouble: Trouble | undefined;
  /** Happens at the first request. */
  readonly meanwhile: (() => Promise<void>) | undefined;
}

/** A stack, and the engine that runs it: the small one in simulated time, or the real one. */
export interface Stack {
  readonly emulator: Emulator;
  readonly state: State;
  readonly isLocked: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds by which its lists are late at most. */
  readonly latestMs: number;
  run(run: Run, program: readonly Declared[], under: Conditions): Promise<Result>;
  cancel(): Promise<void>;
  taint(urn: string): Promise<void>;
  forget(urn: string): Promise<void>;
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Whether an entry's object was there before the program. */
const isAdopted = (outputs: Properties | undefined) =>
  (outputs?.__state as { readonly adopted?: unknown } | undefined)?.adopted !== undefined;

/** A broken rule, with what led to it. */
export class BrokenRule extends Error {}

/** A stack, the machines that it is run on, the people beside it, and the platform, and what is known of each. */
export class Lab {
  readonly slots: readonly Slot[];
  readonly log: string[] = [];
  readonly owners = new Map<string, Owner>();
  /** What a person changed, and no refresh has shown since. */
  readonly edited = new Set<string>();
  /** Whether nothing is uncertain: whatever the program declares, the next run without an accident must succeed. */
  isCalm = true;
  /** Whether a removal kept an object, whose name a create may want. */
  #hasKept = false;
  /** The time at which the last run that didn't end well began. */
  lostAt: number | undefined;
  home = "one";
  aheadMs = 0;
  hasCli = true;
  /** What the member doesn't see. */
  hidden = new Set<string>();
  readonly environment: Record<string, string> = {};
  /** The setting of this name. */
  recoverFrom: string | undefined;

  constructor(
    private readonly stack: Stack,
    labels: readonly string[],
  ) {
    this.slots = things.map((thing) => ({
      ...{ thing, name: thing.label, aliases: [], edit: 0, objectName: thing.label },
      ...{ isDeclared: labels.includes(thing.label), isRetained: false },
    }));
  }

  get emulator(): Emulator {
    return this.stack.emulator;
  }

  /** As the last command left it. */
  get state(): State {
    return this.stack.state;
  }

  get isLocked(): boolean {
    return this.stack.isLocked;
  }

  get now(): number {
    return this.stack.now;
  }

  get latestMs(): number {
    return this.stack.latestMs;
  }

  /** `pulumi cancel` */
  async cancel(): Promise<void> {
    if (this.isLocked) await this.stack.cancel();
  }

  /** `pulumi state taint` */
  taint({ urn }: Entry): Promise<void> {
    return this.stack.taint(urn);
  }

  /** `pulumi state delete` */
  forget({ urn }: Entry): Promise<void> {
    return this.stack.forget(urn);
  }

  pass(ms: number): Promise<void> {
    return this.stack.pass(ms);
  }

  close(): Promise<void> {
    return this.stack.close();
  }

  /** The program's resources. */
  get program(): Declared[] {
    const declared = this.slots.filter(({ isDeclared }) => isDeclared);
    const isThere = (label: string) => declared.some(({ thing }) => thing.label === label);
    return declared.map(({ thing, name, aliases, edit, objectName, adopt, isRetained }) => {
      const inputs = thing.declare(this.emulator, edit);
      const wanted = Object.entries(thing.references ?? {}).filter(([, label]) => isThere(label));
      const references = Object.fromEntries(
        wanted.map(([field, label]) => [field, this.slots.find((slot) => slot.thing.label === label)!.name]),
      );
      // Where the folder of the program isn't declared, the object is beside it.
      const others = Object.keys(thing.references ?? {}).filter((field) => references[field] === undefined);
      return {
        ...{ kind: thing.kind, name, aliases, references, secret: thing.secret ?? [] },
        inputs: {
          ...inputs,
          ...(thing.nameField === undefined ? {} : { [thing.nameField]: objectName }),
          ...Object.fromEntries(others.map((field) => [field, this.emulator.seeded.folders.models])),
          ...(adopt === undefined ? {} : { adopt }),
        },
        deleteBeforeReplace: thing.deleteBeforeReplace ?? false,
        retainOnDelete: isRetained,
      };
    });
  }

  /** The objects that things may be, by id. */
  listObjects(): Found[] {
    return things.flatMap((thing) => thing.list(this.emulator).map((found) => ({ ...found, label: thing.label })));
  }

  /** The entry of a slot. */
  findEntry({ thing, name, aliases }: Slot): Entry | undefined {
    const isIts = ({ urn, type, delete: isFormer }: Entry) =>
      !isFormer && type === formType(door, thing.kind) && [name, ...aliases].includes(readName(urn));
    return this.state.resources.find(isIts);
  }

  /** The objects that entries of the state hold. */
  listHeld(): Set<string> {
    return new Set(this.state.resources.map(({ id }) => id));
  }

  /** What a member doesn't see who sees nothing of what the state holds but places, people and settings. */
  listHidden(): Set<string> {
    const named = new Set(this.slots.flatMap(({ thing }) => (thing.nameField === undefined ? [] : [thing.kind])));
    const held = this.state.resources.filter(({ type }) => named.has(readKind(type)));
    return new Set(held.flatMap(({ id }) => id.split("/")));
  }

  /** Runs a command of the engine, and looks whether it broke a rule. */
  async run(run: Run, trouble?: Trouble, meanwhile?: () => Promise<void>): Promise<Result> {
    const before = this.#look();
    const began = this.now;
    const result = await this.runBeside(run, trouble, meanwhile);
    this.emulator.removeFault();
    const { verb, refresh, kill, ...more } = run;
    const options = Object.entries({ refresh, ...more }).flatMap(([name, value]) =>
      value ? [`${name}=${value}`] : [],
    );
    const said = [verb, ...options, trouble && `with ${trouble.what} at write ${trouble.write}`].filter(Boolean);
    this.note(`${said.join(" ")}: ${result.end} [${result.steps.join(", ")}] ${result.output.trim()}`);
    if (result.end !== "succeeded" && this.lostAt === undefined) this.lostAt = began;
    if (verb === "up" && result.end === "succeeded") this.lostAt = undefined;
    this.#check(run, result, before);
    const isUndisturbed = trouble === undefined && result.end !== "killed" && !/^kill/m.test(result.steps.join("\n"));
    // Whose an object is that a replacement finds, only the state knows.
    const isBlind = !this.hasCli && /^error: .*the state can't be read/m.test(result.output);
    // Pulumi keeps what a killed run began as pending, and an entry knows what became of it.
    const isKnowing = this.state.pending.length > 0 && /^error: .*only this entry knows/m.test(result.output);
    // What a killed run made, and nobody declares, or a removal kept, lies in a folder.
    const isFull = /^error: .*isn't empty: it holds/m.test(result.output);
    const hasReason = isBlind || isKnowing || isFull || this.#hasKept;
    if (this.isCalm && isUndisturbed && result.end === "failed" && !hasReason)
      this.fail("A run was refused for no reason.");
    if (more.replace !== undefined && result.end !== "succeeded") this.#markAbandoned(more.replace);
    const isWhole = verb === "up" && more.targets === undefined && more.replace === undefined;
    const living = new Set(this.listObjects().map(({ id }) => id));
    const isWell = this.hidden.size === 0 && this.edited.size === 0;
    if (result.end !== "succeeded") this.isCalm = false;
    else if (isWhole && isWell && this.state.resources.every(({ id }) => living.has(id))) this.isCalm = true;
    return result;
  }

  /** The command alone, while another one may run. */
  runBeside(run: Run, trouble?: Trouble, meanwhile?: () => Promise<void>): Promise<Result> {
    const { program, home, aheadMs, hasCli, hidden, environment, recoverFrom } = this;
    const under = { home, aheadMs, hasCli, hidden, environment, recoverFrom, trouble, meanwhile };
    return this.stack.run(run, program, under);
  }

  note(text: string): void {
    this.log.push(text);
  }

  /** @throws with all that happened. */
  fail(rule: string): never {
    const state = this.state.resources.map((entry) => `${entry.urn} ${entry.id}${entry.delete ? " (delete)" : ""}`);
    const pending = this.state.pending.map(({ type, resource }) => `${type} ${resource.urn}`);
    const objects = this.listObjects().map(({ id, record }) => `${this.owners.get(id)} ${JSON.stringify(record)}`);
    throw new BrokenRule(
      [rule, "", ...this.log, "", "state:", ...state, ...pending, "", "platform:", ...objects].join("\n"),
    );
  }

  /** A run was asked once to replace an object, and is asked no more: Pulumi warns of the create that is pending. */
  #markAbandoned(label: string): void {
    const held = this.listHeld();
    const loose = this.listObjects().filter(({ id, label: of }) => of === label && !held.has(id));
    if (this.findEntry(this.slots.find(({ thing }) => thing.label === label)!) === undefined) return;
    for (const { id } of loose) if (this.owners.get(id) === "stack") this.owners.set(id, "abandoned");
  }

  #isShared(id: string): boolean {
    return this.slots.some(({ thing }) => thing.isShared && thing.list(this.emulator).some((found) => found.id === id));
  }

  #look(): Look {
    return { objects: this.listObjects(), state: structuredClone(this.state), platform: this.#writePlatform() };
  }

  #writePlatform(): string {
    const { clientCredentials: _, ...all } = this.emulator.snapshot();
    return JSON.stringify(all);
  }

  /** What holds after every command. */
  #check({ verb, refresh, targets, replace }: Run, { end, steps }: Result, before: Look): void {
    const objects = this.listObjects();
    for (const { id } of objects) if (!this.owners.has(id)) this.owners.set(id, this.#isShared(id) ? "other" : "stack");
    const living = new Map(objects.map(({ id, record }) => [id, record]));

    if ((verb === "preview" || verb === "refresh") && this.#writePlatform() !== before.platform)
      this.fail(`A ${verb} changed the platform.`);

    for (const { id, record } of before.objects) {
      const owner = this.owners.get(id);
      // What belongs to nobody is changed by whoever declares it.
      if ((owner !== "other" && owner !== "forgotten") || this.#isShared(id)) continue;
      const now = living.get(id);
      if (this.listHeld().has(id)) continue;
      if (now === undefined) this.fail(`A run deleted an object of somebody else: ${id}.`);
      if (JSON.stringify(now) !== JSON.stringify(record)) this.fail(`A run changed an object of somebody else: ${id}.`);
    }

    const held = this.listHeld();
    const isRemoved = (kind: string) => this.slots.some(({ thing, isDeclared }) => thing.kind === kind && !isDeclared);
    for (const { id, urn, type, outputs, retainOnDelete } of before.state.resources) {
      if (!living.has(id) || held.has(id)) continue;
      if (this.#isShared(id) && (verb === "destroy" || (verb === "up" && isRemoved(readKind(type))))) continue;
      if (isAdopted(outputs) || (retainOnDelete && verb !== "refresh")) {
        // It stays, and its name is taken.
        if (this.owners.get(id) === "stack") this.owners.set(id, "abandoned");
        this.#hasKept = true;
        continue;
      }
      this.fail(`The entry of an object that exists left the state: ${readName(urn)} ${id}.`);
    }

    if (verb === "refresh" || refresh) this.edited.clear();
    for (const id of verb === "up" ? this.edited : []) {
      const record = living.get(id);
      // An adoption says what it changes.
      if (isAdopted(this.state.resources.find((entry) => entry.id === id)?.outputs)) continue;
      if (record !== undefined && !JSON.stringify(record).includes("theirs"))
        this.fail(`A run overwrote what a person had changed, which nobody had seen: ${id}.`);
    }

    const loose = objects.filter(({ id }) => this.owners.get(id) === "stack" && !held.has(id));
    for (const { thing } of this.slots) {
      const its = loose.filter(({ label }) => label === thing.label);
      if (its.length > 1) this.fail(`${thing.label} stands twice: ${its.map(({ id }) => id)}.`);
    }
    if (verb !== "up" || end !== "succeeded" || targets !== undefined || replace !== undefined) return;
    for (const { id, label } of loose) {
      const slot = this.slots.find(({ thing }) => thing.label === label)!;
      if (slot.isDeclared) this.fail(`After an up that succeeded, ${label} stands twice: ${id} is in no entry.`);
      // It was removed from the program before any run knew that it exists.
      this.owners.set(id, "abandoned");
    }
    for (const slot of this.slots.filter(({ isDeclared }) => isDeclared)) {
      const entry = this.findEntry(slot);
      if (entry === undefined) this.fail(`After an up that succeeded, the state has no ${slot.name}.`);
      const { id } = entry;
      const wasMade = steps.some((step) => step === `creating ${slot.name}` || step === `updating ${slot.name}`);
      if (wasMade && !living.has(id)) this.fail(`An up that succeeded made a ${slot.name} that doesn't exist: ${id}.`);
    }
  }
}
