import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator, FaultInput } from "analytics-emulator";
import type { AxiosResponse } from "axios";
import type { Door } from "../door";
import { readKind } from "./doors";
import { type Backend, type Declared, Engine, formUrn, type Machine, type Result, type Run, readName } from "./engine";
import type { Passing } from "./host-process";
import { SimulatedPlatforms } from "./simulated-platform";
import { SimulatedTime } from "./simulated-time";
import { type Entry, exportState, type Properties, type State } from "./state";
import { readLabel, readLiving, type Thing, things } from "./things";

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
interface Found {
  readonly id: string;
  readonly label: string;
  readonly record: object;
}

/** Who made an object: this stack, or somebody else, such as a person. What a person forgets is theirs. */
type Owner = "stack" | "other" | "forgotten" | "abandoned";

/** How things are between two commands. */
interface Look {
  readonly objects: readonly Found[];
  readonly state: State;
  readonly platform: string;
}

const emulators = { count: 0 };
const time = new SimulatedTime();
let platforms: SimulatedPlatforms | undefined;

/** A broken rule, with what led to it. */
export class BrokenRule extends Error {}

/** A stack, the machines that it is run on, the people beside it, and the platform, and what is known of each. */
export class Lab {
  readonly time = time;
  readonly slots: readonly Slot[];
  readonly log: string[] = [];
  readonly backend: Backend;
  readonly owners = new Map<string, Owner>();
  /** What a person changed, and no refresh has shown since. */
  readonly edited = new Set<string>();
  /** Whether nothing is uncertain: whatever the program declares, the next run without an accident must succeed. */
  isCalm = true;
  /** The time at which the last run that didn't end well began. */
  lostAt: number | undefined;
  home = "one";
  aheadMs = 0;
  hasCli = true;
  /** What the member doesn't see. */
  hidden = new Set<string>();
  readonly environment: Record<string, string> = {};
  readonly settings: Properties;

  private constructor(
    readonly door: Door,
    readonly emulator: Emulator,
    private readonly root: string,
    labels: readonly string[],
  ) {
    this.slots = things.map((thing) => ({
      ...{ thing, name: thing.label, aliases: [], edit: 0, objectName: thing.label },
      isDeclared: labels.includes(thing.label),
    }));
    this.settings = {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    };
    this.backend = { state: { resources: [], pending: [] }, lock: undefined };
    this.#writeCli();
  }

  static async open(door: Door, labels: readonly string[]): Promise<Lab> {
    platforms ??= new SimulatedPlatforms(time);
    const emulator = await platforms.start(++emulators.count);
    return new Lab(door, emulator, mkdtempSync(join(tmpdir(), "machine-")), labels);
  }

  async close(): Promise<void> {
    await this.emulator.stop();
    rmSync(this.root, { recursive: true });
  }

  get state(): State {
    return this.backend.state;
  }

