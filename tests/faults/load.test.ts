import { type Emulator, startEmulator } from "analytics-emulator";
import { z } from "zod";
import { RateLimit } from "../../emulator/src/http/limits";
import { type ClientSettings, collect, createClient } from "../../provider/src/core/api";
import { list } from "../../provider/src/core/api/transport/pages";
import { createTransport, type Transport } from "../../provider/src/core/api/transport/transport";
import { simulate, simulatedUrl } from "../unit/core/api/simulated";

jest.mock("../../provider/src/core/api/transport/http", () =>
  jest
    .requireActual("../unit/core/api/simulated")
    .simulateHttp(jest.requireActual("../../provider/src/core/api/transport/http")),
);

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ seed: 1, logBodies: false });
});
afterEach(() => emulator.stop());

function buildSettings(): ClientSettings {
  const { url: baseUrl, clientId, clientSecret } = emulator;
  return { baseUrl, clientId, clientSecret };
}

const entry = z.looseObject({ name: z.string() });

describe.each([
  {
    style: "page" as const,
    path: "/v2/tags",
    collection: "tags" as const,
    size: "limit",
    most: 1000,
    make: (name: string) => ({ name, color: "grass" }),
  },
  {
    style: "token" as const,
    path: "/v2/api-credentials",
    collection: "apiCredentials" as const,
    size: "pageSize",
    most: 500,
    make: (name: string) => ({
      name,
      allowlist: ["*"],
      credential: { authMethod: "basic", basic: { username: "u", password: "p" } },
    }),
  },
])("1,000 objects in lists of the $style style", ({ style, path, collection, size, most, make }) => {
  test("come once each, in order, in pages of 1, of 50, and of the most there may be", async () => {
    const objects = Array.from({ length: 1000 }, (_, index) => make(`object ${index}`));
    for (let from = 0; from < objects.length; from += 50) {
      await Promise.all(objects.slice(from, from + 50).map((object) => emulator.ui.request("POST", path, object)));
    }
    const names = emulator.snapshot()[collection].map(({ name }) => name);
    expect(new Set(names).size).toBe(1000);
    for (const count of [1, 50, most]) {
      emulator.clearRequests();
      const transport = resizePages(createTransport(buildSettings()), size, count);
      const found = await collect(list(transport, { path, entry, style }));
      expect(found.map(({ name }) => name)).toEqual(names);
      expect(emulator.requests().filter((request) => request.path.startsWith(path))).toHaveLength(1000 / count);
    }
  });
});

/** The transport, asking for pages of another size than the client does. */
function resizePages(transport: Transport, size: string, count: number): Transport {
  return { ...transport, send: (call) => transport.send({ ...call, query: { ...call.query, [size]: count } }) };
}

test("2,000 reads at once against a limit of 200 per second: all answered", async () => {
  emulator.configure({ requestsPerSecond: 200 });
  const client = createClient(buildSettings());
  const { finance } = emulator.seeded.teams;
  await Promise.all(Array.from({ length: 2000 }, () => client.teams.get(finance)));
  const asked = emulator.requests().filter(({ path }) => path.startsWith("/v2/teams"));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(2000);
});

// How much is refused depends on time: a busy machine that halts this process for a moment makes the limiter late.
test("2,000 reads at once, a limit of 200 per second, in simulated time: at most 5 % are refused", async () => {
  const { finance } = emulator.seeded.teams;
  const json = await emulator.ui.request("GET", `/v2/teams/${finance}`);
  const limit = new RateLimit();
  const asked: boolean[] = [];
  const isTaking = () => {
    const isAdmitted = limit.admit(200);
    asked.push(isAdmitted);
    return isAdmitted;
  };
  const client = createClient({ ...buildSettings(), baseUrl: simulatedUrl });
  await simulate({ json, takes: isTaking }, () =>
    Promise.all(Array.from({ length: 2000 }, () => client.teams.get(finance))),
  );
  expect(asked.filter((isAdmitted) => isAdmitted)).toHaveLength(2000);
  expect(asked.filter((isAdmitted) => !isAdmitted).length).toBeLessThanOrEqual(100);
});
