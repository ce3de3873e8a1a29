import * as z from "zod";
import type { AnalyticsClient } from "../../core/api";
import type { Run } from "../../core/runtime";
import { field } from "./fields";
import type { Tried } from "./tried";

/** The fields that every kind has beside its own. */
export const commonFields = {
  profile: field(
    z.string().min(1).optional(),
    "The named profile (`analytics:profiles.<name>`) that the object belongs to. Default: the stack's own settings.",
    { replaces: true, formerly: "connection" },
  ),
  adopt: field(
    z
      .union([
        z.boolean(),
        z.strictObject({ id: z.string().min(1).describe("Id of the object to adopt.") }).meta({ title: "Adoption" }),
      ])
      .optional(),
    "Adopts an existing object instead of creating one: `true` finds it by its natural key and creates one when " +
      "there is none, `{ id }` names it. Only what is declared changes; what is left out stays as it is. A removal " +
      "keeps the object, unless `allowDelete` is true. Ignored once the object is in the state.",
  ),
};

/** The inputs that every kind has beside its own. */
export const commonInputs = z.object({ profile: commonFields.profile.type, adopt: commonFields.adopt.type });

export type CommonInputs = z.infer<typeof commonInputs>;

/** The context of a lifecycle call. */
export interface LifecycleContext {
  readonly run: Run;
  /** The client of the resource's profile. */
  readonly client: AnalyticsClient;
  /**
   * The object of a create whose answer was lost: the create then reads it instead of sending a request, and does what
   * is left to do. Undefined: it creates one.
   */
  readonly madeId?: string;
  /** Whether an earlier run may have done what a create does, of a kind whose creates leave nothing to find. */
  readonly mayBeDone: boolean;
  /** Whether the object was adopted, or is being: what isn't declared of it stays. Left out: it wasn't. */
  readonly isAdopted?: boolean;
  /** The stack's settings for this kind, see {@link SettingsTable}; those that aren't set have their default. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether a create replaces the object with this id, which may still exist. */
  replaces(id: string): boolean;
  /**
   * Records what the platform holds now, as soon as the state must remember it. When anything fails later in the same
   * call, the object stays in the state as partially created, and the next `up` continues from there instead of
   * creating a second one. `tried` left out: what the state has of it.
   */
  checkpoint(id: string, remote: { inputs: object; outputs: object; tried?: Tried }): void;
  /** Logs a message for the user, without stopping the operation. */
  log(message: string): void;
}

/** The context of a preview that asks the platform. */
export type LiveContext = Pick<LifecycleContext, "client" | "log" | "run">;

/** The context of a check or preview, beside the inputs. */
export interface CheckContext {
  readonly run: Run;
  /** The stack's settings for this kind; those that aren't set have their default. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether no state holds the resource yet. */
  readonly isNew: boolean;
  /** Whether a check of the same inputs found no error, of a kind with `isCheckedOnce`: it looks for none again. */
  readonly isChecked?: boolean;
  readonly urn?: string;
  /** The inputs of the state. */
  readonly before?: Readonly<Record<string, unknown>>;
}

/** A remote object as this program would have declared it, and what the platform adds. */
export interface Remote<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /** What failed updates may have written beside that. */
  readonly tried?: Tried;
}

/** What was created. `outputs` left out: read it back. */
export interface Created<Outputs> {
  readonly id: string;
  readonly outputs?: Outputs;
  /** Whether the object was there already, as the create itself saw. Left out: the host compares. */
  readonly wasThere?: boolean;
}
