import { dump, load } from "js-yaml";
import { stringify } from "yaml";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "./arbitrary";
import { FakeServer, type IdPolicy } from "./fake-server";
import { copy } from "./fixtures";
import {
  canonicalize,
  createEmptyIdentity,
  diffSpecs,
  equalSpecs,
  type Json,
  matchIdentity,
  parseSpec,
  preserveAuthoring,
  toLocalIds,
  toServerIds,
  validateSpec,
} from "./spec";

// Shrinking a whole model takes minutes; a failure is repeated by its seed.
const runs = { numRuns: countCases(60), endOnFailure: true };

test("the generator makes valid specs", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      expect(validateSpec(spec).filter(({ severity }) => severity === "error")).toEqual([]);
    }),
    runs,
  );
});

test("reading what was written gives the same, and JSON and YAML agree", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      for (const text of [
        JSON.stringify(spec),
        JSON.stringify(spec, null, 2),
        dump(spec),
        dump(spec, { flowLevel: 3 }),
        stringify(spec),
      ]) {
        expect(parseSpec(text)).toEqual(spec);
        expect(parseSpec(`\uFEFF${text.replaceAll(/\r?\n/g, "\r\n")}`)).toEqual(
          load(text.replaceAll(/\r?\n/g, "\r\n")),
        );
      }
    }),
    runs,
  );
});

test("the canonical form is canonical, and equal to what it is the form of", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const before = copy(spec);
      const canonical = canonicalize(spec);
      expect(canonicalize(canonical)).toEqual(canonical);
      expect(equalSpecs(spec, canonical)).toBe(true);
      expect(spec).toEqual(before);
    }),
    runs,
  );
});

test("a spec does not differ from itself, however it is written", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      expect(diffSpecs(spec, copy(spec))).toEqual([]);
      expect(diffSpecs(spec, canonicalize(spec))).toEqual([]);
      expect(preserveAuthoring(spec, canonicalize(spec))).toBe(spec);
    }),
    runs,
  );
});

describe.each<IdPolicy>(["keep", "reassign", "recount"])("with a server that would %s ids", (policy) => {
  test("what was applied reads back as the same", () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const server = new FakeServer(policy);
        server.create(toServerIds(spec, createEmptyIdentity()));
        let { map, ambiguities } = matchIdentity({ sent: spec, received: server.read() });
        expect(ambiguities).toEqual([]);
        expectSame(spec, toLocalIds(server.read(), map));
        server.replace(toServerIds(spec, map));
        ({ map, ambiguities } = matchIdentity({ sent: spec, received: server.read(), previous: map }));
        expect(ambiguities).toEqual([]);
        expectSame(spec, toLocalIds(server.read(), map));
      }),
      runs,
    );
  });
});

function expectSame(spec: Json, received: Json): void {
  expect(diffSpecs(spec, received, { stored: true })).toEqual([]);
  expect(equalSpecs(spec, received, { stored: true })).toBe(true);
  expect(preserveAuthoring(spec, received)).toBe(spec);
}

type Path = (string | number)[];

function listLeaves(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    listLeaves(item!, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changeLeaf(root: Json, path: Path, change: (value: Json) => Json): void {
  // biome-ignore lint/suspicious/noExplicitAny: a random place has no type.
  let holder = root as any;
  for (const key of path.slice(0, -1)) holder = holder[key];
  holder[path.at(-1)!] = change(holder[path.at(-1)!]);
}

const changeValue = (value: Json): Json => {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value === 0 ? 1 : value / 2;
  return value === null ? "was null" : !value;
};

test("a change of any leaf that means something is detected, and shown in place", () => {
  fc.assert(
    fc.property(specs, fc.nat(), (spec, seed) => {
      const before = canonicalize(spec);
      const leaves = listLeaves(before).filter((path) => path[0] === "pages");
      const path = leaves[seed % leaves.length]!;
      const after = copy(before);
      changeLeaf(after, path, changeValue);
      expect(equalSpecs(before, after)).toBe(false);
      const changes = diffSpecs(before, after);
      expect(changes).not.toEqual([]);
      const kept = preserveAuthoring(spec, after);
      expect(equalSpecs(kept, after)).toBe(true);
    }),
    { ...runs, numRuns: countCases(300) },
  );
});
