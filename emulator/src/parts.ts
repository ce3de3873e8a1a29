import type { Tokens } from "./auth/tokens";
import type { Faults } from "./faults/rules";
import type { Recorder } from "./http/har";
import type { RateLimit } from "./http/limits";
import type { RequestLog } from "./http/log";
import type { Settings } from "./settings";
import type { Ids } from "./state/ids";
import type { Seeded } from "./state/seeded";
import type { Store } from "./state/store";
import type { Warehouse } from "./warehouse";

/** Whose emulator it is, for those who find one at a port. */
export interface Origin {
  /** The full path of the file with the state. */
  readonly state?: string;
  readonly pid: number;
  /** When it started. */
  readonly startedAt: string;
}

/** What one emulator is made of. All emulators of a process share the routes, which find these at the request. */
export interface Parts {
  readonly store: Store;
  readonly ids: Ids;
  readonly warehouse: Warehouse;
  readonly settings: { current: Settings };
  readonly seeded: Seeded;
  readonly tokens: Tokens;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** What was asked within the last second, of the API and of its token endpoint. */
  readonly limits: { readonly requests: RateLimit; readonly tokens: RateLimit };
  readonly recorder?: Recorder;
  readonly origin: Origin;
  /** Names beside `localhost` and IP addresses under which the control endpoints answer. */
  readonly control: {
    readonly hosts: readonly string[];
    readonly token?: string;
    /** Whether other machines may reach the emulator. */
    readonly isExposed: boolean;
  };
}
