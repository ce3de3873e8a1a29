import { createDataModel } from "../../../../cli/src/documents/data-model";
import type { CompareOptions, DocumentFacts } from "../../../../cli/src/documents/document";
import { mapOutside } from "../../../../cli/src/documents/outside-ids";
import type { DataModelRepresentation } from "../../../../provider/src/core/api";
import type { JsonObject } from "../../../../provider/src/core/model";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "../../core/model/arbitrary";
import { FakeServer } from "../../core/model/fake-server";

/** Each compares several models of some hundred leaves. */
const runs = { numRuns: countCases(100) };

type Side = Pick<DocumentFacts, "contents" | "model">;

const compare = (before: Side, after: Side, how: CompareOptions) => {
  const [one, other] = [before, after].map((side) =>
    createDataModel({
      address: { from: "files", by: "path", value: "orders.yaml" },
      type: "data model",
      name: "orders",
      ...side,
    }),
  );
  return one!.compare(other!, how);
};

const options = { ignore: [], isOneOrganization: true };

const buildFileSide = (spec: JsonObject): Side => ({ contents: spec });

/** A spec as a server has it that gave everything its own ids. */
function buildModelSide(spec: JsonObject, dataModelId = "dm-0"): Side {
  const server = new FakeServer("reassign");
  server.create(spec);
  const read = server.read();
  return {
    contents: { schemaVersion: 1, pages: read.pages },
    model: { ...read, dataModelId } as unknown as DataModelRepresentation,
  };
}

const placePlaceholders = (spec: JsonObject) =>
  mapOutside(spec, (field, id) => ({ $ref: `${field} ${id}` })) as JsonObject;
const moveElsewhere = (spec: JsonObject) => mapOutside(spec, (_, id) => `${id} elsewhere`) as JsonObject;

describe("what was made of a file doesn't differ from it", () => {
  test.each([
    ["as it is", (spec: JsonObject) => spec],
    ["with placeholders where ids of others stand", placePlaceholders],
  ])("%s", (_, write) => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(compare(buildFileSide(write(spec)), buildModelSide(spec), options).changes).toEqual([]);
        expect(compare(buildModelSide(spec), buildFileSide(write(spec)), options).changes).toEqual([]);
        expect(
          compare(buildFileSide(write(spec)), buildFileSide(buildModelSide(spec).contents), options).changes,
        ).toEqual([]);
      }),
      runs,
    );
  });
});

test("two models made of the same file don't differ, nor do they in two organizations", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      expect(compare(buildModelSide(spec), buildModelSide(spec), options).changes).toEqual([]);
      expect(compare(buildModelSide(spec, "one"), buildModelSide(spec, "other"), options).changes).toEqual([]);
      const two = { ...options, isOneOrganization: false };
      expect(compare(buildModelSide(spec, "one"), buildModelSide(moveElsewhere(spec), "other"), two).changes).toEqual(
        [],
      );
    }),
    runs,
  );
});

test("a formula that was changed differs, from every side", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const changed = structuredClone(spec) as {
        pages: { elements: { kind: string; columns: { formula: string }[] }[] }[];
      };
      const tables = changed.pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind === "table");
      const [column] = tables.flatMap(({ columns }) => columns);
      fc.pre(column !== undefined);
      if (column) column.formula = "Max(12345)";
      const after = changed as unknown as JsonObject;
      const two = { ...options, isOneOrganization: false };
      for (const { changes } of [
        compare(buildFileSide(placePlaceholders(spec)), buildModelSide(after), options),
        compare(buildModelSide(after), buildFileSide(spec), options),
        compare(buildModelSide(spec, "one"), buildModelSide(moveElsewhere(after), "other"), two),
      ]) {
        expect(changes.length).toBeGreaterThan(0);
      }
    }),
    runs,
  );
});
