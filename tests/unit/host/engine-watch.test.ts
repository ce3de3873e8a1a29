import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { findEngineAddress, watch } from "../../../provider/src/host/engine-watch";

/** An engine, as far as it is watched: it takes connections, and dies. */
async function startEngine() {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  let connectProcess = () => {};
  const hasConnection = new Promise<void>((resolve) => {
    connectProcess = resolve;
  });
  server.on("session", (session) => {
    sessions.add(session);
    connectProcess();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasConnection,
    drop: () => {
      for (const session of sessions) session.destroy();
      sessions.clear();
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    sessions,
  };
}

test.each([
  [["127.0.0.1:4321"], "127.0.0.1:4321"],
  [["--logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1", "127.0.0.1:4321"], "127.0.0.1:4321"],
  [["-v=9"], undefined],
  [[], undefined],
])("the engine's address among the arguments %j", (given, address) => {
  expect(findEngineAddress(["node", "plugin", ...given])).toBe(address);
});

test("an engine that dies is noticed", async () => {
  const engine = await startEngine();
  const gone = new Promise<void>((resolve) => watch(engine.address, resolve));
  await engine.hasConnection;
  const stopped = engine.stop();
  engine.drop();
  await stopped;
  await gone;
});

test("a connection that breaks says nothing, as long as there is another", async () => {
  const engine = await startEngine();
  const gone = jest.fn();
  watch(engine.address, gone);
  await engine.hasConnection;
  engine.drop();
  while (engine.sessions.size === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(gone).not.toHaveBeenCalled();
  const stopped = engine.stop();
  engine.drop();
  await stopped;
});

test("an engine that never was there is none to miss", async () => {
  const engine = await startEngine();
  await engine.stop();
  const gone = jest.fn();
  watch(engine.address, gone);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(gone).not.toHaveBeenCalled();
});
