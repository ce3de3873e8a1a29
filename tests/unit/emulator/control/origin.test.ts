import { request } from "node:http";
import { startEmulator } from "analytics-emulator";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

/** A request as a browser sends it: `fetch` sets `Host` itself. */
function sendRequest(url: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .on("error", reject)
      .end();
  });
}

const formUrl = (path: string) => `${running.emulator.url}/_emulator${path}`;

test.each(["/", "/state", "/requests", "/ui/v2/tags"])(
  "%s answers this machine, and no page of a browser",
  async (path) => {
    const { host } = new URL(running.emulator.url);
    for (const own of [host, host.replace("127.0.0.1", "localhost"), "[::1]:4010", "192.168.1.5:4010"]) {
      expect((await sendRequest(formUrl(path), { host: own })).status).toBe(200);
      expect((await sendRequest(formUrl(path), { host: own, origin: `http://${own}` })).status).toBe(200);
    }
    for (const foreign of [
      "attacker.example",
      `attacker.example:${new URL(running.emulator.url).port}`,
      "localhost.attacker.example",
    ]) {
      const { status, text } = await sendRequest(formUrl(path), { host: foreign });
      expect(status).toBe(403);
      expect(text).toContain("Use an IP address or localhost, or start the emulator with --control-host.");
      expect(text).not.toContain(running.emulator.clientSecret);
    }
    for (const origin of [
      "https://attacker.example",
      "null",
      "http://localhost:9",
      `${running.emulator.url}.attacker.example`,
    ]) {
      const { status, text } = await sendRequest(formUrl(path), { host, origin });
      expect(status).toBe(403);
      expect(text).toContain("don't answer pages of the origin");
    }
  },
);

test("the API itself asks nobody where they come from", async () => {
  const { status } = await sendRequest(`${running.emulator.url}/v2/tags`, {
    host: "emulator:4010",
    origin: "https://a.example",
  });
  expect(status).toBe(401);
});

test("a name that is given at the start counts", async () => {
  const emulator = await startEmulator({ controlHosts: ["emulator"] });
  try {
    expect((await sendRequest(`${emulator.url}/_emulator/`, { host: "emulator:4010" })).status).toBe(200);
    expect((await sendRequest(`${emulator.url}/_emulator/`, { host: "other:4010" })).status).toBe(403);
  } finally {
    await emulator.stop();
  }
});

test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])(
  "the post of a form, %s, is refused without an origin, too",
  async (type) => {
    const { status, text } = await sendRequest(formUrl("/requests"), { "content-type": type });
    expect(status).toBe(403);
    expect(text).toContain("Send JSON as application/json.");
  },
);

test.each(["0.0.0.0", "::"])("an emulator that other machines reach at %s needs a token", async (host) => {
  const emulator = await startEmulator({ host });
  const url = `http://127.0.0.1:${new URL(emulator.url).port}`;
  try {
    for (const path of ["/_emulator/", "/_emulator/state", "/_emulator/ui/v2/tags"]) {
      const { status, text } = await sendRequest(url + path, {});
      expect(status).toBe(403);
      expect(text).toContain("Start it with --control-token.");
      expect(text).not.toContain(emulator.clientSecret);
    }
    expect((await sendRequest(url, { accept: "text/html" })).status).toBe(403);
    expect((await sendRequest(`${url}/v2/tags`, {})).status).toBe(401);
  } finally {
    await emulator.stop();
  }
});

test("with the token, the control endpoints answer, and the tests' own user acts", async () => {
  const emulator = await startEmulator({ host: "0.0.0.0", controlToken: "t-1" });
  const url = `http://127.0.0.1:${new URL(emulator.url).port}/_emulator/`;
  try {
    expect((await sendRequest(url, { authorization: "Bearer t-1" })).status).toBe(200);
    for (const headers of [{}, { authorization: "Bearer t-2" }, { authorization: "t-1" }] as Record<string, string>[]) {
      expect((await sendRequest(url, headers)).status).toBe(401);
    }
    expect(await emulator.ui.request("GET", "/v2/tags")).toMatchObject({ entries: expect.any(Array) });
  } finally {
    await emulator.stop();
  }
});
