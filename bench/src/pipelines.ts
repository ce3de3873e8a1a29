import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator } from "analytics-emulator";
import axios from "axios";
import { createClient } from "../../provider/dist/core/api";
import { type Bench, computeSpread, type Report } from "./shared/measure";

const tags = 20;
const limitPerSecond = 50;

/** What a pipeline does with the platform: makes `tags` tags. */
type Pipeline = (index: number) => Promise<unknown>;

interface Outcome {
  /** Seconds until the last pipeline was done, and until each was. */
  readonly seconds: number;
  readonly each: readonly number[];
  /** Requests sent, and how many of them were refused with 429. */
  readonly sent: number;
  readonly refused: number;
  /** Tags that exist in the end. */
  readonly made: number;
}

/**
 * Fifty pipelines against the request limit of one organization, each with a client of its own that knows nothing of
 * the others: what the limiter does, beside what scripts do (ten requests at once, a second's wait after each refusal).
 */
export const pipelines: Bench = {
  name: "pipelines",
  about:
    `50 pipelines make ${tags} tags each at a limit of ${limitPerSecond} requests per second, refused without ` +
    "Retry-After: the limiter, and what scripts do",
  async run({ report, scale }) {
    const count = scale.of(50, 5);
    tell(report, count, "limiter", await simulate(runClient, count));
    tell(report, count, "scripts", await simulate(runScript, count));
  },
};

/** The provider's own client; one per pipeline, as one process has. */
const runClient =
  ({ url, clientId, clientSecret }: Credentials): Pipeline =>
  async (index) => {
    const client = createClient({ baseUrl: url, clientId, clientSecret });
    const made = Array.from({ length: tags }, (_, n) => client.tags.create({ name: `${index}/${n}`, color: "grass" }));
    await Promise.all(made);
  };

const runScript =
  ({ url, clientId, clientSecret }: Credentials): Pipeline =>
  async (index) => {
    const grant = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    const token = (await axios.post<{ access_token: string }>(`${url}/v2/auth/token`, grant)).data.access_token;
    const todo = Array.from({ length: tags }, (_, n) => n);
    const runWorker = async () => {
      for (let n = todo.pop(); n !== undefined; n = todo.pop()) {
        for (;;) {
          const { status } = await axios.post(
            `${url}/v2/tags`,
            { name: `${index}/${n}`, color: "grass" },
            { headers: { authorization: `Bearer ${token}` }, validateStatus: () => true },
          );
          if (status !== 429) break;
          await sleep(1000);
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, runWorker));
  };

type Credentials = Pick<Awaited<ReturnType<typeof startEmulator>>, "url" | "clientId" | "clientSecret">;

async function simulate(kind: (emulator: Credentials) => Pipeline, count: number): Promise<Outcome> {
  // Tokens have a limit of their own per client, and every pipeline has a client of its own: not what this is about.
  const emulator = await startEmulator({ seed: 1, latencyMs: 20, tokenRequestsPerSecond: null });
  try {
    const pipeline = kind(emulator);
    emulator.configure({ requestsPerSecond: limitPerSecond });
    const start = performance.now();
    const each = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        await pipeline(index);
        return (performance.now() - start) / 1000;
      }),
    );
    const sent = emulator.requests().filter(({ path }) => path === "/v2/tags");
    return {
      seconds: Math.max(...each),
      each,
      sent: sent.length,
      refused: sent.filter(({ status }) => status === 429).length,
      made: emulator.snapshot().tags.length,
    };
  } finally {
    await emulator.stop();
  }
}

function tell(report: Report, count: number, who: string, { seconds, each, sent, refused, made }: Outcome): void {
  report.spread(`${who}: a pipeline is done after`, computeSpread(each), "s");
  report.count(`${who}: tags made`, made, "tags", { exactly: count * tags });
  report.measured(`${who}: time against the limit`, (seconds * limitPerSecond) / (count * tags), "×");
  report.measured(`${who}: refused`, (100 * refused) / sent, "%");
}
