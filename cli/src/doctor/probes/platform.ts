import { type AnalyticsClient, ApiError } from "pulumi-analytics-internal/core/api";
import { type Answer, answer, pass } from "../finding";
import { toFinding } from "./failure";

/** Whether the platform takes the pair of client id and secret. */
export async function probeSignIn(client: AnalyticsClient): Promise<Answer<AnalyticsClient>> {
  return reportFailures("Check the platform's status, and try again.", async () => {
    await client.signIn();
    return answer(pass("the platform accepts the client id and secret"), client);
  });
}

/** Whose credentials these are; the value is the name of the owner's account type, empty when it can't be read. */
export async function probeIdentity(client: AnalyticsClient): Promise<Answer<string>> {
  return reportFailures("Check the platform's status, and try again.", async () => {
    const { userId, organizationId } = await client.readIdentity();
    const type = await readAccountType(client, userId);
    return answer(pass(`user ${userId}${type && `, account type ${type}`}, organization ${organizationId}`), type);
  });
}

/** The name of a user's account type, as far as these credentials may see it. */
async function readAccountType(client: AnalyticsClient, userId: string): Promise<string> {
  try {
    return (await client.members.get(userId)).memberType;
  } catch (error) {
    // That members can't be read is told by the probe for it.
    if (error instanceof ApiError) return "";
    throw error;
  }
}

async function reportFailures<T>(hint: string, run: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return answer(toFinding(error, hint));
    throw error;
  }
}
