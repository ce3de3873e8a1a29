import { isSameJson } from "../../../../provider/src/core/model";
import { filterObjects, type Json, type JsonObject } from "../../../../provider/src/core/model/json";
import {
  canonicalizeWorkbook,
  joinLayout,
  mergeStoredWorkbook,
  preserveWorkbookAuthoring,
  readStoredWorkbook,
  splitLayout,
  WorkbookForms,
} from "../../../../provider/src/core/workbook";
import fc from "../../../fast-check";
import { buildSales } from "../../emulator/workbook/sales";

const connectionId = "1b0c2f1c-9a4e-4b53-8f6e-2d1d6a1d7b10";

/** The workbook as its user writes it: a placeholder, a default written out, rows for one page. */
function buildAuthored(): JsonObject {
  const document = buildSales(connectionId) as JsonObject;
  const [, orders] = filterObjects(document.elements);
  (orders!.source as JsonObject).connectionId = { $ref: "warehouse" };
  orders!.visibleAsSource = true;
  return document;
}

const refs = { warehouse: connectionId };

type Edit = (document: JsonObject, pick: (count: number) => number) => void;

/** What a person may do to a workbook in the product. */
const edits: readonly Edit[] = [
  (document, pick) => {
    const elements = filterObjects(document.elements);
    elements[pick(elements.length)]!.name = `Renamed ${pick(100)}`;
  },
  (document, pick) => {
    const [, orders] = filterObjects(document.elements);
    const columns = filterObjects(orders?.columns);
    if (columns.length > 0) columns[pick(columns.length)]!.formula = `[ORDERS/NEW_${pick(9)}]`;
  },
  (document, pick) => {
    (document.elements as Json[]).push({ id: `new${pick(1000)}`, kind: "text", body: "New" });
  },
  (document, pick) => {
    (document.elements as Json[]).splice(pick((document.elements as Json[]).length), 1);
  },
  (document, pick) => {
    document.layout = String(document.layout).replace("1 / 20", `1 / ${21 + pick(9)}`);
  },
  (document) => {
    document.pages = filterObjects(document.pages).toReversed();
  },
  (document, pick) => {
    document.overlays = [{ id: "details", type: "modal", name: `Details ${pick(5)}` }];
  },
  (document) => {
    document.settings = { theme: "dark" };
  },
];

const script = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(1000)), { minLength: 1, maxLength: 5 });

function applyEdits(document: JsonObject, steps: readonly (readonly [number, number])[]): JsonObject {
  const changed = structuredClone(document);
  for (const [index, seed] of steps) edits[index]!(changed, (count) => seed % Math.max(count, 1));
  return changed;
}

