import {
  hasSameMeaning,
  isSameJson,
  type Json,
  type JsonObject,
  type LocalSpec,
} from "../../../../provider/src/core/model";
import { modelShape } from "../../../../provider/src/core/model/schema";
import { canonicalizeWorkbook, getGrammar } from "../../../../provider/src/core/workbook";
import { chooseCases } from "../../../cases";
import { listFields } from "./fields";

const { documents } = getGrammar();
const isSameWorkbook = (a: JsonObject, b: JsonObject) => isSameJson(canonicalizeWorkbook(a), canonicalizeWorkbook(b));
const isSameModel = (a: JsonObject, b: JsonObject) => hasSameMeaning(a as LocalSpec, b as LocalSpec, { stored: true });

/** Two texts that a reader may take for the same, by what they look like. */
const lookalikes = {
  color: ["#ACE", "#ace"],
  "long color": ["#AABBCC", "#aabbcc"],
  date: ["2026-01-31T00:00:00Z", "2026-01-31t00:00:00z"],
  id: ["Orders", "orders"],
  number: ["1.0", "1"],
  formula: ['"a" <> "b"', '"a" != "b"'],
  default: ["enabled", ""],
  space: [" a ", "a"],
  lines: ["a\n\n\nb", "a\n\nb"],
} as const;
const ofCase = ["color", "long color", "date", "id"];

const look = (...names: readonly string[]) => names.flatMap((name) => [`${name}.backgroundColor`, `${name}.color`]);
const listCells = (table: string) => [
  `${table}.bandingColor`,
  `${table}.headerDividerColor`,
  ...look(...["header", "cell", "columnHeader", "rowHeader"].map((text) => `${table}.textStyles.${text}`)),
];

/** The places of colors that the contract has: there, and nowhere else, upper and lower case mean the same. */
const colors = [
  "pages.backgroundColor",
  "panels.config.backgroundColor",
  ...["colors.*", "colorOverrides.*", "titleFont.color", "elementBorder.color"].map(
    (name) => `settings.theme.overrides.${name}`,
  ),
  ...listCells("settings.theme.overrides.tableStyles"),
  ...[
    ...["name.color", "style.backgroundColor", "style.borderColor", "fillColor", "fontColor", "legend.color"],
    ...["optionStyle.textColor", "optionStyle.selectedColor", "config.fillColor", "config.trackColor"],
    ...look("conditionalFormats.style"),
    ...listCells("tableStyle"),
    ...["totals.subTotalColor", "value.color", "hole.title.color", "dataLabel.color", "lineAreaStyle.line.color"],
    ...["comparison.labelColor", "comparison.colorGood", "comparison.colorBad"],
    ...["xAxis", "yAxis", "yAxis2"].map((axis) => `${axis}.format.title.color`),
    ...["color.value", "color.customColors.color", "refMarks.line.color", "refMarks.fill.color"],
    ...["refMarks.caption.color", "trendlines.line.color", "trendlines.caption.color"],
  ].map((name) => `elements.${name}`),
];
/** What the platform never answers. */
const isUnread = (name: string) =>
  name.startsWith("elements.") && /\.(source|joins|left|right|primarySource|sources)\.name$/.test(name);

test.each(chooseCases(Object.entries(documents)))(
  "an edit of a %s is sent wherever it is, whatever it looks like",
  (_noun, shape) => {
    const fields = listFields(shape).filter(({ name }) => !isUnread(name));
    expect(fields.length).toBeGreaterThan(1000);
    const isTrimmed = (name: string) =>
      ["elements.columns.name", "elements.columns.formula", "elements.body"].includes(name) ||
      name.endsWith(".statement");
    for (const [what, [before, after]] of Object.entries(lookalikes)) {
      const same = fields.filter(({ build }) => isSameWorkbook(build(before), build(after))).map(({ name }) => name);
      const wanted = fields.flatMap(({ name }) => {
        const isMeant =
          (ofCase.includes(what) && colors.includes(name)) ||
          (what === "space" && isTrimmed(name)) ||
          (what === "lines" && name === "elements.body") ||
          (what === "formula" && name === "elements.columns.formula");
        return isMeant ? [name] : [];
      });
      expect({ what, same: [...new Set(same)].sort() }).toEqual({ what, same: [...new Set(wanted)].sort() });
      if (what === "color") expect(new Set(same)).toEqual(new Set(colors));
    }
  },
);

test("an edit of a data model is sent wherever it is, whatever it looks like", () => {
  const fields = listFields(modelShape).filter(({ name }) => name.startsWith("pages.") && !name.endsWith(".aliases"));
  expect(fields.length).toBeGreaterThan(250);
  const formulas = /\.(formula|left|right|sourceColumns)$/;
  const trimmed = /\.(name|statement|outputColumnName)$/;
  for (const [what, [before, after]] of Object.entries(lookalikes)) {
    const same = fields.filter(({ build }) => isSameModel(build(before), build(after))).map(({ name }) => name);
    const isMeant = (name: string) =>
      (what === "space" && (trimmed.test(name) || formulas.test(name))) ||
      (["id", "formula"].includes(what) && formulas.test(name)) ||
      (what === "lines" && formulas.test(name));
    expect({ what, wrong: [...new Set(same)].filter((name) => !isMeant(name)) }).toEqual({ what, wrong: [] });
  }
});

/** Places of colors in parts of which little is documented. */
const openColors: readonly Json[] = [
  { kind: "table", sparkline: { color: "#ABC", line: { color: "#ABC" } } },
  { kind: "bar-chart", xAxis: { format: { labels: { color: "#ABC" } } } },
  { kind: "bar-chart", trendlines: [{ value: { color: "#ABC" }, label: { color: "#ABC" } }] },
  { kind: "bar-chart", seriesPointStyle: [{ columnId: "a", style: { color: "#ABC" } }], barStyle: { color: "#ABC" } },
  { kind: "waterfall-chart", waterfallColors: { rise: "#ABC", total: { color: "#ABC" } } },
  { kind: "divider", style: { color: "#ABC" } },
  { kind: "table", name: { text: "A", shadowColor: "#ABC" } },
];

test.each(openColors)("a color of %j that is rewritten is no drift", (element) => {
  const build = (text: string) => ({ elements: [{ id: "a", ...JSON.parse(text) }] });
  const text = JSON.stringify(element);
  expect(isSameWorkbook(build(text), build(text.replaceAll("#ABC", "#abc")))).toBe(true);
});
