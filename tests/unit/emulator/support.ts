import { type Emulator, type EmulatorOptions, startEmulator } from "analytics-emulator";

/** From now on the clock is ahead, until the test ends. */
export function advanceClock(milliseconds: number): void {
  const { now } = Date;
  const clock = jest.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
  restoreClock = () => clock.mockRestore();
}

let restoreClock = () => {};
afterEach(() => restoreClock());

/** An answer as the wire had it; `body` is JSON where the answer says it is. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where one differs
  readonly body: any;
}

/** A signed-in client that adds nothing of its own: no retries, no defaults but `Accept: application/json`. */
export class Client {
  constructor(
    readonly url: string,
    public token: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, body, headers);
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("PUT", path, body, headers);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.send("PATCH", path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send("DELETE", path);
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isText = typeof body === "string";
    const response = await fetch(this.url + path, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${this.token}`,
        ...(body === undefined || isText ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
    return read(response);
  }
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Asks for a token as the contract has it: form fields. */
export async function askForToken(url: string, form: Record<string, string>): Promise<Answer> {
  return read(await fetch(`${url}/v2/auth/token`, { method: "POST", body: new URLSearchParams(form) }));
}

export async function signIn(emulator: Pick<Emulator, "url" | "clientId" | "clientSecret">): Promise<Client> {
  const { clientId, clientSecret } = emulator;
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const answer = await askForToken(emulator.url, form);
  if (answer.status !== 200) {
    throw new Error(`no token: ${answer.status} ${answer.text}`);
  }
  return new Client(emulator.url, answer.body.access_token);
}

/** One emulator for each test of a file, and a client that is signed in to it. */
export function setUpEmulator(options: EmulatorOptions = {}): { emulator: Emulator; api: Client } {
  const running = {} as { emulator: Emulator; api: Client };
  beforeEach(async () => {
    running.emulator = await startEmulator(options);
    running.api = await signIn(running.emulator);
    running.emulator.clearRequests();
  });
  afterEach(async () => running.emulator.stop());
  return running;
}

/** Follows a list to its end, whichever of the two styles it has. */
export async function listAll(api: Client, path: string, size?: number): Promise<unknown[]> {
  const all: unknown[] = [];
  let cursor: Record<string, string> = {};
  for (;;) {
    const url = new URL(path, api.url);
    for (const [key, value] of Object.entries(cursor)) {
      url.searchParams.set(key, value);
    }
    if (size !== undefined) {
      url.searchParams.set(
        /deploymentPolicies|api-credentials|sources|tenants/.test(path) ? "pageSize" : "limit",
        `${size}`,
      );
    }
    const { status, body, text } = await api.get(url.pathname + url.search);
    if (status !== 200) {
      throw new Error(`${path}: ${status} ${text}`);
    }
    all.push(...body.entries);
    if (body.nextPage) {
      cursor = { page: body.nextPage };
    } else if (body.nextPageToken) {
      cursor = { pageToken: body.nextPageToken };
    } else {
      return all;
    }
  }
}
