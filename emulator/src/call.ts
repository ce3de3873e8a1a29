import type { Settings } from "./settings";
import type { Ids } from "./state/ids";
import type { Stamps } from "./state/records";
import type { Store } from "./state/store";
import type { Warehouse } from "./warehouse";

/**
 * What an operation of the platform needs to know: the state, who is asking, and the settings that hold for this
 * request.
 */
export interface Call {
  readonly store: Store;
  readonly ids: Ids;
  readonly warehouse: Warehouse;
  readonly settings: Settings;
  /** Id of the member who acts. */
  readonly actor: string;
}

export function getTime(): string {
  return new Date().toISOString();
}

export function stampCreated(actor: string): Stamps {
  const at = getTime();
  return { createdBy: actor, updatedBy: actor, createdAt: at, updatedAt: at };
}

export function stampUpdated(actor: string): Pick<Stamps, "updatedBy" | "updatedAt"> {
  return { updatedBy: actor, updatedAt: getTime() };
}
