import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Emulator, startEmulator, storedAsSent } from "analytics-emulator";
import { parseSpec, specText } from "../../provider/src/core/model";
import { buildSettings, type CliRun, runPiped } from "../cli/support";
import fc from "../fast-check";
import { type Pages, type RewritingPlatform, startRewritingPlatform } from "./rewriting-platform";
import { drawSeed, Host } from "./support";

// biome-ignore lint/suspicious/noExplicitAny: models that are edited at will
type Loose = any;
type Properties = Record<string, unknown>;

const formulas = ["[ORDERS/AMOUNT]", "[ORDERS/AMOUNT] * 2", "If( [ORDERS/AMOUNT] > 1,  2, 3 )", "[ORDERS/CUSTOMER_ID]"];

/**
 * Random models over the emulator's orders. What refers to columns refers to `c0`; each table has two columns that
 * nothing refers to.
 */
export const models: fc.Arbitrary<Pages> = fc
  .array(
    fc.record({
      columns: fc.array(
        fc.record(
          {
            formula: fc.constantFrom(...formulas),
            description: fc.constantFrom("", "Some words"),
            hidden: fc.boolean(),
            format: fc.constant({ kind: "number", formatString: ",.0f" }),
          },
          { requiredKeys: ["formula"] },
        ),
        { minLength: 3, maxLength: 5 },
      ),
      more: fc.record(
        {
          description: fc.constantFrom("", "A table"),
          filters: fc.constantFrom([], [{ id: "f", columnId: "c0", kind: "number-range", min: 1 }]),
          sort: fc.constant([{ columnId: "c0", direction: "descending" }]),
          metrics: fc.constantFrom([], [{ id: "m", name: "Total", formula: "Sum([ORDERS/AMOUNT])" }]),
          order: fc.constant(["c1", "c0"]),
        },
        { requiredKeys: [] },
      ),
      onSecondPage: fc.boolean(),
      hasControl: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((tables) => {
    const pages: Loose[] = ["p0", "p1"].map((id) => ({ id, name: `Page ${id}`, elements: [] }));
    for (const [n, { columns, more, onSecondPage, hasControl }] of tables.entries()) {
      const { elements } = pages[onSecondPage ? 1 : 0];
      elements.push({
        id: `t${n}`,
        kind: "table",
        name: `Table ${n}`,
        source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: columns.map((column, index) => ({ id: `c${index}`, name: `T${n} column ${index}`, ...column })),
        ...more,
      });
      if (!hasControl) continue;
      const source = { kind: "source", source: { kind: "table", elementId: `t${n}` }, columnId: "c0" };
      elements.push({ id: `k${n}`, kind: "control", controlId: `Choice-${n}`, controlType: "list", source });
    }
    return pages;
  });

/** What somebody does to a model: to which table, to which of its columns, and what. */
export interface Edit {
  readonly what: keyof typeof edits;
  readonly table: number;
  readonly column: number;
}

/** Finds the parts of an edit in a declaration, or on the platform. */
interface Ground {
  readonly pages: Pages;
  /** The id that a declared part has here. */
  id(element: string, column?: string): string;
  /** Who edits: it stands in what is new. */
  readonly who: string;
}

const findTable = ({ pages, id }: Ground, n: number): Loose =>
  pages.flatMap(({ elements }) => elements).find((element) => element.id === id(`t${n}`));
const findColumn = (ground: Ground, n: number, column: number): Loose =>
  findTable(ground, n).columns.find((one: Loose) => one.id === ground.id(`t${n}`, `c${column}`));

/** By name, what it does; `part` is what two of them can't both do. */
export const edits = {
  "changes a formula": {
    part: ({ table, column }: Edit) => `t${table}/c${column}`,
    path: ({ table, column }: Edit) => `pages/*/elements/t${table}/columns/c${column}/formula`,
    make: (ground: Ground, { table, column }: Edit) => {
      findColumn(ground, table, column).formula = `[ORDERS/AMOUNT] + ${ground.who.length}`;
    },
  },
  "describes a column": {
    part: ({ table, column }: Edit) => `t${table}/c${column}`,
    path: ({ table, column }: Edit) => `pages/*/elements/t${table}/columns/c${column}/description`,
    make: (ground: Ground, { table, column }: Edit) => {
      findColumn(ground, table, column).description = `By ${ground.who}`;
    },
  },
  "hides or shows a column": {
    part: ({ table, column }: Edit) => `t${table}/c${column}`,
    path: ({ table, column }: Edit) => `pages/*/elements/t${table}/columns/c${column}/hidden`,
    make: (ground: Ground, { table, column }: Edit) => {
      const found = findColumn(ground, table, column);
      found.hidden = !found.hidden;
    },
  },
  "renames a column": {
    part: ({ table, column }: Edit) => `t${table}/c${column}`,
    path: ({ table, column }: Edit) => `pages/*/elements/t${table}/columns/c${column}/name`,
    make: (ground: Ground, { table, column }: Edit) => {
      findColumn(ground, table, column).name = `T${table} BY ${ground.who}`;
    },
  },
  "removes a column": {
    part: ({ table }: Edit) => `t${table}/c2`,
    path: ({ table }: Edit) => `pages/*/elements/t${table}/columns/c2`,
    make: (ground: Ground, { table }: Edit) => {
      const found = findTable(ground, table);
      found.columns = found.columns.filter(({ id }: Loose) => id !== ground.id(`t${table}`, "c2"));
    },
  },
  "adds a column": {
    part: ({ table }: Edit) => `t${table}/new`,
    path: ({ table }: Edit) => `pages/*/elements/t${table}/columns/new`,
    make: (ground: Ground, { table }: Edit) => {
      const { who } = ground;
      findTable(ground, table).columns.push({
        id: `new${table}_${who}`,
        name: `T${table} new ${who}`,
        formula: "[ORDERS/PAID]",
      });
    },
  },
  "describes a table": {
    part: ({ table }: Edit) => `t${table}/description`,
    path: ({ table }: Edit) => `pages/*/elements/t${table}/description`,
    make: (ground: Ground, { table }: Edit) => {
      findTable(ground, table).description = `By ${ground.who}`;
    },
  },
  "adds a table": {
    part: () => "new table",
    path: () => "pages/p0/elements/new",
    make: (ground: Ground) => {
      const { who } = ground;
      const columns = [{ id: `n_${who}`, name: `New of ${who}`, formula: "[ORDERS/PAID]" }];
      const { source } = findTable(ground, 0);
      ground.pages[0].elements.push({ id: `new_${who}`, kind: "table", name: `New ${who}`, source, columns });
    },
  },
  "renames a page": {
    part: () => "page",
    path: () => "pages/p0/name",
    make: ({ pages, who }: Ground) => {
      pages[0].name = `Page of ${who}`;
    },
  },
} as const;

export const someEdits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...(Object.keys(edits) as Edit["what"][])),
    table: fc.nat(2),
    column: fc.nat(2),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The edits that this model has something for, no two of the same part. */
export function listPossible(pages: Pages, all: readonly Edit[], others: readonly Edit[] = []): Edit[] {
  const tables = pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind === "table").length;
  const taken = new Set(others.map((edit) => edits[edit.what].part(edit)));
  return all.flatMap((given) => {
    const edit = { ...given, table: given.table % tables };
    const part = edits[edit.what].part(edit);
    if (taken.has(part)) return [];
    taken.add(part);
    return [edit];
  });
}

export function make(ground: Ground, all: readonly Edit[]): Pages {
  for (const edit of all) edits[edit.what].make(ground, edit);
  return ground.pages;
}

/** A model of one stack, its file, and the platform. */
export class Workplace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "rewritten-")));
  #count = 0;
  id = "";
  state: Properties = {};
  inputs: Properties = {};

  private constructor(
    readonly emulator: Emulator,
    readonly platform: RewritingPlatform,
    readonly host: Host,
  ) {}

  static async start(): Promise<Workplace> {
    const emulator = await startEmulator({
      seed: drawSeed(),
      ...storedAsSent,
      versionLock: "ignored",
      tokenRequestsPerSecond: null,
    });
    const platform = await startRewritingPlatform(emulator);
    const host = await Host.startShared("DataModel");
    await host.configure({
      "analytics:baseUrl": platform.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
    const workplace = new Workplace(emulator, platform, host);
    workplace.#writeProject();
    return workplace;
  }

  /** A project whose CLI knows one stack: the state of this model. */
  #writeProject(): void {
    writeFileSync(join(this.folder, "Pulumi.yaml"), "name: rewritten\nruntime: nodejs\n");
    const bin = join(this.folder, "bin");
    mkdirSync(bin);
    const answers = [
      `"stack export"*) cat '${join(this.folder, "state.json")}' ;;`,
      '"stack --show-name"*) echo test ;;',
      "*) echo '{}' ;;",
    ];
    writeFileSync(join(bin, "pulumi"), `#!/bin/sh\ncase "$1 $2" in\n${answers.join("\n")}\nesac\n`);
    chmodSync(join(bin, "pulumi"), 0o755);
  }

  async stop(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.platform.stop();
    await this.emulator.stop();
  }

  /** What the program declares with pages, and more. */
  buildDeclared(pages: Pages, more: Properties = {}): Properties {
    return {
      name: `Model ${this.#count}`,
      folderId: this.emulator.seeded.folders.models,
      spec: JSON.stringify({ pages }),
      refs: { warehouse: this.emulator.seeded.connections.warehouse },
      file: "model.yaml",
      ...more,
    };
  }

  /** A new model, as nothing is known of. */
  begin(): void {
    this.#count += 1;
    this.state = {};
    this.id = "";
  }

  /** What an engine does in `up`. Answers the requests that wrote something. */
  async runUp(inputs: Properties): Promise<string[]> {
    this.emulator.clearRequests();
    if (this.id === "") {
      const { id, state } = await this.host.create(inputs);
      Object.assign(this, { id, state });
    } else if ((await this.host.diff(this.id, this.state, inputs)).changes) {
      this.state = await this.host.update(this.id, this.state, inputs);
    }
    this.inputs = inputs;
    return this.listWrites();
  }

  /** What an engine does in `refresh`: whether something had changed. */
  async refresh(): Promise<boolean> {
    const { state, inputs } = await this.host.read(this.id, this.state);
    const isDrifted = JSON.stringify(inputs.spec) !== JSON.stringify(this.state.spec);
    this.state = state;
    this.inputs = inputs;
    return isDrifted;
  }

  listWrites(): string[] {
    const all = this.emulator.requests().filter(({ method, path }) => method !== "GET" && !path.endsWith("/token"));
    return all.map(({ method, path }) => `${method} ${path}`);
  }

  save(pages: Pages): void {
    writeFileSync(join(this.folder, "model.yaml"), specText({ pages } as never));
  }

  /** The file as it is now. */
  readPages(): Pages {
    return (parseSpec(readFileSync(join(this.folder, "model.yaml"), "utf8")) as unknown as { pages: Pages }).pages;
  }

  runCommand(...args: string[]): Promise<CliRun> {
    const [inputs, outputs] = [this.inputs, this.state];
    const type = "pulumi-nodejs:dynamic/analytics:DataModel";
    const resource = { type, urn: "urn:pulumi:test::rewritten::x::model", id: this.id, inputs, outputs };
    writeFileSync(join(this.folder, "state.json"), JSON.stringify({ deployment: { resources: [resource] } }));
    const path = [join(this.folder, "bin"), process.env.PATH].join(delimiter);
    const env = { ...buildSettings(this.emulator), ANALYTICS_BASE_URL: this.platform.url, PATH: path };
    return runPiped(args, { cwd: this.folder, env });
  }

  /** What the platform keeps. */
  readStored(): Pages {
    const versions = this.emulator.snapshot().dataModelVersions as unknown as { dataModelId: string; pages: Pages }[];
    return structuredClone(versions.filter(({ dataModelId }) => dataModelId === this.id).at(-1)!.pages);
  }

  /** The declared parts on the platform. */
  buildGround(who: string, pages = this.readStored()): Ground {
    const { elements } = JSON.parse(String(this.state.ids)) as { elements: Record<string, Loose> };
    const getId = (element: string, column?: string) =>
      column === undefined ? elements[element].id : elements[element].columns[column];
    return { pages, id: getId, who };
  }

  /** Edits the model in the product. */
  async editThere(who: string, all: readonly Edit[]): Promise<void> {
    const pages = make(this.buildGround(who), all);
    await this.emulator.ui.request("PUT", `/v2/dataModels/${this.id}/spec`, { schemaVersion: 1, pages });
  }
}

/** The same parts in a declaration. */
export function buildDeclaration(pages: Pages, who: string): Ground {
  return { pages: structuredClone(pages), id: (element, column) => column ?? element, who };
}
