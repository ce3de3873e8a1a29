import type { Tokens } from "../auth/tokens";
import type { FaultInput, FaultRule, Faults } from "../faults/rules";
import type { LoggedRequest, RequestLog } from "../http/log";
import { Settings } from "../settings";
import type { Seeded } from "../state/seed";
import type { Snapshot, Store } from "../state/store";

/** What the emulator is made of, as far as it can be seen or changed from outside. */
export interface ControlParts {
  readonly store: Store;
  readonly settings: { current: Settings };
  readonly seeded: Seeded;
  readonly tokens: Tokens;
  readonly faults: Faults;
  readonly log: RequestLog;
}

/** What a test sees and changes beside the API; the same in this process and, under `/_emulator`, from another. */
export class Control {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  get clientId(): string {
    return this.#parts.tokens.clientId;
  }

  get clientSecret(): string {
    return this.#parts.tokens.clientSecret;
  }

  /** Ids of what every emulator starts with. */
  get seeded(): Seeded {
    return this.#parts.seeded;
  }

  get settings(): Settings {
    return this.#parts.settings.current;
  }

  /** Changes settings from the next request on. */
  configure(changes: Partial<Settings>): Settings {
    this.#parts.settings.current = Settings.parse({ ...this.settings, ...changes });
    return this.settings;
  }

  /** What has been asked of the API, oldest first. */
  requests(): LoggedRequest[] {
    return this.#parts.log.all();
  }

  clearRequests(): void {
    this.#parts.log.clear();
  }

  /** What exists, as plain data. */
  snapshot(): Snapshot {
    return this.#parts.store.snapshot();
  }

  faults(): FaultRule[] {
    return this.#parts.faults.all();
  }

  addFault(rule: FaultInput): FaultRule {
    return this.#parts.faults.add(rule);
  }

  /** Without an id: removes all rules. */
  removeFault(id?: string): void {
    this.#parts.faults.remove(id);
  }

  /** Every token given out so far stops working. */
  revokeTokens(): void {
    this.#parts.tokens.revokeAll();
  }
}
