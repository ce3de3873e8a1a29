import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openDocuments } from "../../../cli/src/documents/project-documents";
import { editFiles, listOwnDocuments } from "../../../cli/src/rename/files";
import { planRename } from "../../../cli/src/rename/plan";
import { findTarget } from "../../../cli/src/rename/target";
import { normalizePlainName } from "../../../provider/src/core/formula";
import { readUses } from "../../../provider/src/core/graph";
import { fillPlaceholders, listPlaceholderNames } from "../../../provider/src/core/model";
import type { Json } from "../../../provider/src/core/model/json";
import { countCases } from "../../cases";
import fc from "../../fast-check";

const words = ["Region", "Order Id", "AMOUNT", "net_revenue", "Customer Name", "Created At"];
const fewest = 18;

/** What is chosen of a file, by numbers that each use takes in turn. */
class Choices {
  #at = 0;
  constructor(private readonly numbers: readonly number[]) {}
  choose<T>(list: readonly T[]): T {
    const number = this.numbers[this.#at++ % this.numbers.length]!;
    return list[number % list.length]!;
  }
}

interface Element {
  readonly name: string;
  readonly columns: readonly string[];
  readonly metric: string | undefined;
}

/** A name in another spelling, or as it is. */
const respell = (choices: Choices, name: string) =>
  choices.choose([name, name, name.toUpperCase(), name.replaceAll(" ", "_"), name.toLowerCase()]);

/** Columns that read those of a source, under its name. */
function writeColumns(choices: Choices, source: Element, indent: string): { lines: string[]; names: string[] } {
  const names: string[] = [];
  const lines = source.columns.flatMap((column, index) => {
    const reference = `[${choices.choose([source.name, source.name.toLowerCase()])}/${respell(choices, column)}]`;
    const way = choices.choose(["bare", "named", "calculated", "folded", "left out"]);
    const own = `${column} ${index}`;
    if (way === "left out") return [];
    names.push(way === "bare" ? column : own);
    const comment = choices.choose(["", ` # of ${column}`]);
    if (way === "bare") return [`${indent}- { id: c${index}, formula: "${reference}" }${comment}`];
    if (way === "named") return [`${indent}- { id: c${index}, name: ${own}, formula: "${reference}" }${comment}`];
    if (way === "calculated")
      return [
        `${indent}- id: c${index}${comment}`,
        `${indent}  name: ${own}`,
        `${indent}  formula: 'Upper(${reference})'`,
      ];
    return [
      `${indent}# over lines`,
      `${indent}- id: c${index}`,
      `${indent}  name: ${own}`,
      `${indent}  formula: >-`,
      `${indent}    Concat(${reference},`,
      `${indent}    "[Region]")`,
    ];
  });
  return { lines, names };
}

/** Files of models, each of which may read the one before, and of workbooks that read one of them. */
function writeFiles(numbers: readonly number[]): Map<string, string> {
  const choices = new Choices(numbers);
  const files = new Map<string, string>();
  const exposed: { file: string; element: Element }[] = [];
  for (let n = 0; n < 12; n++) {
    const names = words.slice(0, 2 + (n % 4));
    const base: Element = { name: `Facts ${n}`, columns: names, metric: `Total ${n}` };
    const lines = [
      `# Model ${n}`,
      "schemaVersion: 1",
      "pages:",
      "  - id: main",
      "    name: Main # page",
      "    elements:",
      "      - id: facts",
      "        kind: table",
      `        name: ${base.name}`,
      `        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, CORE, FACTS${n}] }`,
      "        columns:",
      ...names.map(
        (name, index) => `          - { id: c${index}, name: ${name}, formula: "[FACTS${n}/${name}]" } # ${name}`,
      ),
      `          - { id: calc, name: Calc, formula: 'Concat([${respell(choices, names[0]!)}], "[${names[0]}]")' }`,
      "        metrics:",
      `          - { id: total, name: ${base.metric}, formula: "Count([${respell(choices, names[1]!)}])" }`,
    ];
    const child = writeColumns(choices, base, "          ");
    lines.push(
      "      - id: child",
      "        kind: table",
      `        name: Child ${n}`,
      "        source: { kind: table, elementId: facts }",
      "        columns:",
      ...child.lines,
      `          - { id: last, name: Last, formula: "Max([${base.name}/${names[0]}])" }`,
    );
    const before = exposed.at(-1);
    if (before !== undefined && choices.choose([true, true, false])) {
      const inner = writeColumns(choices, before.element, "          ");
      const source = `{ kind: data-model, dataModelId: !ref ${before.file}, elementId: !ref ${before.file}#facts }`;
      lines.push(
        "      - id: other",
        "        kind: table",
        `        name: Other ${n}`,
        `        source: ${source}`,
        "        columns:",
        ...inner.lines,
        '          - { id: one, name: One, formula: "1" }',
        `        metrics: [{ id: m, name: Twice, formula: "[Metrics/${before.element.metric}] * 2" }]`,
      );
    }
    files.set(`models/m${n}.yaml`, `${lines.join("\n")}\n`);
    exposed.push({ file: `m${n}`, element: base });
  }
  for (let n = 0; n < 8; n++) {
    const { file, element } = exposed[(n * 5) % exposed.length]!;
    const inner = writeColumns(choices, element, "      ");
    const lines = [
      "kind: workbook",
      "schemaVersion: 1",
      "pages: [{ id: main, name: Main }]",
      "elements:",
      "  - id: master",
      "    kind: table",
      `    name: ${choices.choose([element.name, `Master ${n}`])}`,
      `    source: { kind: data-model, dataModelId: !ref ${file}, elementId: !ref ${file}#facts }`,
      "    columns:",
      ...inner.lines,
      `      - { id: t, name: T, formula: "[Metrics/${element.metric}]" }`,
      "  - id: chart",
      "    kind: bar-chart",
      "    name: Chart",
      `    source: { kind: data-model, dataModelId: !ref ${file}, elementId: !ref ${file}#facts }`,
      `    columns: [{ id: x, name: X, formula: "[${element.name}/${element.columns[0]}]" }]`,
      "    xAxis: { columnId: x }",
      `    refMarks: [{ value: { type: formula, formula: "Max([${element.name}/${element.columns[1]}])" } }] # mark`,
      "layout: { main: [{ rows: 8, of: [master: 12, chart: 12] }] }",
    ];
    files.set(`workbooks/w${n}.yaml`, `${lines.join("\n")}\n`);
  }
  return files;
}

/** What the index finds, with names of elements known: each document's uses, and what it offers. */
function readIndex(cwd: string) {
  const { documents } = listOwnDocuments(openDocuments(cwd, {}, ["."]).readAll());
  const fill = (form: Json) => {
    const values = listPlaceholderNames(form).map((name) => [name, name.split("#").at(-1)]);
    return fillPlaceholders(form, Object.fromEntries(values)).spec;
  };
  const names = new Map<string, string>();
  const read = documents.map(({ name, form, isWorkbook }) => {
    const uses = readUses(fill(form), { ...(isWorkbook ? {} : { dataModelId: name }), names });
    for (const { is, key, name: own } of uses.exposed) if (is === "element") names.set(key, own);
    return { name, uses };
  });
  return read.flatMap(({ name, uses: { uses, exposed } }) => [
    ...uses.map(({ elementId, target }) => `${name} ${elementId} uses ${target}`),
    ...exposed.map(({ key, reads }) => `${name} offers ${key} of ${[...reads].sort().join(" ")}`),
  ]);
}

/** The index with a key in the place of another. */
const replaceKey = (index: readonly string[], from: string, to: string) =>
  index
    .map((line) => line.split(" ").map((word) => (word === from ? to : word)))
    .map((list) => list.join(" "))
    .sort();

const sortReads = (index: readonly string[]) =>
  [
    ...new Set(
      index.map((line) =>
        line
          .split(" of ")
          .map((half) => half.split(" ").sort().join(" "))
          .join(" of "),
      ),
    ),
  ].sort();

const listComments = (text: string) => [...text.matchAll(/#.*$/gm)].map(([comment]) => comment);

function rename(cwd: string, text: string, part: string, name: string) {
  const own = listOwnDocuments(openDocuments(cwd, {}, ["."]).readAll());
  const document = own.documents.find(({ name: file }) => file === text)!;
  const found = findTarget(document, { text, part, name });
  const plan = planRename(own.documents, found);
  const edits = editFiles(cwd, own, plan);
  for (const { path, after } of edits) writeFileSync(join(cwd, path), after!);
  return { plan, edits };
}

test("in any files meaning and comments stay, a second run has nothing to do, and the way back leads back", () => {
  const files = fc.array(fc.nat(1000), { minLength: 40, maxLength: 60 });
  const target = fc.record({ model: fc.nat(11), what: fc.constantFrom("c0", "c1", "total", "element") });
  let changed = 0;
  fc.assert(
    fc.property(files, target, (numbers, { model, what }) => {
      const cwd = mkdtempSync(join(tmpdir(), "rename-"));
      try {
        const before = writeFiles(numbers);
        for (const [path, text] of before) {
          mkdirSync(dirname(join(cwd, path)), { recursive: true });
          writeFileSync(join(cwd, path), text);
        }
        const read = () => new Map([...before.keys()].map((path) => [path, readFileSync(join(cwd, path), "utf8")]));
        const own = `m${model}`;
        const old = { c0: words[0]!, c1: words[1]!, total: `Total ${model}`, element: `Facts ${model}` }[what]!;
        const [part, later] = what === "element" ? [old, "Fresh Name"] : [`facts.${old}`, "facts.Fresh Name"];
        const index = readIndex(cwd);
        const { plan, edits } = rename(cwd, own, part, "Fresh Name");
        expect([plan.conflicts, plan.left]).toEqual([[], []]);
        changed += edits.length;

        const kind = what === "total" ? "metric" : "column";
        const formKey = (name: string) => `model/${own}/facts/${kind}/${normalizePlainName(name)}`;
        const after =
          what === "element" ? readIndex(cwd) : replaceKey(readIndex(cwd), formKey("Fresh Name"), formKey(old));
        expect(sortReads(after)).toEqual(sortReads(index));
        for (const [path, text] of read()) expect(listComments(text)).toEqual(listComments(before.get(path)!));

        expect(rename(cwd, own, part, "Fresh Name").edits.length).toBe(0);
        rename(cwd, own, later, old);
        expect(sortReads(readIndex(cwd))).toEqual(sortReads(index));
        // What had the name by derivation has it as its own.
        const dropKept = (text: string) =>
          text.replace(/^(\s*- \{ id: c\d+), name: [^,]*(, formula: "\[[^\]]*\]" \})/gm, "$1$2");
        const normalize = (text: string) => text.replace(/\[[^\]]*\]/g, (name) => normalizePlainName(name));
        for (const [path, text] of read())
          expect(normalize(dropKept(text))).toBe(normalize(dropKept(before.get(path)!)));
      } finally {
        rmSync(cwd, { recursive: true });
      }
    }),
    { numRuns: Math.max(10, countCases(100)) },
  );
  expect(changed).toBeGreaterThan(fewest);
});
