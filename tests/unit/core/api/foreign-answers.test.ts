import { z } from "zod";
import {
  ApiError,
  InvalidIdError,
  isMissingOperation,
  isNotFound,
  isUncertain,
  readUnlessGone,
} from "../../../../provider/src/core/api";
import { foreignAnswers } from "../../../front";
import { catchApiError, type Reaction, ScriptedServer, stopServers } from "./support";

afterEach(stopServers);

const foreign = foreignAnswers.flatMap(([name, answer]) => [404, 410].map((status) => ({ name, status, ...answer })));

describe("only the platform says that something is gone", () => {
  test.each(foreign)("$status by $name", async ({ status, headers = {}, text }) => {
    const server = await ScriptedServer.start(() => ({ status, headers: { "Content-Type": "", ...headers }, text }));
    const client = server.createTestClient();
    const read = await catchApiError(readUnlessGone(client.teams.get("t")));
    expect(read).toMatchObject({ status, fromProxy: true });
    expect(read.message).toContain("The answer came from a proxy, not from the platform.");
    expect([isNotFound(read), isMissingOperation(read)]).toEqual([false, false]);
    await catchApiError(client.files.delete("f"));
    await catchApiError(client.dataModels.isDeleted("m"));
  });

  test.each(foreign)("$status by $name, after the answer to a delete was lost", async ({ status, headers, text }) => {
    const answer = { status, headers: { "Content-Type": "", ...headers }, text };
    const server = await ScriptedServer.start((_, nth) => (nth === 1 ? { reset: true } : answer));
    const error = await catchApiError(server.createTestClient().files.delete("f"));
    expect([isNotFound(error), isUncertain(error)]).toEqual([false, true]);
  });

  test.each<[string, object]>([
    ["an id of the request", { requestId: "r-1", message: "Not found" }],
    ["a code", { code: "not_found" }],
    ["both", { requestId: "r-1", code: "missing", message: "Not found" }],
  ])("in its own form, with %s", async (_, json) => {
    for (const status of [404, 410]) {
      const server = await ScriptedServer.start(() => ({ status, json }));
      expect(await readUnlessGone(server.createTestClient().teams.get("t"))).toBeUndefined();
      expect(isNotFound(await catchApiError(server.createTestClient().files.delete("f")))).toBe(true);
    }
  });

  test("a header with an id of the request isn't enough: proxies set it too", async () => {
    const answer: Reaction = { status: 404, headers: { "x-request-id": "r" }, json: { message: "no route" } };
    const server = await ScriptedServer.start(() => answer);
    expect(await catchApiError(server.createTestClient().teams.get("t"))).toMatchObject({
      requestId: "r",
      fromProxy: true,
    });
  });
});

test("what others answer is quoted by its beginning, in one line", async () => {
  const text = `no  healthy\nupstream${"!".repeat(200)}`;
  const server = await ScriptedServer.start(() => ({ status: 404, headers: { "Content-Type": "text/plain" }, text }));
  const { detail } = await catchApiError(server.createTestClient().teams.get("t"));
  expect(detail).toMatch(/^received text\/plain instead of JSON: "no healthy upstream!{100}…"$/);
});

test("of a success in another form nothing is quoted: it may hold anything", async () => {
  const server = await ScriptedServer.start(() => ({ json: {} }));
  const text = "access_token=hush-hush&expires_in=3600";
  server.onToken = () => ({ headers: { "Content-Type": "text/plain" }, text });
  const error = await catchApiError(server.createTestClient({ overallTimeoutMs: 3_000 }).readIdentity());
  expect(error.message).toContain("received text/plain instead of JSON");
  expect(error.message).not.toContain("hush");
});

describe("an answer nested beyond any use", () => {
  // Nine lists of nine times the one before: four billion texts.
  const bomb = [
    "a0: &a0 [x]",
    ...Array.from({ length: 10 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`),
  ].join("\n");
  const nestText = (open: string, close: string) =>
    `{"requestId":"r","message":${open.repeat(1e5)}1${close.repeat(1e5)}}`;
  const headers = { "Content-Type": "application/json" };
  const answers: [string, Reaction][] = [
    ["lists", { headers, text: nestText("[", "]") }],
    ["objects", { headers, text: nestText('{"a":', "}") }],
    ["YAML", { headers: { "Content-Type": "application/yaml" }, text: nestText("[", "]") }],
    ["YAML aliases", { headers: { "Content-Type": "application/yaml" }, text: bomb }],
    ["more opened than closed", { headers, text: "[".repeat(1e5) }],
  ];
  const told =
    "the answer is nested deeper than 200 levels, the limit of pulumi-analytics, not of the " +
    "platform, or uses YAML aliases";

  test.each(answers)("of %s isn't read, and isn't asked for again", async (_, answer) => {
    const server = await ScriptedServer.start(() => answer);
    const read = await catchApiError(server.createTestClient().readIdentity());
    expect(read).toMatchObject({ status: 200, detail: told, outcome: "unknown" });
    expect(server.calls).toHaveLength(1);
  });

  test("of a refusal says nothing of what was carried out", async () => {
    const server = await ScriptedServer.start(() => ({ ...answers[0]?.[1], status: 400 }));
    const error = await catchApiError(server.createTestClient().tags.update("t", { description: "d" }));
    expect(error).toMatchObject({ status: 400, detail: told, outcome: "unknown" });
  });

  test("as deep as a model may be is read", async () => {
    const deep = `{"userId":"u","organizationId":"o","more":${"[".repeat(199)}"[[{\\""${"]".repeat(199)}}`;
    const server = await ScriptedServer.start(() => ({ headers, text: deep }));
    await expect(server.createTestClient().readIdentity()).resolves.toMatchObject({ userId: "u" });
  });
});

describe("an error that nobody expected", () => {
  test.each([
    [new RangeError("Maximum call stack size exceeded"), true],
    [new TypeError("undefined is not a function"), true],
    ["a text", true],
    [z.string().safeParse(1).error, true],
    [new ApiError({ method: "POST", path: "/v2/tags", detail: "no", outcome: "unknown" }), true],
    [new ApiError({ method: "POST", path: "/v2/tags", detail: "no", outcome: "notApplied" }), false],
    [new InvalidIdError("", "/v2/tags/{}"), false],
    [new Error("Another tag has the name."), false],
  ])("%s: may have come after the request was sent: %s", (error, isUnsure) => {
    expect(isUncertain(error)).toBe(isUnsure);
  });

  test("in reading the answer to a create is an unknown outcome, and it isn't sent again", async () => {
    const server = await ScriptedServer.start((request) =>
      request.method === "POST" ? { json: { versionTagId: "t" } } : { json: { entries: [], nextPage: null } },
    );
    const client = server.createTestClient({ listingLagMs: 50 });
    const stack = jest.spyOn(JSON, "parse").mockImplementation((text: string) => {
      if (text.includes("versionTagId"))
        return new Proxy({}, { get: () => throwRangeError(), ownKeys: () => throwRangeError() });
      return parse(text);
    });
    const error = await catchApiError(client.tags.create({ name: "t", color: "grass" })).finally(() =>
      stack.mockRestore(),
    );
    expect(error).toMatchObject({ code: "unreadable_answer", outcome: "unknown" });
    expect(server.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

const { parse } = JSON;
function throwRangeError(): never {
  throw new RangeError("Maximum call stack size exceeded");
}