describe("a workbook that people changed on the platform", () => {
  const forms = new WorkbookForms(buildAuthored(), refs);
  const stored = joinLayout(forms.declared);

  test("is written as its user would, and means what the platform has", () => {
    fc.assert(
      fc.property(script, (steps) => {
        const now = applyEdits(stored, steps);
        const { drifted } = readStoredWorkbook(forms, now, {});
        const authored = preserveWorkbookAuthoring(forms, drifted, now);
        const again = new WorkbookForms(authored, refs);
        expect(again.canonical).toEqual(canonicalizeWorkbook(splitLayout(now)));
        const orders = filterObjects((authored as JsonObject).elements).find(({ id }) => id === "orders");
        if (orders !== undefined) {
          expect(orders).toMatchObject({ visibleAsSource: true, source: { connectionId: { $ref: "warehouse" } } });
        }
      }),
    );
  });

  test("is merged with what its user changed, and nothing of either is lost", () => {
    fc.assert(
      fc.property(script, script, (theirSteps, mySteps) => {
        const theirs = applyEdits(stored, theirSteps);
        const mine = new WorkbookForms(applyEdits(buildAuthored(), mySteps), refs);
        const merge = mergeStoredWorkbook(mine, forms, theirs, {});
        const isMine = isSameJson(mine.canonical, canonicalizeWorkbook(splitLayout(theirs)));
        if (isMine) expect(merge).toMatchObject({ isThere: true, isBehind: false });
        if (isSameJson(forms.canonical, canonicalizeWorkbook(splitLayout(theirs)))) expect(merge.isBehind).toBe(false);
        else if (isSameJson(forms.canonical, mine.canonical)) expect(merge.isBehind).toBe(true);
      }),
    );
  });

  test("has the platform's spelling of formulas, in what changed and in what is new", () => {
    const now = structuredClone(stored);
    const [, orders] = filterObjects(now.elements);
    filterObjects(orders!.columns)[0]!.formula = "[ORDERS/Some Id] <> 3";
    const added = { id: "more", kind: "table", columns: [{ id: "a", name: "A", formula: "[Orders/Some Id]" }] };
    (now.elements as Json[]).push(added);
    const { drifted } = readStoredWorkbook(forms, now, {});
    const authored = preserveWorkbookAuthoring(forms, drifted, now) as JsonObject;
    const find = (id: string) => filterObjects(authored.elements).find((element) => element.id === id);
    expect(find("more")).toEqual(added);
    expect(filterObjects(find("orders")?.columns)[0]?.formula).toMatch(/^\[ORDERS\/Some Id\] (<>|!=) 3$/);
  });

  test("stays the user's own text where nothing changed", () => {
    const { drifted, declared } = readStoredWorkbook(forms, stored, {});
    expect(drifted).toBe(declared);
    expect(preserveWorkbookAuthoring(forms, drifted, stored)).toBe(forms.authored);
  });

  test("keeps rows where one page of several changed", () => {
    const document = buildAuthored();
    const rows = { data: [{ rows: 19, of: ["orders"] }], details: [{ rows: 3, of: [{ note: 12 }] }], main: [] };
    const own = new WorkbookForms({ ...document, layout: rows }, refs);
    const now = joinLayout(own.declared);
    now.layout = String(now.layout).replace("1 / 4", "1 / 6");
    const { drifted } = readStoredWorkbook(own, now, {});
    const authored = preserveWorkbookAuthoring(own, drifted, now) as JsonObject;
    expect(authored.layout).toEqual({ ...rows, details: [{ rows: 5, of: ["note"] }] });
  });

  test("keeps the tags that nobody moved as they are written", () => {
    const document = buildAuthored();
    // An order of attributes of one's own, and a default left out.
    const layout = String(document.layout)
      .replaceAll(/(elementId="\w+") (gridColumn="[^"]*")/g, "$2 $1")
      .replaceAll(' gridTemplateRows="auto"', "");
    const own = new WorkbookForms({ ...document, layout }, refs);
    const now = joinLayout(own.declared);
    now.layout = String(now.layout).replace("1 / 20", "1 / 30");
    const { drifted } = readStoredWorkbook(own, now, {});
    const authored = preserveWorkbookAuthoring(own, drifted, now) as JsonObject;
    const listTags = (text: string): string[] => text.match(/<\w[^>]*?(?=\/?>)/g) ?? [];
    expect(listTags(authored.layout as string)).toEqual(listTags(layout.replace("1 / 20", "1 / 30")));
  });

  test("keeps the layout with its page", () => {
    const { layout: _, ...document } = buildAuthored();
    const rows: Record<string, Json> = { data: [{ rows: 19, of: ["orders"] }], details: [{ rows: 3, of: ["note"] }] };
    const addLayout = (item: JsonObject): JsonObject => ({ ...item, layout: rows[String(item.id)] ?? [] });
    const pages = filterObjects(document.pages).map(addLayout);
    const own = new WorkbookForms(
      { ...document, pages, overlays: filterObjects(document.overlays).map(addLayout) },
      refs,
    );
    const now = joinLayout(own.declared);
    now.layout = String(now.layout).replace("1 / 4", "1 / 6");
    const { drifted } = readStoredWorkbook(own, now, {});
    const authored = preserveWorkbookAuthoring(own, drifted, now) as JsonObject;
    expect(authored).toMatchObject({ pages, overlays: [{ layout: [{ rows: 5, of: ["note"] }] }] });
    expect(authored).not.toHaveProperty("layout");
  });

  test("leaves ignored pages and view state out", () => {
    const now = applyEdits(stored, [[4, 3]]);
    filterObjects(now.elements)[3]!.currentValue = "EU";
    const known = { ignorePaths: ["layout/data"] };
    const { drifted, declared } = readStoredWorkbook(forms, now, known);
    expect(drifted).toBe(declared);
    expect(mergeStoredWorkbook(forms, forms, now, known)).toMatchObject({ isBehind: false, isThere: true });
  });
});
