import type { Door } from "../door";
import { type Difference, formType, type Made, openProvider, type Provider, readPartial, unknownValue } from "./doors";
import { HostProcess, type Surroundings } from "./host-process";
import type { SimulatedTime } from "./simulated-time";
import type { Entry, Operation, Properties, State } from "./state";

/** A resource of the program. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly inputs: Properties;
  /** The inputs that the program marks as secret. */
  readonly secret: readonly string[];
  /** The inputs that are ids of other resources, by their names. */
  readonly references: Readonly<Record<string, string>>;
  /** Names that it had before. */
  readonly aliases: readonly string[];
  /** Whether its class has the option. */
  readonly deleteBeforeReplace: boolean;
  /** The option of this name. */
  readonly retainOnDelete: boolean;
}

/** What a run is asked to do. */
export interface Run {
  readonly verb: "up" | "preview" | "refresh" | "destroy" | "import";
  /** What is imported: the kind and name of its resource, and its id. */
  readonly imported?: { readonly kind: string; readonly name: string; readonly id: string };
  /** `--refresh` */
  readonly refresh?: boolean;
  /** `--target`: names of resources. */
  readonly targets?: readonly string[];
  /** `--target-replace`: a name. */
  readonly replace?: string;
  readonly clearsPendingCreates?: boolean;
  /** What is killed, and at which step of the run. */
  readonly kill?: { readonly victim: Victim; readonly step: number };
}

export type Victim = "engine" | "host" | "both";

export interface Result {
  readonly end: "succeeded" | "failed" | "killed";
  readonly output: string;
  /** Its errors, each begins with the name of a resource. */
  readonly errors: string;
  /** What was done, as `create a`. */
  readonly steps: readonly string[];
}

/** Where the command runs. */
export interface Machine extends Omit<Surroundings, "pass"> {
  /** What happens to a request; see {@link Surroundings.pass}. */
  pass?: Surroundings["pass"];
}

/** Where states are: one for each stack. */
export interface Backend {
  state: State;
  lock: string | undefined;
}

const project = "shop";
const stack = "dev";
const formUrn = (door: Door, kind: string, name: string) =>
  `urn:pulumi:${stack}::${project}::${formType(door, kind)}::${name}`;
export const readName = (urn: string) => urn.split("::").at(-1)!;

const never = new Promise<never>(() => undefined);

class StepError extends Error {}

/** Milliseconds after which a host notices that its engine was killed. */
const orphanMs = 200;

/**
 * A small engine that treats providers, the state and its pending operations as the real one (3.250) does: see the
 * notes on each method. It runs one command.
 */
