import type { Http, HttpAnswer, HttpFailure } from "../../../../provider/src/core/api/transport/http";

/** The platform that {@link simulatedHttp} stands in for. */
export const simulatedUrl = "http://simulated.example";

const latencyMs = 10;
const headers = { "content-type": "application/json" };

/**
 * What the simulated platform answers with 200, and whether it takes a request that arrives now; else it answers 429,
 * or what `trouble` says.
 */
export interface SimulatedPlatform {
  readonly json: unknown;
  takes(): boolean;
  readonly trouble?: HttpAnswer | HttpFailure;
}

let platform: SimulatedPlatform | undefined;

/**
 * In place of the provider's `createHttp`: HTTP as ever, but for the simulated platform, which no connection leads to.
 * For a test whose time is simulated, too: sockets know nothing of it.
 *
 * @example jest.mock("…/transport/http", () =>
 *   jest.requireActual("./simulated").simulateHttp(jest.requireActual("…/transport/http")));
 */
export function simulateHttp<Module extends { createHttp(baseUrl: string): Http }>(actual: Module): Module {
  const answerSimulated: Http = async ({ path }) => {
    await waitHalfWay();
    if (path === "/v2/auth/token") {
      const token = { access_token: "token", token_type: "Bearer", expires_in: 3600 };
      return { kind: "answer", status: 200, headers, text: JSON.stringify(token) };
    }
    const taken = platform?.takes() ?? false;
    await waitHalfWay();
    if (taken) return { kind: "answer", status: 200, headers, text: JSON.stringify(platform?.json) };
    return (
      platform?.trouble ?? {
        kind: "answer",
        status: 429,
        headers: { "content-type": "text/html" },
        text: "<html></html>",
      }
    );
  };
  return {
    ...actual,
    createHttp: (baseUrl) => (baseUrl === simulatedUrl ? answerSimulated : actual.createHttp(baseUrl)),
  };
}

const waitHalfWay = () => new Promise((resolve) => setTimeout(resolve, latencyMs / 2));

/**
 * Runs something against a simulated platform in simulated time, which goes on as soon as there is nothing else to do.
 */
export async function simulate<Result>(given: SimulatedPlatform, work: () => Promise<Result>): Promise<Result> {
  platform = given;
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate"] });
  try {
    let isOver = false;
    const done = work().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      jest.advanceTimersToNextTimer();
    }
    return await done;
  } finally {
    jest.useRealTimers();
  }
}
