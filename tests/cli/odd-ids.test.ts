import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { type RespellingProxy, startRespellingProxy } from "../host/respelling-proxy";
import { buildOrdersTable } from "../orders-model";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const odd = [
  { id: "", mayBe: false },
  { id: "__proto__", mayBe: false },
  { id: "\ud800", mayBe: false },
  { id: " ", mayBe: false },
  { id: "constructor", mayBe: true },
  { id: "toString", mayBe: true },
];

const cwd = createTemporaryFolder();
let emulator: Emulator;
let platform: RespellingProxy;
beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  platform = await startRespellingProxy(emulator);
});
afterAll(async () => {
  await platform.stop();
  await emulator.stop();
});

function buildModel({ page = "p", element = "t", column = "c", ref = "warehouse" }) {
  const columns = [{ id: column, name: "Amount", formula: "[ORDERS/AMOUNT]" }];
  const sort = [{ columnId: column, direction: "ascending" }];
  const table = buildOrdersTable({ $ref: ref }, { id: element, name: "Orders", columns, sort });
  const reader = { kind: "table", elementId: element };
  const other = { id: "u", kind: "table", source: reader, columns: [{ id: "x", formula: "[Orders/Amount]" }] };
  return { pages: [{ id: page, name: "Page", elements: [table, other] }] };
}

const run = (...args: string[]) =>
  runPiped(args, { cwd, env: { ...buildSettings(emulator), ANALYTICS_BASE_URL: platform.url } });

describe.each(chooseCases(odd, 3))("the id $id", ({ id, mayBe }) => {
  const name = `odd-${odd.findIndex((one) => one.id === id)}`;

  test.each(["page", "element", "column", "ref"] as const)("of a %s in a file is no bug", async (place) => {
    const file = `${name}-${place}.json`;
    writeFileSync(join(cwd, file), JSON.stringify(buildModel({ [place]: id })));
    const { code, stdout } = await run("validate", file);
    if (place !== "ref") {
      expect(code).toBe(mayBe ? 0 : 1);
      if (!mayBe) expect(stdout.replaceAll("\\", "")).toContain("can't be an id [unusable-id]");
    }
    for (const args of [
      ["fmt", "--check", file],
      ["draw", file],
      ["diff", file, file],
    ]) {
      const { stdout: shown, stderr } = await run(...args);
      expect(`${shown}${stderr}`).not.toMatch(/this is a bug|TypeError/);
    }
  });

  test.each(["model", "part", "connection"] as const)(
    "of a %s in answers is no bug, and changes nothing else",
    async (what) => {
      const { documentId: dataModelId } = emulator.snapshot().dataModels[0]!;
      const isMeant = (value: string) =>
        what === "model"
          ? value === dataModelId
          : what === "part"
            ? /^[\w-]{10}$/.test(value)
            : value === emulator.seeded.connections.warehouse;
      platform.respell((value) => (isMeant(value) ? id : value));
      for (const _ of ["first", "again"]) {
        const { stdout, stderr } = await run("pull", "--all", "--out", `${name}-${what}`);
        expect(`${stdout}${stderr}`).not.toMatch(/this is a bug|TypeError/);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      platform.respell((value) => value);
      expect(await run("validate", "--json", `${name}-element.json`)).not.toMatchObject({ code: 2 });
    },
  );
});