export class Engine {
  #output = "";
  #errors = "";
  readonly #steps: string[] = [];
  #state: State = { resources: [], pending: [] };
  #isDead = false;
  #hasFailed = false;
  #step = 0;
  #host: HostProcess | undefined;
  #hostEnded: () => void = () => undefined;
  readonly #untilHostEnded = new Promise<void>((resolve) => {
    this.#hostEnded = resolve;
  });
  #killed: () => void = () => undefined;
  readonly #untilKilled = new Promise<void>((resolve) => {
    this.#killed = resolve;
  });
  #turn: Promise<unknown> = Promise.resolve();
  #provide: (type: string) => Provider = () => {
    throw new Error("no plugin host");
  };

  constructor(
    private readonly door: Door,
    private readonly time: SimulatedTime,
    private readonly backend: Backend,
    private readonly machine: Machine,
    private readonly settings: Properties,
    private readonly program: readonly Declared[],
    private readonly run: Run,
  ) {}

  /** Runs the command to its end, or until it is killed. */
  async execute(): Promise<Result> {
    if (this.run.verb !== "preview") {
      if (this.backend.lock !== undefined) {
        const errors =
          "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete " +
          "the lock file with `pulumi cancel`.";
        return { end: "failed", output: errors, errors, steps: [] };
      }
      this.backend.lock = "this run";
    }
    const flow = this.#execute().catch((error: unknown) => {
      if (!(error instanceof StepError)) throw error;
      this.#hasFailed = true;
    });
    await Promise.race([flow, this.#untilKilled]);
    if (this.#isDead) {
      // The host goes on for a moment: what it has sent, it gets answers to.
      if (this.run.kill?.victim === "engine")
        await new Promise<void>((resolve) => this.time.schedule(this, orphanMs, resolve));
      this.#host?.kill();
      return { end: "killed", output: this.#print(), errors: this.#errors, steps: this.#steps };
    }
    this.#host?.end();
    if (this.run.verb !== "preview") this.backend.lock = undefined;
    return {
      end: this.#hasFailed ? "failed" : "succeeded",
      output: this.#print(),
      errors: this.#errors,
      steps: this.#steps,
    };
  }

  #print(): string {
    return `${this.#output}${this.#errors}${this.#host?.output ?? ""}`;
  }

  async #execute(): Promise<void> {
    const { verb, imported, refresh, clearsPendingCreates } = this.run;
    const { resources, pending } = structuredClone(this.backend.state);
    // Of the operations of an earlier run, the engine keeps only the creates.
    const kept = clearsPendingCreates ? [] : pending.filter(({ type }) => type === "creating");
    this.#state = { resources, pending: kept };
    if (kept.length > 0) this.#output += "warning: Attempting to deploy with pending operations\n";
    this.#startHost();
    if (verb === "refresh" || refresh) await this.#refresh();
    if (imported !== undefined) await this.#import(imported);
    if (verb === "destroy") await this.#deleteAll((entry) => this.#isTarget(readName(entry.urn)));
    if (verb === "up" || verb === "preview") await this.#update(verb === "preview");
    this.#save();
    await this.#pass("end");
  }

  #startHost(): void {
    const { machine } = this;
    const pass: Surroundings["pass"] = async (request, when) => {
      await machine.pass?.(request, when);
      // Reads change nothing: to be killed between two of them is like to be killed before the first.
      if (request.method !== "GET" && request.path !== "/v2/auth/token") await this.#pass(`${when} ${request.method}`);
    };
    this.#host = new HostProcess(this.time, { ...machine, pass });
    this.#provide = openProvider(this.door, this.#host, this.settings);
  }

  /** A step at which the run may be killed. */
  async #pass(what: string): Promise<void> {
    const { kill } = this.run;
    if (this.#isDead) {
      // An engine that was killed alone leaves its host running.
      if (/^(sent|answered)/.test(what)) return;
      await never;
    }
    if (kill === undefined || this.#step++ !== kill.step) return;
    this.#steps.push(`kill ${kill.victim} at ${what}`);
    if (kill.victim !== "engine") {
      this.#host?.kill();
      this.#hostEnded();
    }
    if (kill.victim !== "host") {
      this.#isDead = true;
      this.#killed();
      if (!/^(sent|answered)/.test(what)) await never;
    }
  }

  #save(): void {
    if (this.#isDead || this.run.verb === "preview") return;
    this.backend.state = structuredClone(this.#state);
  }

  /** A call of the plugin host, whose death is an error. */
  async #call<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const ended = this.#untilHostEnded.then(() => {
      throw new Error("rpc error: code = Unavailable desc = the plugin host ended. Run `pulumi up` again.");
    });
    const result = await Promise.race([answer, ended]);
    return this.#isDead ? never : result;
  }

  #fail(urn: string, error: unknown): never {
    this.#hasFailed = true;
    this.#errors += `error: ${readName(urn)}: ${(error as Error).message}\n`;
    throw new StepError();
  }

  #isTarget(name: string): boolean {
    const { targets } = this.run;
    return targets === undefined || targets.includes(name);
  }

  /** One operation on an object: the state has it as pending before the provider is called. */
  async #operate<Answer>(operation: Operation, call: () => Promise<Answer>, done: (answer: Answer) => void) {
    const { urn } = operation.resource;
    this.#steps.push(`${operation.type} ${readName(urn)}`);
    await this.#pass(`before ${operation.type}`);
    // What this run does comes first.
    this.#state.pending.unshift(operation);
    this.#save();
    await this.#pass(`begun ${operation.type}`);
    const drop = () => {
      this.#state.pending = this.#state.pending.filter((one) => one !== operation);
    };
    let answer: Answer;
    try {
      answer = await this.#call(call());
    } catch (error) {
      if (this.#isDead) await never;
      await this.#pass(`failed ${operation.type}`);
      drop();
      this.#keepPartial(operation, error);
      this.#save();
      return this.#fail(urn, error);
    }
    await this.#pass(`answered ${operation.type}`);
    drop();
    done(answer);
    this.#save();
    await this.#pass(`saved ${operation.type}`);
  }

  /** What failed half way stays in the state, with its errors. */
  #keepPartial({ resource, type }: Operation, error: unknown): void {
    const partial = readPartial(error);
    if (partial === undefined || (type !== "creating" && type !== "updating")) return;
    const { inputs, ...rest } = resource;
    const entry = { ...rest, inputs, ...partial, initErrors: [(error as Error).message] };
    this.#put(entry, type === "updating" ? this.#find(resource.urn) : undefined);
  }

  #find(urn: string): Entry | undefined {
    return this.#state.resources.find((entry) => entry.urn === urn && !entry.delete);
  }

  /** Puts an entry, in place of a former one. */
  #put(entry: Entry, former: Entry | undefined): void {
    const index = former === undefined ? -1 : this.#state.resources.indexOf(former);
    if (index < 0) this.#state.resources.push(entry);
    else this.#state.resources[index] = entry;
  }

  #remove(entry: Entry): void {
    this.#state.resources = this.#state.resources.filter((one) => one !== entry);
  }

  /** Reads every entry; one whose object is gone leaves the state. */
  async #refresh(): Promise<void> {
    const read = async (entry: Entry) => {
      this.#steps.push(`read ${readName(entry.urn)}`);
      let found: (Made & { inputs: Properties }) | undefined;
      try {
        found = await this.#call(this.#provide(entry.type).read(entry));
      } catch (error) {
        if (this.#isDead) await never;
        return this.#fail(entry.urn, error);
      }
      if (found === undefined) this.#remove(entry);
      else {
        const { initErrors: _, ...rest } = entry;
        const now = { ...rest, ...found };
        this.#put(now, entry);
        // What it shows of the drift.
        await this.#call(this.#provide(entry.type).diff(now, entry.inputs)).catch(() => undefined);
      }
    };
    const all = this.#state.resources.filter(
      (entry) => !entry.pendingReplacement && this.#isTarget(readName(entry.urn)),
    );
    const results = await Promise.allSettled(all.map(read));
    this.#save();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Reads an object of which the state has no entry of this name, and checks what was read. */
  async #import({ kind, name, id }: NonNullable<Run["imported"]>): Promise<void> {
    const type = formType(this.door, kind);
    const urn = formUrn(this.door, kind, name);
    this.#steps.push(`importing ${name}`);
    const provider = this.#provide(type);
    const sought = { urn, type, id, inputs: {}, outputs: {}, dependencies: [] };
    const found = await this.#call(provider.read(sought)).catch((error: unknown) => this.#fail(urn, error));
    if (found === undefined) return this.#fail(urn, new Error(`Resource '${id}' does not exist`));
    const { inputs, failures } = await this.#call(provider.check(urn, found.inputs, found.inputs));
    if (failures.length > 0) return this.#fail(urn, new Error(failures.join("; ")));
    this.#put({ ...sought, ...found, inputs }, undefined);
  }

  /** Registers the program's resources: each as soon as those that it refers to are there. */
  async #update(isPreview: boolean): Promise<void> {
    const ids = new Map<string, Promise<string>>();
    const registered = new Set<Entry>();
    const all = this.program.map((declared) => {
      const done = this.#register(declared, ids, registered, isPreview);
      done.catch(() => undefined);
      ids.set(declared.name, done);
      return done;
    });
    const results = await Promise.allSettled(all);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    if (isPreview || this.run.replace !== undefined) {
      if (isPreview) return;
      await this.#deleteAll((entry) => entry.delete === true);
      return;
    }
    await this.#deleteAll((entry) => !registered.has(entry) && (entry.delete || this.#isTarget(readName(entry.urn))));
  }

  async #register(
    declared: Declared,
    ids: ReadonlyMap<string, Promise<string>>,
    registered: Set<Entry>,
    isPreview: boolean,
  ): Promise<string> {
    const inputs: Properties = { ...declared.inputs };
    for (const [field, name] of Object.entries(declared.references)) inputs[field] = await ids.get(name)!;
    const leave = await this.#enter();
    let execute: () => Promise<string>;
    try {
      if (this.#hasFailed) throw new StepError();
      execute = await this.#plan(declared, inputs, registered, isPreview);
    } finally {
      leave();
    }
    return execute();
  }

  /** Steps are decided one after the other. */
  async #enter(): Promise<() => void> {
    const before = this.#turn;
    let leave = () => {};
    this.#turn = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }

  async #plan(
    { kind, name, aliases, references, retainOnDelete, ...declared }: Declared,
    given: Properties,
    registered: Set<Entry>,
    isPreview: boolean,
  ): Promise<() => Promise<string>> {
    const { door } = this;
    const type = formType(door, kind);
    const urn = formUrn(door, kind, name);
    const provider = this.#provide(type);
    const dependencies = Object.values(references).map(
      (other) => this.#state.resources.find((entry) => readName(entry.urn) === other && !entry.delete)?.urn ?? other,
    );
    const old = [urn, ...aliases.map((alias) => formUrn(door, kind, alias))]
      .map((one) => this.#find(one))
      .find(Boolean);
    const isTargeted = this.#isTarget(name) && (this.run.replace === undefined || this.run.replace === name);
    if (!isTargeted) {
      if (old !== undefined) registered.add(old);
      return async () => old?.id ?? unknownValue;
    }
    const news = this.#buildInputs(urn, kind, given, declared.secret);
    // The provider isn't asked what differs.
    const isForced = old !== undefined && (old.taint === true || this.run.replace === name);
    const check = async (olds: Properties) => {
      const { inputs, failures } = await this.#call(provider.check(urn, olds, news)).catch((error: unknown) =>
        this.#fail(urn, error),
      );
      if (failures.length > 0) return this.#fail(urn, new Error(failures.join("; ")));
      return inputs;
    };
    let inputs = await check(old === undefined || isForced ? {} : old.inputs);
    const keep = (entry: Entry) => {
      registered.add(entry);
      return entry.id;
    };
    const buildResource = (): Omit<Entry, "id"> => ({
      ...{ urn, type, inputs, outputs: {}, dependencies },
      ...(retainOnDelete ? { retainOnDelete } : {}),
    });
    const create = async (former?: Entry): Promise<string> => {
      if (isPreview) {
        this.#steps.push(`creating ${name}`);
        await this.#call(provider.previewCreate(urn, inputs)).catch((error: unknown) => this.#fail(urn, error));
        return unknownValue;
      }
      const operation: Operation = { resource: buildResource(), type: "creating" };
      let made: Entry | undefined;
      await this.#operate(
        operation,
        () => provider.create(urn, inputs),
        ({ id, outputs }) => {
          if (id === "") throw new Error("the provider returned an empty id");
          made = { ...buildResource(), id, outputs };
          if (former?.pendingReplacement) this.#remove(former);
          else if (former !== undefined) {
            former.delete = true;
            former.urn = urn;
          }
          this.#put(made, undefined);
        },
      );
      return keep(made!);
    };
    if (old === undefined) return () => create();

    let difference: Difference;
    if (isForced) {
      difference = { changes: true, replaces: ["*"], deleteBeforeReplace: false };
    } else {
      difference = await this.#call(provider.diff(old, inputs)).catch((error: unknown) => this.#fail(urn, error));
    }
    if (difference.replaces.length > 0 || old.pendingReplacement) {
      if (!isForced) inputs = await check({});
      const isDeletedFirst = declared.deleteBeforeReplace || difference.deleteBeforeReplace;
      if (!isDeletedFirst || isPreview || old.pendingReplacement) return () => create(old);
      return async () => {
        // Its operation has no inputs to be sent again.
        await this.#operate(
          { resource: old, type: "deleting" },
          async () => (old.retainOnDelete ? undefined : provider.delete(old)),
          () => {
            old.pendingReplacement = true;
          },
        );
        return create(old);
      };
    }
    if (!difference.changes && old.initErrors === undefined) {
      old.urn = urn;
      old.inputs = inputs;
      old.dependencies = dependencies;
      old.retainOnDelete = retainOnDelete;
      return async () => keep(old);
    }
    return async () => {
      if (isPreview) return keep(old);
      let updated: Entry | undefined;
      // Its former name is no longer another resource's.
      registered.add(old);
      old.urn = urn;
      await this.#operate(
        { resource: { ...buildResource(), id: old.id, outputs: old.outputs }, type: "updating" },
        () => provider.update(old, inputs),
        (outputs) => {
          updated = { ...buildResource(), id: old.id, outputs };
          this.#put(updated, old);
        },
      );
      return keep(updated!);
    };
  }

  /** What the class of a resource registers. */
  #buildInputs(urn: string, kind: string, given: Properties, secret: readonly string[]): Properties {
    if (this.door === "plugin") {
      return Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, secret.includes(key) ? wrapMarked(value) : value]),
      );
    }
    return {
      ...given,
      __urn: urn,
      ...(secret.length > 0 ? { __secretInputs: secret } : {}),
      __provider: `exports.handler = () => require("pulumi-analytics/host").${kind};`,
    };
  }

  /** Deletes entries, those that others depend on last. */
  async #deleteAll(isDeleted: (entry: Entry) => boolean): Promise<void> {
    for (;;) {
      const left = this.#state.resources.filter(isDeleted);
      if (left.length === 0) return;
      const needed = new Set(left.flatMap(({ dependencies }) => dependencies));
      const free = left.filter(({ urn, delete: isFormer }) => isFormer || !needed.has(urn));
      const results = await Promise.allSettled((free.length > 0 ? free : left).map((entry) => this.#delete(entry)));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    }
  }

  async #delete(entry: Entry): Promise<void> {
    if (entry.pendingReplacement) {
      this.#remove(entry);
      this.#save();
      return;
    }
    await this.#operate(
      { resource: entry, type: "deleting" },
      async () => (entry.retainOnDelete ? undefined : this.#provide(entry.type).delete(entry)),
      () => this.#remove(entry),
    );
  }
}

function wrapMarked(value: unknown): unknown {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
