import {
  applyBaseline,
  assignIds,
  computeBaseline,
  createEmptyIdentity,
  type IdentityMap,
  isSameJson,
  type JsonObject,
  type LocalSpec,
  Model,
  matchIdentity,
  type PlatformSpec,
  readStored,
  reword,
  rewriteIds,
  toCanonical,
  toLocalIds,
  toServerIds,
  walkIds,
} from "../../../../provider/src/core/model";
import { type PartField, partFields } from "../../../../provider/src/core/model/references/references";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "./arbitrary";
import { formKey } from "./edits";
import { reported, rewriteColumns, rewriteModel, rewritings, unheardOf } from "./rewriter";

/** A platform that stores models in a hand of its own, and keeps or reassigns ids. */
class RewritingServer {
  private stored: JsonObject = {};
  private count = 0;
  /** The id that was sent for each of the platform's, by {@link formKey} its table. */
  truth = new Map<string, string>();

  constructor(
    private readonly names: readonly string[],
    private readonly keepsIds: boolean,
    private readonly seed: number,
  ) {}

  write(sent: PlatformSpec): void {
    const known = new Set<string>();
    walkIds(this.stored, (site) => {
      if (site.role === "definition") known.add(formKey(site));
    });
    const given = new Map<string, string>();
    const owners = new Map<string, string>();
    this.truth = new Map();
    walkIds(sent, (site) => {
      if (site.role !== "definition") return;
      const id = this.keepsIds && known.has(formKey(site)) ? site.id : `s${++this.count}`;
      given.set(formKey(site), id);
      if (site.kinds[0] === "element") owners.set(site.id, id);
      this.truth.set(formKey({ ...site, owner: site.owner && owners.get(site.owner), id }), site.id);
    });
    const renumbered = rewriteIds(sent, (site) => {
      const ids = site.kinds.map((kind) => given.get(formKey({ ...site, kinds: [kind] })));
      return ids.find((id) => id !== undefined) ?? site.id;
    });
    // The same habits strike at the same places each time.
    let state = this.seed;
    const drawChance = () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 16) % 3 > 0;
    };
    this.stored = rewriteModel(renumbered, this.names, drawChance);
  }

  read(): PlatformSpec {
    return structuredClone(this.stored) as PlatformSpec;
  }
}

/** What a map says against what the platform did. */
function judgeMap(map: IdentityMap, declared: LocalSpec, server: RewritingServer) {
  const found = listIds(map);
  const mine: string[] = [];
  walkIds(declared, (site) => {
    if (site.role === "definition") mine.push(formKey(site));
  });
  // What was sent stands in the order of the declaration.
  const theirs = [...server.truth.keys()].map((key) => (JSON.parse(key) as [string, string | null, string])[2]);
  const wrong = mine.filter((key, index) => found.has(key) && found.get(key) !== theirs[index]);
  return { wrong, missing: mine.filter((key) => !found.has(key)) };
}

/** Every id in a map, by the key of the user's definition. */
function listIds({ pages, elements }: IdentityMap): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [id, theirs] of Object.entries(pages)) ids.set(formKey({ kinds: ["page"], owner: undefined, id }), theirs);
  for (const [element, { id: theirs, ...parts }] of Object.entries(elements)) {
    ids.set(formKey({ kinds: ["element"], owner: undefined, id: element }), theirs);
    for (const [field, kind] of Object.entries(partFields)) {
      for (const [id, other] of Object.entries(parts[field as PartField] ?? {})) {
        ids.set(formKey({ kinds: [kind], owner: element, id }), other);
      }
    }
  }
  return ids;
}

const habits = fc.subarray(Object.keys(rewritings));
const models = fc.tuple(specs, fc.infiniteStream(fc.nat(1_000_000))).map(([spec, numbers]) => {
  const draw = (below: number) => numbers.next().value! % below;
  return rewriteColumns(spec, draw);
});

// Fewer by themselves; all of them with `npm run test:rewritings`.
const runs = { numRuns: Number(process.env.REWRITINGS ?? countCases(200)), seed: 20260, endOnFailure: true };