  /** What `pulumi stack export` prints, to whoever calls the command. */
  #writeExport(): void {
    const getSecretNames = ({ type }: { type: string }) =>
      this.door === "plugin" ? [] : (things.find(({ kind }) => kind === readKind(type))?.secret ?? []);
    for (const [file, showsSecrets] of [
      ["state.json", false],
      ["state-in-clear.json", true],
    ] as const)
      writeFileSync(join(this.root, file), exportState(this.backend.state, getSecretNames, showsSecrets));
  }

  /** A command line of Pulumi that knows the export of this stack. */
  #writeCli(): void {
    const folder = join(this.root, "bin");
    mkdirSync(folder);
    mkdirSync(join(this.root, "project"));
    writeFileSync(join(this.root, "project/Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const file = join(folder, "pulumi");
    writeFileSync(
      file,
      `#!/bin/sh
case " $* " in
*" stack export "*" --show-secrets "*) exec cat "${this.root}/state-in-clear.json" ;;
*" stack export "*) exec cat "${this.root}/state.json" ;;
*" version "*) echo v3.250.0 ;;
*) echo "error: unknown command: $*" >&2; exit 255 ;;
esac
`,
    );
    chmodSync(file, 0o755);
  }

  /** The program's resources. */
  get program(): Declared[] {
    const declared = this.slots.filter(({ isDeclared }) => isDeclared);
    const isThere = (label: string) => declared.some(({ thing }) => thing.label === label);
    return declared.map(({ thing, name, aliases, edit, objectName, adopt }) => {
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
          ...("title" in inputs ? { title: objectName } : { name: objectName }),
          ...Object.fromEntries(others.map((field) => [field, this.emulator.seeded.folders.models])),
          ...(adopt === undefined ? {} : { adopt }),
        },
        deleteBeforeReplace: thing.deleteBeforeReplace ?? false,
      };
    });
  }

  /** The objects that things may be, by id. */
  listObjects(): Found[] {
    const snapshot = this.emulator.snapshot();
    const collections = new Map(things.map(({ collection, idField }) => [collection, idField]));
    return [...collections].flatMap(([collection, idField]) =>
      (snapshot[collection] as readonly object[]).flatMap((record): Found[] => {
        const label = readLabel(record);
        const id = String((record as Properties)[idField]);
        return label !== undefined && readLiving(record) ? [{ id, label, record }] : [];
      }),
    );
  }

  /** The entry of a slot. */
  findEntry({ thing, name, aliases }: Slot): Entry | undefined {
    const urns = [name, ...aliases].map((one) => formUrn(this.door, thing.kind, one));
    return this.state.resources.find((entry) => !entry.delete && urns.includes(entry.urn));
  }

  /** The objects that entries of the state hold. */
  listHeld(): Set<string> {
    return new Set(this.state.resources.flatMap(({ id }) => id.split("/")));
  }

  /** Runs a command of the engine, and looks whether it broke a rule. */
  async run(run: Run, trouble?: Trouble, meanwhile?: () => Promise<void>): Promise<Result> {
    const before = this.#look();
    const began = this.time.now;
    const result = await this.time.until(this.openEngine(run, trouble, meanwhile).execute());
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
    if (this.isCalm && isUndisturbed && result.end === "failed") this.fail("A run was refused for no reason.");
    const isWhole = verb === "up" && more.targets === undefined && more.replace === undefined;
    if (result.end !== "succeeded") this.isCalm = false;
    else if (isWhole && this.edited.size === 0 && this.hidden.size === 0) this.isCalm = true;
    return result;
  }

  /** @param meanwhile happens at the first request. */
  openEngine(run: Run, trouble?: Trouble, meanwhile?: () => Promise<void>): Engine {
    const { door, backend, settings, program } = this;
    return new Engine(door, this.time, backend, this.#formMachine(trouble, meanwhile), settings, program, run);
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

  #formMachine(trouble: Trouble | undefined, meanwhile = async () => {}): Machine {
    const { home, aheadMs, hasCli, root } = this;
    let writes = 0;
    let first: Promise<void> | undefined;
    return {
      directory: join(root, "project"),
      aheadMs,
      environment: {
        PATH: [...(hasCli ? [join(root, "bin")] : []), "/usr/bin", "/bin"].join(":"),
        HOME: join(root, home),
        PULUMI_HOME: join(root, home, ".pulumi"),
        ...this.environment,
      },
      pass: async ({ method, path }, when) => {
        first ??= meanwhile();
        await first;
        if (when === "answered" || method === "GET" || path === "/v2/auth/token") return;
        if (trouble === undefined || writes++ !== trouble.write) return;
        this.emulator.addFault({ ...troubles[trouble.what], method, path, times: 1 });
      },
      prepare: () => this.#writeExport(),
      see: (request, answer) => this.#see(request, answer),
    };
  }

  /** What a member sees who sees less, and what a proxy of the platform says of a computation that took too long. */
  #see({ path }: Passing, answer: AxiosResponse): AxiosResponse {
    const say = (status: number, body: object) => ({ ...answer, status, data: Buffer.from(JSON.stringify(body)) });
    if (answer.status === 402)
      return say(402, { code: "timedout", message: "The computation timed out", requestId: "r" });
    if (this.hidden.size === 0 || answer.status !== 200) return answer;
    if (path.split("/").some((part) => this.hidden.has(part)))
      return say(404, { code: "not_found", message: "not found", requestId: "r" });
    const text = String(answer.data ?? "");
    if (![...this.hidden].some((id) => text.includes(id))) return answer;
    return say(200, hide(JSON.parse(text), this.hidden) as object);
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
    for (const { id } of objects) if (!this.owners.has(id)) this.owners.set(id, "stack");
    const living = new Map(objects.map(({ id, record }) => [id, record]));

    if ((verb === "preview" || verb === "refresh") && this.#writePlatform() !== before.platform)
      this.fail(`A ${verb} changed the platform.`);

    for (const { id, record } of before.objects) {
      const owner = this.owners.get(id);
      if (owner !== "other" && owner !== "forgotten") continue;
      const now = living.get(id);
      if (this.listHeld().has(id)) continue;
      if (now === undefined) this.fail(`A run deleted an object of somebody else: ${id}.`);
      if (JSON.stringify(now) !== JSON.stringify(record)) this.fail(`A run changed an object of somebody else: ${id}.`);
    }

    const held = this.listHeld();
    for (const { id, urn } of before.state.resources) {
      const objectId = id.split("/").at(-1)!;
      if (!living.has(objectId) || held.has(objectId)) continue;
      this.fail(`The entry of an object that exists left the state: ${readName(urn)} ${id}.`);
    }

    if (verb === "refresh" || refresh) this.edited.clear();
    for (const id of verb === "up" ? this.edited : []) {
      const record = living.get(id);
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
      const id = entry.id.split("/").at(-1)!;
      const wasMade = steps.some((step) => step === `creating ${slot.name}` || step === `updating ${slot.name}`);
      if (wasMade && !living.has(id)) this.fail(`An up that succeeded made a ${slot.name} that doesn't exist: ${id}.`);
    }
  }
}

/** An answer without the entries of lists that have one of these ids. */
function hide(answer: unknown, ids: ReadonlySet<string>): unknown {
  const isHidden = (entry: unknown) =>
    typeof entry === "object" && entry !== null && Object.values(entry).some((value) => ids.has(value as string));
  if (Array.isArray(answer)) return answer.filter((entry) => !isHidden(entry));
  const fields = Object.entries((answer ?? {}) as object);
  return Object.fromEntries(
    fields.map(([key, value]) => [key, Array.isArray(value) ? value.filter((entry) => !isHidden(entry)) : value]),
  );
}
