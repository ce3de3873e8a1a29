import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../../provider/src/core/api";
import {
  buildContents,
  openScratchJournal,
  type ScratchPlace,
  useScratch,
} from "../../../../provider/src/core/scratch";
import { createTemporaryFolder } from "../../../cli/support";
import { setUpRespelling } from "../../../host/respelling-proxy";
import { signIn } from "../../emulator/support";

const base = createTemporaryFolder();
let count = 0;

describe("a scratch document", () => {
  const at = setUpRespelling();
  let folder: string;
  beforeEach(() => {
    folder = join(base, String(++count));
    mkdirSync(folder);
  });

  const use = (work: (place: ScratchPlace) => Promise<unknown>, onLeft?: (message: string) => void) => {
    const { clientId, clientSecret } = at.emulator;
    const client = createClient({ baseUrl: at.platform.url, clientId, clientSecret, listingLagMs: 0 });
    return useScratch(client, { journal: openScratchJournal(folder), besideId: undefined, onLeft }, work);
  };
  const buildSpec = () => ({
    schemaVersion: 1,
    pages: [
      {
        ...{ id: "p", name: "P" },
        elements: [
          {
            ...{ id: "orders", kind: "table", name: "Orders" },
            source: {
              kind: "warehouse-table",
              connectionId: at.emulator.seeded.connections.warehouse,
              path: ["SALES", "PUBLIC", "ORDERS"],
            },
            columns: [{ id: "id", name: "Id", formula: "[ORDERS/ORDER_ID]" }],
          },
        ],
      },
    ],
  });
  const contents = buildContents([{ id: "t", kind: "text", body: "hello" }]);
  const create = {
    model: (place: ScratchPlace) => place.createModel(buildSpec() as never),
    workbook: (place: ScratchPlace) => place.readRows({ contents, exports: [] }),
  };

  async function createForeign(kind: "model" | "workbook"): Promise<string> {
    const api = await signIn(at.emulator);
    const placed = { name: "Production", folderId: at.emulator.seeded.folders.models };
    if (kind === "model")
      return (await api.post("/v2/dataModels/spec", { ...placed, ...buildSpec() })).body.dataModelId;
    return (await api.post("/v2/workbooks", { ...placed, contents })).body.workbookId;
  }
  const listLiving = () =>
    at.emulator
      .snapshot()
      .files.filter(({ deletedWith, type }) => deletedWith === null && ["workbook", "data-model"].includes(type))
      .map(({ id }) => id)
      .sort();

  test.each(["model", "workbook"] as const)("goes at the end: a %s", async (kind) => {
    const before = listLiving();
    await use(create[kind]);
    expect(listLiving()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["model", "workbook"] as const)("whose create is answered with another id: a %s", async (kind) => {
    const foreign = await createForeign(kind);
    const before = listLiving();
    at.platform.rewrite({
      answer: (body, path) => {
        const key = kind === "model" ? "dataModelId" : "workbookId";
        const isCreate = path === (kind === "model" ? "/v2/dataModels/spec" : "/v2/workbooks");
        return isCreate ? { ...(body as object), [key]: foreign } : body;
      },
    });
    await expect(use(create[kind])).rejects.toThrow(
      'answered with this id, which is "Production". Nothing of it was changed.',
    );
    // What was created is found by its mark, and what wasn't stays.
    expect(listLiving()).toEqual(before);
    expect(at.emulator.requests().filter(({ method, path }) => method === "DELETE" && path.includes(foreign))).toEqual(
      [],
    );
  });

  test("a journal that names another document's id deletes nothing", async () => {
    const foreign = await createForeign("workbook");
    const before = listLiving();
    const record = {
      ...{ stamp: "0123456789abcdef", organizationId: at.emulator.seeded.organization, folderId: "x" },
      ...{ type: "workbook", at: 0, host: hostname() },
    };
    const lines = [{ begin: record }, { made: record.stamp, id: foreign }].map((line) => JSON.stringify(line));
    const file = join(folder, "999999-abc-def.jsonl");
    writeFileSync(file, lines.join("\n"));
    await use(create.workbook);
    expect(listLiving()).toEqual(before);
    await use(create.workbook);
    expect(existsSync(file)).toBe(false);
  });

  test("that a person renames to keep it stays", async () => {
    const before = listLiving();
    const api = await signIn(at.emulator);
    let id = "";
    await use(async (place) => {
      ({ id } = (await place.createModel(buildSpec() as never)) as unknown as { id: string });
      await api.patch(`/v2/files/${id}`, { name: "Kept" });
    });
    expect(listLiving()).toEqual([...before, id].sort());
  });
});
