import type { AnalyticsClient, ApiCredential as Found, ListedApiCredential } from "../../core/api";
import { equal, equalSet, equalText } from "../../core/engine";
import { normalizeStored } from "../../core/text";
import type { Remote } from "../declare";
import type { ApiCredentialInputs, ApiCredentialOutputs } from "./fields";

/** What is to be seen of a credential. Without `credential`, what is visible of that is taken to be as it was. */
export type Seen = ListedApiCredential & Partial<Pick<Found, "credential">>;

/**
 * Reads a credential: from the list where the list shows everything that is to be compared, by its id otherwise. One
 * list is one request for hundreds; it lacks the user name, the addresses, and the like.
 *
 * @param known what the state holds; undefined: nothing, and all is wanted.
 * @param settings `refresh`: `whole` compares everything that the platform shows, `listed` what the list shows.
 * @throws ApiError when there is no such credential.
 */
export async function readVisible(
  client: AnalyticsClient,
  id: string,
  known: Remote<ApiCredentialInputs, Partial<ApiCredentialOutputs>> | undefined,
  { refresh }: Readonly<Record<string, string>>,
): Promise<Seen> {
  const { apiCredentials } = client;
  if (known === undefined || !(refresh === "listed" || listShowsAll(known.inputs))) return apiCredentials.get(id);
  const listed = await apiCredentials.findListed(id);
  // New ones may not be listed yet; and where the list shows a change, there may be more to see.
  return listed && isAsKnown(listed, known) ? listed : apiCredentials.get(id);
}

function isAsKnown(
  { name, allowlist, description, authMethod }: ListedApiCredential,
  { inputs, outputs }: Remote<ApiCredentialInputs, Partial<ApiCredentialOutputs>>,
): boolean {
  return (
    equal(normalizeStored(name), normalizeStored(inputs.name)) &&
    equalSet(foldHosts(allowlist), foldHosts(inputs.allowlist)) &&
    equalText(normalizeStored(description), normalizeStored(inputs.description)) &&
    authMethod === outputs.authMethod
  );
}

const foldHosts = (hosts: readonly string[]) => hosts.map((host) => host.toLowerCase());

/** Whether the list has all visible fields of the credential. */
function listShowsAll({ credential }: ApiCredentialInputs): boolean {
  return credential === undefined || credential.authMethod === "bearer";
}
