/** The state of the run's stack, as the engine has saved it. The engine passes it to no provider. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import type { Properties } from "../../core/engine";
import { findAncestor } from "../../core/runtime";

/** A resource of a kind of this package, as a state has it: secrets are encrypted. */
export interface StateResource {
  readonly urn: string;
  /** The name of its kind. */
  readonly kind: string;
  /** Undefined: a create is pending. */
  readonly id?: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What a state says of an entry beside inputs and outputs; see `Envelope`. */
interface Notes {
  readonly stamp?: string;
  readonly older?: readonly string[];
  readonly settles?: readonly string[];
  readonly adopted?: readonly string[];
}

export const readNotes = (outputs: Properties): Notes => (outputs.__state ?? {}) as Notes;

/** Whether the object of an entry was there before its resource. */
export const isAdopted = ({ outputs }: Pick<StateResource, "outputs">): boolean =>
  readNotes(outputs).adopted !== undefined;

/** What a state says. */
export interface StackState {
  readonly entries: readonly StateResource[];
  /** The creates that killed runs began, and whose ends the engine doesn't know; and those that run now. */
  readonly pending: readonly StateResource[];
  /** The entries whose object the engine has deleted, for a replacement that isn't there yet. It deletes them again. */
  readonly replaced: readonly StateResource[];
}

/** What a read of a state gives: one of the two; neither where there is no stack. */
export interface StateReading {
  readonly state?: StackState;
  /** Why it can't be read. */
  readonly problem?: string;
}

/** Reads the state of the stack that a URN belongs to; undefined: that of the stack that is selected. */
export type ReadState = (urn: string | undefined) => Promise<StateReading>;

/** Reads the state of the run's stack, as rarely as possible: that takes half a second and more. */
export class StackStates {
  #last: { readonly startedAt: number; readonly reading: Promise<StateReading> } | undefined;

  constructor(private readonly read: ReadState = exportState) {}

  /** The state as it was at some time in this run, but not before `since`, a time of `performance.now`. */
  readSince(since: number, urn: string | undefined): Promise<StateReading> {
    if (this.#last === undefined || this.#last.startedAt < since) {
      this.#last = { startedAt: performance.now(), reading: this.read(urn) };
    }
    return this.#last.reading;
  }
}

const properties = z.record(z.string(), z.unknown()).optional();
const resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  /** Whether a provider has it: a component has no object. */
  custom: z.boolean().default(true),
  /** Whether a program only reads it, with `get`. */
  external: z.boolean().optional(),
  /** See {@link StackState.replaced}. */
  pendingReplacement: z.boolean().optional(),
  inputs: properties,
  outputs: properties,
});
const exported = z.object({
  /** A stack that was never written has null. */
  deployment: z
    .object({
      resources: z.array(resource).optional(),
      pending_operations: z.array(z.object({ type: z.string(), resource })).optional(),
    })
    .nullable(),
});

/** The types of both doors. */
const ownType = /^(?:analytics:index|pulumi-nodejs:dynamic\/analytics):(\w+)$/;

/** The state in the JSON text that `pulumi stack export` prints. @throws when it is another text. */
export function parseState(text: string): StackState & { readonly stacks: ReadonlySet<string> } {
  const { resources = [], pending_operations: operations = [] } = exported.parse(JSON.parse(text)).deployment ?? {};
  const pending = operations.filter(({ type }) => type === "creating").map((operation) => operation.resource);
  const pickOwn = (all: readonly z.infer<typeof resource>[]) =>
    all.flatMap(({ type, custom, external, inputs = {}, outputs = {}, ...rest }) => {
      const [, kind] = ownType.exec(type) ?? [];
      return kind === undefined || !custom || external ? [] : [{ ...rest, kind, inputs, outputs }];
    });
  return {
    entries: pickOwn(resources.filter(({ pendingReplacement: isReplaced }) => !isReplaced)),
    replaced: pickOwn(resources.filter(({ pendingReplacement: isReplaced }) => isReplaced)),
    pending: pickOwn(pending),
    stacks: new Set([...resources, ...pending].map(({ urn }) => getStack(urn))),
  };
}

/** `urn:pulumi:<stack>::<project>` */
export function getStack(urn: string): string {
  return urn.split("::", 2).join("::");
}

/** Bytes of a state. */
const largestState = 1024 ** 3;

/**
 * Reads the state with the CLI, which finds the backend as the run's engine did, also while that holds the lock. It
 * runs the first CLI of these that can read it: that of the PATH, the one whose engine started this process, and that
 * of `ANALYTICS_PULUMI_CLI`.
 */
async function exportState(urn: string | undefined): Promise<StateReading> {
  const setting = process.env.ANALYTICS_PULUMI_CLI;
  const clis = ["pulumi", findAncestor("pulumi")?.program, setting];
  // The stack that is selected has its whole name, with an organization; a URN has none.
  const stacks = [[], ...(urn === undefined ? [] : [["--stack", urn.split(":")[2] ?? ""]])];
  const problems: string[] = [];
  for (const cli of new Set(clis)) {
    let problem: string | undefined;
    for (const stack of cli ? stacks : []) {
      const args = ["stack", "export", "--non-interactive", ...stack];
      try {
        const { stdout } = await promisify(execFile)(cli as string, args, { maxBuffer: largestState });
        const state = parseState(stdout);
        if (urn === undefined || state.stacks.size === 0 || state.stacks.has(getStack(urn))) return { state };
        problem = `\`${[cli, ...args].join(" ")}\` printed that of another stack`;
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
        if (isMissing && cli === setting)
          problem = `ANALYTICS_PULUMI_CLI is ${JSON.stringify(cli)}, which doesn't exist`;
        if (isMissing) break;
        problem = `\`${[cli, ...args].join(" ")}\` failed: run it to see why`;
      }
    }
    if (problem !== undefined) problems.push(problem);
  }
  return { problem: problems.length > 0 ? problems.join("; ") : "no Pulumi CLI was found" };
}
