import { Worker } from "node:worker_threads";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { Host } from "./support";

type Properties = Record<string, unknown>;

/** How many objects a burst has. */
const n = 12;

interface Burst {
  /** What the platform has no list for, per object: a read by id each. */
  readonly reads?: number;
  declare(seeded: Emulator["seeded"], index: number, text: string): Properties;
}

/** Bursts of creates and updates, as an engine sends them. */
const bursts: Readonly<Record<string, Burst>> = {
  Tag: { declare: (_, index, description) => ({ name: `T${index}`, color: "grass", description }) },
  DeploymentPolicy: { declare: (_, index, text) => ({ name: `P${index}`, copyInputTableData: text === "b" }) },
  Folder: {
    declare: ({ folders }, index, description) => ({ name: `F${index}`, parentId: folders.models, description }),
  },
  Team: { declare: (_, index, description) => ({ name: `M${index}`, description }) },
  Workspace: { declare: (_, index, text) => ({ name: `W${index}${text}` }) },
  Member: {
    declare: (_, index, lastName) => ({ email: `m${index}@example.com`, firstName: "F", lastName, sendInvite: false }),
  },
  WorkbookSchedule: {
    declare: ({ workbooks }, index, message) => ({
      ...{ workbookId: workbooks.sales, cronSpec: "0 8 * * mon", timezone: "UTC", title: `T${index}`, message },
      ...{ targets: [{ email: "sales@example.com" }], attachments: [{ format: { type: "PDF" } }] },
    }),
  },
  ApiCredential: {
    reads: 1,
    declare: (_, index, description) => ({
      ...{ name: `C${index}`, description, allowlist: ["*"] },
      credential: { authMethod: "basic", basic: { username: "u", password: "p4ssw0rd" } },
    }),
  },
  ApiConnector: {
    reads: 1,
    declare: (_, index, description) => ({
      ...{ name: `C${index}`, description, params: { method: "GET", url: "https://example.com/a" } },
    }),
  },
  DataModel: {
    reads: 2,
    declare: ({ folders }, index, description) => ({
      ...{ name: `D${index}`, folderId: folders.models, description },
      spec: JSON.stringify({ schemaVersion: 1, pages: [] }),
    }),
  },
};

/** A machine without time: the number of requests doesn't depend on its speed. In `npm test`, others need it. */
const busy: Worker[] = [];
beforeAll(() => {
  for (const _core of chooseCases([0, 1], 0)) busy.push(new Worker("for (;;) {}", { eval: true }));
});
afterAll(() => Promise.all(busy.map((worker) => worker.terminate())));

test.each(chooseCases(Object.entries(bursts), 2))(
  "a burst of creates, updates and reads of %s has few requests",
  async (kind, burst) => {
    const emulator = await startEmulator({ tokenRequestsPerSecond: null });
    const { url, clientId, clientSecret, seeded } = emulator;
    /** Each `up` and refresh has a process of its own. */
    const runInHost = async <T>(run: (host: Host) => Promise<T>): Promise<T> => {
      const host = await Host.start(kind);
      try {
        await host.configure({
          "analytics:baseUrl": url,
          "analytics:clientId": clientId,
          "analytics:clientSecret": clientSecret,
        });
        return await run(host);
      } finally {
        await host.stop();
      }
    };
    try {
      const indices = Array.from({ length: n }, (_, index) => index);
      const count = () => {
        const all = emulator.requests().filter(({ path }) => path !== "/v2/auth/token");
        emulator.clearRequests();
        return all.length;
      };
      const { reads = 0 } = burst;
      const created = await runInHost((host) =>
        Promise.all(indices.map((index) => host.create(burst.declare(seeded, index, "a")))),
      );
      expect(count()).toBeLessThanOrEqual(n * (1 + reads) + 3);
      const updated = await runInHost((host) =>
        Promise.all(created.map(({ id, state }, index) => host.update(id, state, burst.declare(seeded, index, "b")))),
      );
      expect(count()).toBeLessThanOrEqual(n * (2 + reads) + 3);
      await runInHost((host) => Promise.all(created.map(({ id }, index) => host.read(id, updated[index]!))));
      expect(count()).toBeLessThanOrEqual(n * Math.min(reads, 1) + 1);
    } finally {
      await emulator.stop();
    }
  },
);
