import { wait } from "./wait";

/** What the token endpoint grants. */
export interface Grant {
  readonly accessToken: string;
  /** Seconds the token is good for. */
  readonly expiresIn: number;
}

/** The access token all calls of a client share. */
export interface Tokens {
  /** A token that is good for a while yet. However many ask, one request is in flight. */
  get(): Promise<string>;
  /** Takes back a token the platform refused. A token that was renewed since stays. */
  drop(token: string): void;
}

// The endpoint takes one request per second; the rest is for two clocks and a network.
const leastIntervalMs = 1050;
const earlyMs = 60_000;
const refusalStandsMs = 10_000;

/**
 * Keeps a token: renewed before it expires, asked for at most once per second. A refusal stands for ten seconds, so that a thousand
 * resources with a wrong secret fail at once and not one per second.
 *
 * @param request one request to the token endpoint; it may retry by itself, through `pace`.
 */
export function keepToken(
  request: (pace: () => Promise<void>) => Promise<Grant>,
  isRefusal: (error: unknown) => boolean,
): Tokens {
  let current: { token: string; renewAt: number } | undefined;
  let inFlight: Promise<string> | undefined;
  let refused: { error: unknown; until: number } | undefined;
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  async function pace(): Promise<void> {
    const early = lastRequestAt + leastIntervalMs - performance.now();
    if (early > 0) await wait(early);
    lastRequestAt = performance.now();
  }

  async function renew(): Promise<string> {
    try {
      const { accessToken, expiresIn } = await request(pace);
      const lifeMs = expiresIn * 1000;
      current = { token: accessToken, renewAt: performance.now() + lifeMs - Math.min(earlyMs, lifeMs / 5) };
      return accessToken;
    } catch (error) {
      if (isRefusal(error)) refused = { error, until: performance.now() + refusalStandsMs };
      throw error;
    } finally {
      inFlight = undefined;
    }
  }

  return {
    async get() {
      if (current && performance.now() < current.renewAt) return current.token;
      if (refused && performance.now() < refused.until) throw refused.error;
      inFlight ??= renew();
      return inFlight;
    },
    drop(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
