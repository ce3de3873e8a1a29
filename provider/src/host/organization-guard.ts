import { createHash } from "node:crypto";
import { type AnalyticsClient, identityOf } from "../core/api";
import { isUnknown } from "../core/values";
import { type Connection, SettingsError, settingsOf, stackOption } from "../settings";

/** Which organization an object lives in, as far as its state tells. */
export interface ObjectOrganization {
  /** Names the API client that the connection signed in as. */
  readonly client?: string;
  /** The organization's id, where it had to be asked for. */
  readonly organization?: string;
}

/** The home of an object, for a connection that signs in as some client. */
export interface GuardedOrganization {
  readonly home: ObjectOrganization;
  /** The organization in which the object has to be found first: nobody knows whether it lives there. */
  readonly unproven?: string;
}

/**
 * Where an object lives, and whether that is where its connection leads. An API client belongs to one organization, so that nothing
 * has to be asked as long as the connection signs in as the client it did before.
 *
 * @param known what the state says; undefined: there is no state yet.
 * @throws when the connection leads to another organization. An object looked for there would count as gone, or another's be changed in its
 *   place.
 */
export async function guardOrganization(
  known: ObjectOrganization | undefined,
  clientId: string,
  client: AnalyticsClient,
): Promise<GuardedOrganization> {
  const name = clientName(clientId);
  if (known?.client === name) return { home: known };
  if (known?.client === undefined && known?.organization === undefined) return { home: { client: name } };
  const { organizationId: organization } = await identityOf(client);
  const home = { client: name, organization };
  if (known.organization === undefined) return { home, unproven: organization };
  if (known.organization === organization) return { home };
  throw new Error(
    `This resource lives in the organization ${known.organization}, and its connection now signs in to ${organization}. Nothing was read or written. ` +
      "Point the connection back; to move to the other organization, declare the resource with another connection.",
  );
}

function clientName(clientId: string): string {
  return createHash("sha256").update(clientId).digest("base64url").slice(0, 16);
}

/**
 * The current name of a state's connection. A state keeps the name that the connection had when the object was last written; after a rename,
 * its connection is the one that signs in as the same client.
 *
 * @param name what the state says; undefined: the stack's own settings.
 */
export function currentName(name: string | undefined, home: ObjectOrganization | undefined): string | undefined {
  if (home?.client === undefined || configured(name) !== undefined) return name;
  const others = [undefined, ...Object.keys(stackOption("connections"))].map((other) => ({
    other,
    is: configured(other),
  }));
  const renamed = others.find(({ is }) => is !== undefined && clientName(is.clientId) === home.client);
  return renamed === undefined ? name : renamed.other;
}

/** Whether a connection leads to another place, or signs in as another client, than the one in the state. Makes no request. */
export function leadsElsewhere(
  state: string | undefined,
  home: ObjectOrganization | undefined,
  declared: string | undefined,
): boolean {
  if (state === declared) return false;
  const [before, after] = [configured(currentName(state, home)), configured(declared)];
  return before === undefined || before.baseUrl !== after?.baseUrl || before.clientId !== after.clientId;
}

/** The settings of a connection; undefined where there are none that work. */
function configured(name: string | undefined): Connection | undefined {
  if (isUnknown(name)) return undefined;
  try {
    return settingsOf(name);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** The error of an object that isn't where its connection, which signs in as another client than before, leads. */
export function wrongOrganization(organization: string): Error {
  return new Error(
    `The connection of this resource signs in as another API client than before, to the organization ${organization}, which has no such object. Nothing was written. ` +
      "If that is another organization, point the connection back; to move there, declare the resource with another connection. " +
      "If the object was deleted, run `pulumi refresh` with the former client, or take the resource out of the state with `pulumi state delete`.",
  );
}
