import { createHash } from "node:crypto";
import type { AnalyticsClient } from "../core/api";
import { isUnknown } from "../core/engine";
import type { Run } from "../core/runtime";
import { type Profile, readFormerSettings, readSettings, readStackTable, SettingsError } from "../settings";

/** The organization of an object, as its state records it. */
export interface ObjectOrganization {
  /** A digest of the client id that the profile signed in with. */
  readonly client?: string;
  /** The organization's id, if the provider had to request it. */
  readonly organization?: string;
  /** The id of the member behind the credentials, if the provider had to request it. */
  readonly member?: string;
}

/** The result of {@link guardOrganization}. */
export interface GuardedOrganization {
  readonly home: ObjectOrganization;
  /** The organization in which the caller must find the object first: it is unknown whether the object is there. */
  readonly unproven?: string;
}

/** Whether a state doesn't say whose its object is. */
export const isOfUnknown = (known: ObjectOrganization | undefined): boolean =>
  known !== undefined && known.client === undefined && known.organization === undefined;

/**
 * Compares the organization of an object with the one that its profile signs in to. An API client belongs to one
 * organization, so no request is needed while the profile signs in with the same client.
 *
 * @param known the state's record; undefined: there is no state yet.
 * @throws when the profile signs in to another organization. There, the object would count as deleted, or the provider
 * would change another one.
 */
export async function guardOrganization(
  known: ObjectOrganization | undefined,
  clientId: string,
  client: AnalyticsClient,
): Promise<GuardedOrganization> {
  const name = digest(clientId);
  if (known?.client === name) return { home: known };
  if (known === undefined || isOfUnknown(known)) return { home: { client: name } };
  const { organizationId: organization, userId: member } = await client.readOwner();
  const home = { client: name, organization, member };
  if (known.organization === undefined) return { home, unproven: organization };
  if (known.organization === organization) return { home };
  throw new Error(
    `This resource is in the organization ${known.organization}, but its profile now signs in to ${organization}. ` +
      "Nothing was read or written. Restore the profile's credentials. To move the resource to the other " +
      "organization, declare it with another profile.",
  );
}

/** A digest of the base URL that a profile signs in at. */
export function hashAddress({ baseUrl }: Pick<Profile, "baseUrl">): string {
  return digest(baseUrl.replace(/(?<!\/)\/+$/, ""));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/**
 * The current name of the profile in a state. A state keeps the name that the profile had at the last write. After a
 * rename, the profile is the one that signs in with the same client.
 *
 * @param name the name in the state; undefined: the stack's own settings.
 */
export function getCurrentName(name: string | undefined, home: ObjectOrganization | undefined): string | undefined {
  if (home?.client === undefined || getConfigured(name) !== undefined) return name;
  const others = [undefined, ...Object.keys(readStackTable("profiles"))].map((other) => ({
    other,
    is: getConfigured(other),
  }));
  const renamed = others.find(({ is }) => is !== undefined && digest(is.clientId) === home.client);
  return renamed === undefined ? name : renamed.other;
}

/** Whether the declared profile has another base URL or client than the one in the state. Sends no request. */
export function isElsewhere(
  state: string | undefined,
  home: ObjectOrganization | undefined,
  declared: string | undefined,
): boolean {
  if (state === declared) return false;
  const [before, after] = [getConfigured(getCurrentName(state, home)), getConfigured(declared)];
  return before === undefined || before.baseUrl !== after?.baseUrl || before.clientId !== after.clientId;
}

/**
 * Whether the resource had another provider before, which signs in to another organization. Sends no request.
 *
 * @throws if that is unknown: none of the providers has the API client that wrote the state.
 */
export function isFromElsewhere(
  run: Run,
  state: string | undefined,
  home: ObjectOrganization | undefined,
  declared: string | undefined,
): boolean {
  const former = readFormerSettings(run, state);
  const now = getConfigured(declared);
  // Of a state without a client, the first request compares the organization.
  if (former === undefined || now === undefined || home?.client === undefined) return false;
  if (home.client === digest(now.clientId)) return false;
  if (former.some(({ clientId }) => digest(clientId) === home?.client)) return true;
  throw new Error(
    "resources of this program change their provider, and none of the providers has the API client that wrote the " +
      "state of this one: it is unknown whether it changes the organization. Run `pulumi refresh`, then repeat. If " +
      "it moves from the dynamic provider to the plugin too, first move it with the settings that it has.",
  );
}

/** The settings of a profile; undefined if they are missing or invalid. */
function getConfigured(name: string | undefined): Profile | undefined {
  if (isUnknown(name)) return undefined;
  try {
    return readSettings(name);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/**
 * The error for an object that is not in the organization that its profile, with another client than before, signs in
 * to.
 */
export function createWrongOrganizationError(organization: string): Error {
  return new Error(
    `The profile of this resource now signs in with another API client, to the organization ${organization}, ` +
      "where the object doesn't exist. Nothing was written. If that is another organization, restore the profile's " +
      "credentials. To move the resource there, declare it with another profile. If the object was deleted, run " +
      "`pulumi refresh` with the former client, or remove the resource from the state with `pulumi state delete`.",
  );
}
