import type { Policies } from "@pulumi/policy";
import * as policies from "../../../policies/src";
import { analyze, type Subject, unknown } from "./support";

const source = { kind: "data-model", dataModelId: "m", elementId: "e" };
const buildTable = (more: object = {}) => ({ id: "orders", kind: "table", source, columns: [], ...more });

/** A workbook with these elements, and other arguments. */
function buildWorkbook(elements: object[], properties: Record<string, unknown> = {}, more: object = {}): Subject {
  const contents = JSON.stringify({ schemaVersion: 1, kind: "workbook", pages: [], elements, layout: "", ...more });
  return { kind: "Workbook", properties: { name: "Sales", folderId: "f-1", contents, ...properties } };
}

/** The same as a report. */
const makeReport = ({ kind, properties }: Subject): Subject => ({
  kind: kind.replace("Workbook", "Report"),
  properties,
});

const control = { id: "c", kind: "control", controlId: "region", controlType: "list", mode: "include" };
const button = { id: "b", kind: "button", text: "Go", fontColor: "#ffffff", fillColor: "#dddddd" };

test.each<[string, Policies[number], passes: Subject[], fails: [Subject, ...string[]][]]>([
  [
    "workbook-sources",
    policies.workbookSources({ config: { folders: ["sandbox"] } }),
    [
      buildWorkbook([buildTable()]),
      buildWorkbook([buildTable({ source: { kind: "sql", statement: "select 1" } })], { folderId: "sandbox" }),
      buildWorkbook([buildTable({ source: { kind: "sql", statement: "select 1" } })], { folderId: unknown }),
      { kind: "Workbook", properties: { name: "Sales", folderId: "f-1", contents: unknown } },
    ],
    [
      [
        buildWorkbook([buildTable({ source: { kind: "sql", statement: "select 1" } })], { file: "w/sales.yaml" }),
        "advisory: w/sales.yaml: elements[orders].source: reads SQL; read a data model",
      ],
      [
        buildWorkbook([
          buildTable({ source: { kind: "join", joins: [{ left: source, right: { kind: "warehouse-table" } }] } }),
        ]),
        "advisory: elements[orders].source.joins[0].right: reads a table of the warehouse; read a data model",
      ],
      [
        buildWorkbook([
          buildTable({ kind: "area-chart", source: { kind: "sql" } }),
          { ...control, source: { kind: "source", source: { kind: "warehouse-table" }, columnId: "a" } },
        ]),
        "advisory: elements[orders].source: reads SQL; read a data model",
        "advisory: elements[c].source.source: reads a table of the warehouse; read a data model",
      ],
    ],
  ],
  [
    "workbook-controls",
    policies.workbookControls(),
    [
      buildWorkbook([{ ...control, filters: [{ columnId: "a" }] }]),
      buildWorkbook([{ ...control, parameters: [{ controlId: "x" }] }]),
      buildWorkbook([{ ...control, controlType: "synced" }]),
      buildWorkbook([control, buildTable({ columns: [{ id: "a", formula: "[region]" }] })]),
      buildWorkbook([control, { id: "t", kind: "text", body: "In {{[region]}}" }]),
      buildWorkbook([control, buildTable({ source: { kind: "sql", statement: "select {{#raw region}}" } })]),
    ],
    [
      [
        buildWorkbook([control]),
        "advisory: elements[c]: the control filters nothing, and nothing names it; give it `filters`",
      ],
    ],
  ],
  [
    "workbook-size",
    policies.workbookSize({ config: { elements: 2 } }),
    [buildWorkbook([buildTable(), control])],
    [[buildWorkbook([buildTable(), control, button]), "advisory: has 3 elements, more than 2; split the workbook"]],
  ],
  [
    "workbook-owner",
    policies.workbookOwner(),
    [buildWorkbook([], { description: "Revenue by region.", ownerId: "u-1" })],
    [[buildWorkbook([]), "advisory: has no description; add `description`", "advisory: has no owner; add `ownerId`"]],
  ],
  [
    "workbook-contrast",
    policies.workbookContrast(),
    [
      buildWorkbook([{ ...button, fillColor: "#1a2b3c" }]),
      buildWorkbook([{ ...button, fillColor: { kind: "theme", ref: "colors-fillPrimary" } }]),
      buildWorkbook([
        buildTable({ name: { text: "Orders", color: "#000000" }, style: { backgroundColor: "#ffffff" } }),
      ]),
    ],
    [
      [
        buildWorkbook([button]),
        "advisory: elements[b]: #ffffff on #dddddd has a contrast of 1.36:1, and texts need 4.5:1; " +
          "choose a darker or lighter color",
      ],
      [
        buildWorkbook([
          buildTable({ name: { text: "Orders", color: "#777777" }, style: { backgroundColor: "#ffffff" } }),
        ]),
        "advisory: elements[orders].name.color: #777777 on #ffffff has a contrast of 4.48:1, and texts need 4.5:1; " +
          "choose a darker or lighter color",
      ],
      [
        buildWorkbook(
          [],
          {},
          { settings: { theme: { overrides: { colors: { text: "#888888", surface: "#999999" } } } } },
        ),
        "advisory: settings.theme.overrides.colors: #888888 on #999999 has a contrast of 1.24:1, and texts need " +
          "4.5:1; " +
          "choose a darker or lighter color",
      ],
    ],
  ],
])("%s", async (_name, made, passes, fails) => {
  for (const subject of passes.flatMap((one) => [one, makeReport(one)])) {
    const isOpen = JSON.stringify(subject).includes(unknown);
    const open = expect.stringContaining("during preview: what it asks of ");
    expect(await analyze([made], subject)).toEqual(isOpen ? [open] : []);
  }
  for (const [subject, ...messages] of fails) {
    expect(await analyze([made], subject)).toEqual(messages);
    const ofReport = messages.map((message) => message.replace("workbook", "report"));
    expect(await analyze([made], makeReport(subject))).toEqual(ofReport);
  }
});

test("values of placeholders are filled in", async () => {
  const elements = [buildTable({ source: { kind: { $ref: "kind" } } })];
  const subject = buildWorkbook(elements, { refs: { kind: "sql" } });
  expect(await analyze([policies.workbookSources()], subject)).toHaveLength(1);
  expect(
    await analyze([policies.workbookSources()], {
      ...subject,
      properties: { ...subject.properties, confidential: true },
    }),
  ).toEqual([]);
});

test("contents that a transform replaced by an object stay visible", async () => {
  const subject = buildWorkbook([buildTable({ source: { kind: "sql" } })]);
  const { contents } = subject.properties as { contents: string };
  const properties = { ...subject.properties, contents: JSON.parse(contents), confidential: true };
  expect(await analyze([policies.workbookSources()], { ...subject, properties })).toHaveLength(1);
});
