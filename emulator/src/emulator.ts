import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv4 } from "node:net";
import { resolve } from "node:path";
import type { z } from "zod";
import { Tokens } from "./auth/tokens";
import { Control } from "./control/control";
import { UserInterface } from "./control/user-interface";
import { Faults } from "./faults/rules";
import type { Coverage } from "./http/coverage";
import { Recorder } from "./http/har";
import { RateLimit } from "./http/limits";
import { RequestLog } from "./http/log";
import type { Parts } from "./parts";
import { shareRouter } from "./router";
import { Settings } from "./settings";
import { Ids } from "./state/ids";
import { seedPlatform } from "./state/seed";
import { listSeededIds } from "./state/seeded";
import { Store } from "./state/store";
import { type DataTable, Warehouse } from "./warehouse";

/**
 * How an emulator starts. Everything may be left out; settings can be changed later with {@link Emulator.configure}.
 */
export interface EmulatorOptions extends Partial<z.input<typeof Settings>> {
  /** Port to listen on; 0, the default, picks a free one. */
  port?: number;
  /** Address to listen on; `127.0.0.1` by default. */
  host?: string;
  /** Names beside `localhost` and IP addresses under which the endpoints below `/_emulator` answer. */
  controlHosts?: readonly string[];
  /** What requests below `/_emulator` have to name; they need one unless `host` is an address of this machine alone. */
  controlToken?: string;
  /**
   * What exports are computed from: a folder such that `SALES/PUBLIC/ORDERS.csv` (or `.parquet`) in it is the table
   * `["SALES", "PUBLIC", "ORDERS"]` of every connection, and `SALES.duckdb` a whole catalog; or one DuckDB file. It
   * needs the package `@duckdb/node-api`. Without it, only statements that read no table are computed.
   */
  data?: string;
  /** File the state is kept in, so that a restart loses nothing. Without one the state ends with the process. */
  state?: string;
  /** HAR file that the requests and answers are written to, without secrets; what it held is replaced. */
  record?: string;
  /** Decides every id the server makes; 1 by default. A state file keeps the seed it was begun with. */
  seed?: number;
}

/** A running emulator. */
export class Emulator extends Control {
  constructor(
    /** Base URL of the API, such as `http://127.0.0.1:4010`. */
    readonly url: string,
    /** Acts as another user of the platform. */
    readonly ui: UserInterface,
    parts: Parts,
    coverage: Coverage,
    private readonly close: () => Promise<void>,
  ) {
    super(parts, coverage);
  }

  /** Ends open connections and keeps the state if there is a state file. */
  async stop(): Promise<void> {
    await this.close();
  }
}

/**
 * Starts the platform's API in this process.
 *
 * @example
 * const emulator = await startEmulator({ seed: 7 });
 * // … point a client at emulator.url with emulator.clientId and emulator.clientSecret …
 * expect(emulator.requests().map(({ method, path }) => `${method} ${path}`)).toContain("POST /v2/tags");
 * await emulator.stop();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, ...given } = options;
  const { host = loopback } = given;
  const { answer, coverage } = await shareRouter();
  const parts = await getParts(given);
  // Connections stay open as long as those of the platform do, and a request may take as long as a fault delays it.
  const server = createServer({ keepAliveTimeout: 72_000, requestTimeout: 0 }, (request, response) =>
    answer(parts, request, response),
  );
  const close = async () => {
    await waitUntilClosed(server);
    await parts.warehouse.close();
    parts.recorder?.close();
    parts.store.close();
  };
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    await close();
    throw error;
  }
  const { family, address, port: actual } = server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`;
  return new Emulator(url, new UserInterface(url, parts.control.token), parts, coverage, close);
}

/** The address that is listened on unless another one is given. */
const loopback = "127.0.0.1";

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

async function getParts(options: EmulatorOptions): Promise<Parts> {
  const { host = loopback, controlHosts = [], controlToken, data, state, record, seed = 1, ...given } = options;
  const settings = { current: Settings.parse(given) };
  const warehouse = new Warehouse(data);
  const tables = warehouse.hasData ? await warehouse.listTables() : [];
  const store = new Store(seed, state);
  try {
    const ids = new Ids(store.seed, store.counters);
    if (!store.restored) {
      seedPlatform(store, ids);
    }
    addDataTables(store, ids, tables);
    store.flush();
    return {
      store,
      ids,
      warehouse,
      settings,
      seeded: listSeededIds(ids),
      tokens: new Tokens(ids),
      faults: new Faults(),
      log: new RequestLog(),
      limits: { requests: new RateLimit(), tokens: new RateLimit() },
      ...(record !== undefined && { recorder: new Recorder(record) }),
      control: {
        hosts: controlHosts,
        ...(controlToken !== undefined && { token: controlToken }),
        isExposed: !isLoopback(host),
      },
      origin: {
        ...(state !== undefined && { state: resolve(state) }),
        pid: process.pid,
        startedAt: new Date().toISOString(),
      },
    };
  } catch (error) {
    store.close();
    await warehouse.close();
    throw error;
  }
}

/** The tables of the data are in the catalogs: of each connection that has one of that path, or else of the first. */
function addDataTables(store: Store, ids: Ids, tables: readonly DataTable[]): void {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.join("/").toLowerCase() === other.join("/").toLowerCase();
  for (const { path, columns } of tables) {
    const known = store.warehouseTables.listAll().filter((table) => isSame(table.path, path));
    for (const table of known) store.warehouseTables.put(table.tableId, { ...table, columns });
    const { warehouse: connectionId } = listSeededIds(ids).connections;
    const tableId = ids.nameUuid(`table ${connectionId} ${JSON.stringify(path)}`);
    const added = { tableId, urlId: ids.nameUrlId(tableId), connectionId, path, columns, isIndexed: true };
    if (known.length === 0) store.warehouseTables.put(tableId, added);
  }
}

function waitUntilClosed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