describe.each([
  ["keeps", true],
  ["reassigns", false],
])("a platform that rewrites at random, and %s ids", (_, keepsIds) => {
  test("maps are right, or say what can't be told apart; nothing drifts; a baseline says what was made of it", () => {
    let written = 0;
    fc.assert(
      fc.property(models, habits, fc.nat(), (spec, names, seed) => {
        const model = new Model(spec);
        const server = new RewritingServer(names, keepsIds, seed);
        const check = (map: IdentityMap, ambiguities: readonly string[]) => {
          const { wrong, missing } = judgeMap(map, model.declared, server);
          expect({ wrong, names }).toEqual({ wrong: [], names });
          if (ambiguities.length === 0) expect({ missing, names }).toEqual({ missing: [], names });
        };

        server.write(toServerIds(model.declared, createEmptyIdentity()));
        const created = matchIdentity({ sent: model.declared, received: server.read(), inOrder: true });
        check(created.map, created.ambiguities);
        const there = toCanonical(toLocalIds(server.read(), created.map));
        const baseline = computeBaseline(model.canonical, reword(model.canonical, there, { stored: true }));

        // A later read, which knows no version.
        const read = readStored(model, server.read(), { ids: created.map, baseline });
        expect(read.drifted).toBe(read.declared);
        check(read.ids, read.ambiguities);

        server.write(toServerIds(model.declared, read.ids));
        const again = matchIdentity({
          sent: model.declared,
          received: server.read(),
          previous: read.ids,
          inOrder: true,
        });
        check(again.map, again.ambiguities);
        const after = readStored(model, server.read(), { ids: again.map, baseline });
        expect(after.drifted).toBe(after.declared);
        written++;
      }),
      runs,
    );
    expect(written).toBe(runs.numRuns);
  });
});

test("what is changed on a platform that rewrites is found, and nothing else", () => {
  fc.assert(
    fc.property(models, habits, fc.nat(), fc.nat(), (spec, names, seed, pick) => {
      const model = new Model(spec);
      const server = new RewritingServer(names, true, seed);
      server.write(toServerIds(model.declared, createEmptyIdentity()));
      const { map } = matchIdentity({ sent: model.declared, received: server.read(), inOrder: true });
      const there = toCanonical(toLocalIds(server.read(), map));
      const baseline = computeBaseline(model.canonical, reword(model.canonical, there, { stored: true }));
      const edited = server.read() as unknown as { pages: { elements: { columns?: { formula: string }[] }[] }[] };
      const columns = edited.pages.flatMap(({ elements }) => elements.flatMap((element) => element.columns ?? []));
      fc.pre(columns.length > 0);
      const column = columns[pick % columns.length]!;
      column.formula = "Edited(1)";
      const read = readStored(model, edited as unknown as PlatformSpec, { ids: map, baseline });
      const changed = listDifferences(read.declared, read.drifted);
      expect(changed).toEqual(["formula"]);
    }),
    { ...runs, numRuns: Math.min(runs.numRuns, 300) },
  );
});

/** The last fields of the leaves that differ. */
function listDifferences(a: unknown, b: unknown, field = ""): string[] {
  if (isSameJson(a as never, b as never)) return [];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return [field];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) =>
    listDifferences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], key),
  );
}

describe("a baseline", () => {
  test("with the declaration gives back what is stored, whatever that is", () => {
    fc.assert(
      fc.property(specs, specs, (declared, stored) => {
        const [a, b] = [toCanonical(assignIds(declared)), toCanonical(assignIds(stored))];
        expect(applyBaseline(a, JSON.parse(JSON.stringify(computeBaseline(a, b) ?? null)) ?? undefined)).toEqual(b);
        expect(computeBaseline(a, a)).toBeUndefined();
      }),
      { numRuns: countCases(200), seed: 7 },
    );
  });

  test.each(Object.keys(reported))("isn't needed for %s", (name) => {
    fc.assert(
      fc.property(models, (spec) => {
        const declared = assignIds(spec);
        const [mine, theirs] = [declared, assignIds(rewriteModel(declared, [name], () => true))].map(toCanonical);
        expect(computeBaseline(mine!, reword(mine!, theirs!, { stored: true }))).toBeUndefined();
      }),
      { numRuns: countCases(50), seed: 11 },
    );
  });

  test("is as large as what was made differently, not as the model", () => {
    expect(Object.keys(unheardOf).length).toBeGreaterThan(4);
    const columns = Array.from({ length: 300 }, (_, i) => ({ id: `c${i}`, name: `C ${i}`, formula: `f(${i})` }));
    const table = {
      id: "t",
      kind: "table",
      name: "T",
      source: { kind: "sql", connectionId: "c", statement: "s" },
      columns,
    };
    const declared = toCanonical(assignIds({ pages: [{ id: "p", name: "P", elements: [table] }] }));
    const stored = structuredClone(declared) as unknown as {
      pages: { elements: { columns: { formula: string }[] }[] }[];
    };
    stored.pages[0]!.elements[0]!.columns[7]!.formula = "f( 7 )";
    const baseline = computeBaseline(declared, stored as never);
    expect(baseline).toEqual({
      pages: [{ p: { elements: [{ t: { columns: [{ c7: { formula: ["f( 7 )"] } }, null] } }, null] } }, null],
    });
  });
});
