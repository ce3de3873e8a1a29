import { createClient } from "../../../../provider/src/core/api";
import type { HttpAnswer, HttpFailure } from "../../../../provider/src/core/api/transport/http";
import { simulate, simulatedUrl } from "./simulated";
import { clientId, clientSecret, identity } from "./support";

jest.mock("../../../../provider/src/core/api/transport/http", () =>
  jest
    .requireActual("./simulated")
    .withSimulated(jest.requireActual("../../../../provider/src/core/api/transport/http")),
);

// The longest delays: 250 ms, 500 ms, 1 s, 2 s, …
beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(1));
afterEach(() => jest.restoreAllMocks());

const failure = (code: string, unsent: boolean): HttpFailure => ({ kind: "failure", code, unsent, permanent: false });
const unavailable: HttpAnswer = { kind: "answer", status: 503, headers: {}, text: "{}" };

/** What a user is told while a platform answers `trouble`, and how many requests arrived. */
async function told(trouble: HttpAnswer | HttpFailure, { calls = 1, until = Number.POSITIVE_INFINITY } = {}) {
  const messages: string[] = [];
  let requests = 0;
  const takes = () => ++requests > until;
  await simulate({ json: identity, takes, trouble }, async () => {
    const client = createClient({
      baseUrl: simulatedUrl,
      clientId,
      clientSecret,
      onTrouble: (message) => messages.push(message),
    });
    await Promise.allSettled(Array.from({ length: calls }, () => client.whoami()));
  });
  return { messages, requests };
}

test("a call that has had no connection for two seconds says so", async () => {
  expect(await told(failure("ECONNRESET", false))).toEqual({
    messages: [5, 6, 7, 8].map((attempt) => `no connection, trying again (${attempt} of 8)`),
    requests: 8,
  });
});

test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])("%s: the address is tried less often", async (code) => {
  expect(await told(failure(code, true))).toEqual({
    messages: ["no connection, trying again (5 of 5)"],
    requests: 5,
  });
});

test("what the platform answers is told, not called a connection", async () => {
  const { messages, requests } = await told(unavailable);
  expect(messages[0]).toBe("the platform answered 503, trying again (5 of 8)");
  expect(requests).toBe(8);
  expect((await told(failure("timeout", false))).messages[0]).toBe("no answer in time, trying again (5 of 8)");
});

test("trouble that passes sooner is told to nobody", async () => {
  expect(await told(unavailable, { until: 3 })).toEqual({ messages: [], requests: 4 });
});

test("calls that fail together tell it once", async () => {
  const one = await told(failure("ECONNREFUSED", true));
  expect((await told(failure("ECONNREFUSED", true), { calls: 10 })).messages).toEqual(one.messages);
});
