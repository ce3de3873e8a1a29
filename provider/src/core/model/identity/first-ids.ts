import { hasSameMeaning } from "../diff/meaning";
import type { Json } from "../json";
import type { LocalSpec, PlatformSpec } from "../spec-types";
import { assignIds } from "./assign";
import { type IdentityMap, toLocalIds } from "./identity";
import { matchIdentity } from "./match";
import { assignReadableIds } from "./readable";

/**
 * Readable ids for a model nobody has a file of. They are the platform's own where the provider couldn't find out from
 * the contents which thing is which, as it has to when it takes the model over.
 */
export function assignFirstIds(received: PlatformSpec): IdentityMap {
  const ids = assignReadableIds(received);
  const asItIs: Json = received;
  return isRecognised(toLocalIds(received, ids), received)
    ? ids
    : matchIdentity({ sent: assignIds(asItIs), received }).map;
}

/** Whether the provider, knowing no ids, finds that the platform has just what is declared. */
export function isRecognised(declared: LocalSpec, received: PlatformSpec): boolean {
  const { map } = matchIdentity({ sent: declared, received });
  return hasSameMeaning(declared, toLocalIds(received, map), { stored: true });
}
