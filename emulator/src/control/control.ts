import { z } from "zod";
import type { FaultInput, FaultRule } from "../faults/rules";
import { type GeneratedOrganization, generateOrganization, OrganizationInput } from "../generate/organization";
import type { Coverage, CoverageReport } from "../http/coverage";
import { requireDependency } from "../http/errors";
import type { LoggedRequest } from "../http/log";
import type { Parts } from "../parts";
import { addWarehouseTable } from "../resources/connections";
import { Settings } from "../settings";
import type { WarehouseTable } from "../state/records";
import type { Seeded } from "../state/seeded";
import type { Snapshot } from "../state/store";

/** A table of a warehouse; `columns` by name, with their types. */
const TableInput = z.strictObject({
  connectionId: z.string(),
  path: z.array(z.string()).min(1),
  columns: z.record(z.string(), z.enum(["text", "number", "datetime", "boolean"])).default({}),
  isIndexed: z.boolean().default(true),
});
export type TableInput = z.input<typeof TableInput>;

/** What a test sees and changes beside the API; the same in this process and, under `/_emulator`, from another. */
export class Control {
  readonly #parts: Parts;
  readonly #coverage: Coverage;

  constructor(parts: Parts, coverage: Coverage) {
    this.#parts = parts;
    this.#coverage = coverage;
  }

  get clientId(): string {
    return this.#parts.tokens.clientId;
  }

  get clientSecret(): string {
    return this.#parts.tokens.clientSecret;
  }

  /** Ids of what every emulator starts with. */
  get seeded(): Seeded {
    return this.#parts.seeded;
  }

  get settings(): Settings {
    return this.#parts.settings.current;
  }

  /** Changes settings from the next request on. */
  configure(changes: Partial<Settings>): Settings {
    this.#parts.settings.current = Settings.parse({ ...this.settings, ...changes });
    return this.settings;
  }

  /** What has been asked of the API, oldest first. */
  requests(): LoggedRequest[] {
    return this.#parts.log.listAll();
  }

  clearRequests(): void {
    this.#parts.log.clear();
  }

  /** Which operations of the contract are served. */
  coverage(): CoverageReport {
    return this.#coverage.report();
  }

  /**
   * Adds a table to the warehouse behind a connection, or gives the one at its path other columns. With
   * `isIndexed: false` the catalog has it only after a sync.
   *
   * @example emulator.addTable({ connectionId, path: ["SALES", "PUBLIC", "REFUNDS"], columns: { ID: "number", REASON:
   * "text" } });
   */
  addTable(table: TableInput): WarehouseTable {
    const { columns, ...rest } = TableInput.parse(table);
    const { store, ids } = this.#parts;
    requireDependency(store.connections.get(rest.connectionId), rest.connectionId);
    const added = addWarehouseTable(
      { store, ids },
      { ...rest, columns: Object.entries(columns).map(([name, type]) => ({ name, type })) },
    );
    store.flush();
    return added;
  }

  /**
   * Fills the platform with the documents of an organization: 500 workbooks, 100 reports and 100 data models unless the
   * numbers say otherwise. The same numbers and seed make the same documents.
   *
   * @example const { models, workbooks } = emulator.generateOrganization({ workbooks: 50, models: 10, reports: 0 });
   */
  generateOrganization(size: OrganizationInput = {}): GeneratedOrganization {
    const { store, ids, warehouse, seeded } = this.#parts;
    const call = { store, ids, warehouse, settings: this.settings, actor: seeded.members.admin };
    const made = generateOrganization(call, OrganizationInput.parse(size));
    store.flush();
    return made;
  }

  /** What exists, as plain data. */
  snapshot(): Snapshot {
    return this.#parts.store.takeSnapshot();
  }

  faults(): FaultRule[] {
    return this.#parts.faults.list();
  }

  addFault(rule: FaultInput): FaultRule {
    return this.#parts.faults.add(rule);
  }

  /** Without an id: removes all rules. */
  removeFault(id?: string): void {
    this.#parts.faults.remove(id);
  }

  /** Every token given out so far stops working. */
  revokeTokens(): void {
    this.#parts.tokens.revokeAll();
  }
}
