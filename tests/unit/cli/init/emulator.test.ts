import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator as startInProcess } from "analytics-emulator";
import { choosePort, startEmulator } from "../../../../cli/src/init/emulator";
import { findFreePort, repository } from "../../../engine/support";

/** A project that has the emulator's package. */
const cwd = mkdtempSync(join(tmpdir(), "init-emulator-"));
mkdirSync(join(cwd, ".emulator"));
symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"));
afterAll(() => rmSync(cwd, { recursive: true }));

const isAnswering = (url: string) =>
  fetch(`${url}/_emulator/`).then(
    ({ ok }) => ok,
    () => false,
  );

test("starts the project's emulator, and stops it; the next start has the same credentials", async () => {
  const port = await findFreePort();
  const first = await startEmulator(cwd, port);
  expect(first.url).toBe(`http://127.0.0.1:${port}`);
  expect(await isAnswering(first.url)).toBe(true);
  await first.stop();
  expect(await isAnswering(first.url)).toBe(false);
  const second = await startEmulator(cwd, port);
  await second.stop();
  expect(second.clientSecret).toBe(first.clientSecret);
});

test("uses an emulator that runs already, and leaves it running", async () => {
  const running = await startInProcess({ seed: 5 });
  const used = await startEmulator(cwd, Number(new URL(running.url).port));
  expect(used).toMatchObject({ clientId: running.clientId, clientSecret: running.clientSecret });
  await used.stop();
  expect(await isAnswering(running.url)).toBe(true);
  await running.stop();
});

test("the first port is taken if it is free or the project's emulator has it, else a free one", async () => {
  const first = await findFreePort();
  expect(await choosePort(cwd, first)).toEqual({ port: first });
  const own = await startEmulator(cwd, first);
  expect(await choosePort(cwd, first)).toEqual({ port: first });
  const elsewhere = mkdtempSync(join(tmpdir(), "init-elsewhere-"));
  const chosen = await choosePort(elsewhere, first);
  const data = join(realpathSync(cwd), ".emulator/platform.jsonl");
  expect(chosen.port).not.toBe(first);
  expect(chosen.note).toMatch(
    new RegExp(
      `^port ${first} belongs to the emulator of ${data} \\(process \\d+, started 2\\S+Z\\); the project's ` +
        `emulator gets port ${chosen.port}$`,
    ),
  );
  await own.stop();
  const other = createServer((_, response) => response.end("<html>")).listen(first, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  expect((await choosePort(cwd, first)).note).toContain(`port ${first} belongs to another program; `);
  other.close();
  rmSync(elsewhere, { recursive: true });
});

test("a port that something else has is an error that names another", async () => {
  const other = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(startEmulator(cwd, port)).rejects.toThrow(
    new RegExp(
      `^the emulator didn't start at port ${port}: .*EADDRINUSE.*\\. Use another port: --emulator ${port + 1}\\.$`,
    ),
  );
  other.close();
});
