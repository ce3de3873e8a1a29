import type { AnalyticsClient, ApiCredential as Found, ListedApiCredential } from "../../api";
import type { Remote } from "../../engine/kind";
import { stackOption } from "../../engine/settings";
import { equalSet, equalText } from "../../engine/values";
import type { ApiCredentialInputs, ApiCredentialOutputs } from "./lifecycle";

/** What is to be seen of a credential. Without `credential`, what is visible of that is taken to be as it was. */
export type Seen = ListedApiCredential & Partial<Pick<Found, "credential">>;

/** How many are read whole at most, unless `analytics:apiCredentials.wholeReads` says otherwise. */
const wholeReads = 4;

/** The ids that were read whole. A refresh is a process of its own. */
const readWhole = new WeakMap<AnalyticsClient, Set<string>>();

/**
 * Looks at a credential, by the list where that shows all that can be compared or is to do. One list is one request for hundreds; what it
 * lacks of a credential is the user name, the addresses, and the like.
 *
 * @param known what the state holds; undefined: nothing, and all is wanted.
 * @throws ApiError when there is no such credential.
 */
export async function look(
  client: AnalyticsClient,
  id: string,
  known: Remote<ApiCredentialInputs, Partial<ApiCredentialOutputs>> | undefined,
): Promise<Seen> {
  const { apiCredentials } = client;
  if (known === undefined) return apiCredentials.get(id);
  const listed = await apiCredentials.listed(id);
  // New ones may not be listed yet.
  const suffices = listed && isAsKnown(listed, known) && (showsAll(known.inputs) || !isReadWhole(client, id));
  return suffices ? listed : apiCredentials.get(id);
}

function isAsKnown(
  { name, allowlist, description, authMethod }: ListedApiCredential,
  { inputs, outputs }: Remote<ApiCredentialInputs, Partial<ApiCredentialOutputs>>,
): boolean {
  return (
    name === inputs.name &&
    equalSet(allowlist, inputs.allowlist) &&
    equalText(description, inputs.description) &&
    authMethod === outputs.authMethod
  );
}

/** Whether the list has all that the platform shows of such a credential. */
function showsAll({ credential }: ApiCredentialInputs): boolean {
  return credential === undefined || credential.authMethod === "bearer";
}

/** Whether this one is among those that are read whole: the first ones that come. */
function isReadWhole(client: AnalyticsClient, id: string): boolean {
  const ids = readWhole.get(client) ?? new Set();
  readWhole.set(client, ids);
  if (ids.size < Number(stackOption("apiCredentials").wholeReads ?? wholeReads)) ids.add(id);
  return ids.has(id);
}

/** What is wrong with `analytics:apiCredentials`. */
export function lookProblems(): string[] {
  const { wholeReads } = stackOption("apiCredentials");
  return wholeReads === undefined || /^\d+$/.test(String(wholeReads))
    ? []
    : [`analytics:apiCredentials.wholeReads is ${JSON.stringify(wholeReads)}: it is a whole number, 4 by default.`];
}
