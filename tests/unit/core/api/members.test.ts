import { startEmulator } from "analytics-emulator";
import { createClient, EmailTaken } from "../../../../provider/src/core/api";

test("of two processes that create one member, the second learns whose the email address is", async () => {
  // With the latency, both have looked before either has written.
  const emulator = await startEmulator({ tokenRequestsPerSecond: null, latencyMs: 50 });
  const { url: baseUrl, clientId, clientSecret } = emulator;
  const create = async (email: string) => {
    const { members } = createClient({ baseUrl, clientId, clientSecret });
    return members.create({ email, firstName: "Sam", lastName: "Smith" }, false);
  };
  try {
    const results = await Promise.allSettled([create("sam@acme.example"), create("SAM@acme.example")]);
    const made = results.flatMap((one) => (one.status === "fulfilled" ? one.value.memberId : []));
    const refused = results.flatMap((one) => (one.status === "rejected" ? one.reason : []));
    expect(refused).toEqual([expect.any(EmailTaken)]);
    expect([refused[0].member.memberId]).toEqual(made);
    const posts = emulator.requests().filter(({ method, path }) => method === "POST" && path.startsWith("/v2/members"));
    expect(posts.map(({ status }) => status)).toEqual([200, 409]);
  } finally {
    await emulator.stop();
  }
});
