import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { run } from "../../../cli/src/cli";
import type { Numbers } from "../../../cli/src/report/numbers";
import type { Impact } from "../../../cli/src/report/readers";
import type { Sandbox } from "../../../cli/src/report/sandbox";
import { hostileNames } from "../../hostile-names";
import { readSpellings } from "../../spellings";
import { expectLimited, manyCharacters } from "../limited";
import { collectSecrets, readSection, writeComment } from "./support";

const formUrn = (name: string, type = "Tag") =>
  `urn:pulumi:prod::acme::pulumi-nodejs:dynamic/analytics:${type}::${name}`;
type Inputs = Record<string, unknown>;
const buildStep = (op: string, name: string, before?: Inputs, after?: Inputs, type = "Tag") => ({
  op,
  urn: formUrn(name, type),
  ...(before && { oldState: { inputs: before } }),
  ...(after && { newState: { inputs: after } }),
});
const buildModel = (columns: string[], formula = "[T/A]") =>
  JSON.stringify({
    pages: [
      {
        id: "p",
        name: "P",
        elements: [
          {
            id: "T",
            kind: "table",
            name: "T",
            source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["T"] },
            columns: columns.map((name) => ({ id: name, name, formula })),
          },
        ],
      },
    ],
  });
const buildOrders = (op: string, before?: Inputs, after?: Inputs) =>
  buildStep(op, "orders", before, after, "DataModel");

test("no changes", () => {
  expect(writeComment({ steps: [buildStep("same", "a"), buildStep("read", "b")] })).toBe(
    "<!-- preview-comment: Pulumi preview -->\n### Pulumi preview\n\n✅ No changes.\n",
  );
});

test("what destroys comes first, of resources and inside models", () => {
  const text = writeComment({
    steps: [
      buildStep("create", "new", undefined, { name: "N" }),
      buildOrders(
        "update",
        { name: "Orders", spec: buildModel(["a", "b"]) },
        { name: "Orders", spec: buildModel(["a", "c", "d"]) },
      ),
      buildStep("replace", "color", { color: "plum" }, { color: "grass" }),
      buildStep("delete", "old", { name: "O" }),
    ],
  });
  expect(text.indexOf("**Destructive**")).toBeLessThan(text.indexOf("**Resources**"));
  expect(readSection(text, "Destructive")).toEqual([
    "- replace Tag color: color",
    "- delete Tag old",
    "- DataModel orders › page P › table T › column b removed",
  ]);
  expect(readSection(text, "Resources")).toEqual(["+ create Tag new", "! update DataModel orders: spec"]);
  expect(readSection(text, "Definitions")).toEqual([
    "+ DataModel orders › page P › table T › column c added: `[T/A]`",
    "+ DataModel orders › page P › table T › column d added: `[T/A]`",
  ]);
});

test("another value of a placeholder is shown with its users, a secret one without", () => {
  const buildInputs = (warehouse: unknown, more: Inputs = {}) => ({
    name: "Orders",
    spec: buildModel(["a"]),
    refs: { warehouse },
    ...more,
  });
  const listTold = (before: Inputs, after: Inputs) =>
    readSection(writeComment({ steps: [buildOrders("update", before, after)] }), "Definitions");
  expect(listTold(buildInputs("7f85"), buildInputs("1111"))).toEqual([
    "! DataModel orders › another value for `warehouse`: `7f85` → `1111`, used by 1 table",
  ]);
  const buildSealed = (ciphertext: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    ciphertext,
  });
  expect(listTold(buildInputs(buildSealed("one")), buildInputs(buildSealed("two")))).toEqual([
    "! DataModel orders › another value for `warehouse`, used by 1 table",
  ]);
  expect(listTold(buildInputs("7f85", { confidential: true }), buildInputs("1111", { confidential: true }))).toEqual(
    [],
  );
});

test("nothing but a long word is wider than a phone, and messages are lists, which wrap by themselves", () => {
  const place = `models/orders.yaml:21:25: error: ${"pages[orders].".repeat(9)}`;
  const cause = `${place}: wrong [rule]. Did you mean \`[Orders/A]\`?`;
  const long = "If([ORDERS/Paid] And Not [ORDERS/Returned], [ORDERS/Amount] * 0.9, 0)";
  const text = writeComment({
    steps: [
      buildOrders("update", { name: "O", spec: buildModel(["a"]) }, { name: "O", spec: buildModel(["a", "b"], long) }),
    ],
    diagnostics: [{ severity: "error", message: `${cause}\nand more`, urn: formUrn("t") }],
  });
  const blocks = [...text.matchAll(/^```diff\n(.*?)\n```$/gms)].flatMap(([, lines = ""]) => lines.split("\n"));
  expect(blocks.length).toBeGreaterThan(3);
  for (const line of blocks) expect(line).toMatch(/^[-+!] .{1,42}$/);
  expect(text).toContain(`\n**Errors**\n\n- \`\`Tag t: ${cause}\`\`\n  - \`and more\`\n`);
  expect(readSection(text, "Definitions")).toContain(
    `+ DataModel orders › page P › table T › column b added: \`${long}\``,
  );
});

const ann = { name: "Ann Lee", email: "ann.lee@acme.example" };
const buildDocument = (name: string, more: object = {}) => ({ name, type: "workbook", path: "Acme/Finance", ...more });

test("the impact has each document with owner and places; what the platform withholds is said", () => {
  const places = [
    { page: "Overview", element: "By Region", how: "column Where (axis)" },
    ...Array.from({ length: 8 }, (_, index) => ({ element: `E${index}`, how: "filter", file: "w.yaml", line: index })),
  ];
  const editor = { name: "Ben Moss", email: "ben.moss@acme.example" };
  const impact = buildImpact({
    questions: ["b", "c"],
    against: "git:main",
    changes: ["b", "c"].map((name) => ({ text: `orders#O.${name}`, is: "column", becomes: "removed", documents: 2 })),
    breaksNow: [buildDocument("Revenue", { owner: ann, editor, places })],
    breaksWhenTagMoves: [buildDocument("Board", { owner: ann, editor: ann, tags: ["Production"], isPartial: true })],
    inFiles: [{ name: "own", type: "workbook", file: "workbooks/own", owner: null, places: [] }],
    unreadable: [{ name: "Private", type: "report", why: "403 no\nmore" }],
    seenBy: "Ben Moss",
  });
  const text = writeComment({ steps: [buildStep("same", "a")] }, { impact });
  expect(readSection(text, "Impact")).toEqual([
    "2 destructive changes since git:main: 3 of 12 documents read them.",
    "  orders#O.b (column) removed: 2 documents",
    "  orders#O.c (column) removed: 2 documents",
    "As Ben Moss, 12 of ? documents: others may read it, too.",
  ]);
  expect(readSection(text, "Breaks now (1)")).toEqual([
    "Revenue (workbook, Acme/Finance) · owner Ann Lee <ann.lee@acme.example>, last edited by Ben Moss " +
      "<ben.moss@acme.example>",
    "  Overview › By Region: column Where (axis)",
    ...[0, 1, 2, 3].map((line) => `  E${line}: filter · w.yaml:${line}`),
    "  … and 4 more",
  ]);
  expect(readSection(text, "Breaks when a tag moves (1)")).toEqual([
    "Board (workbook, Acme/Finance, when the tag Production moves) · owner Ann Lee <ann.lee@acme.example>",
    "  Only its columns could be read: filters, controls and texts may use it too.",
  ]);
  expect(readSection(text, "Breaks in own files (1)")).toEqual(["own (workbook, workbooks/own)"]);
  expect(text).toContain("**Couldn't be read (1)**\n\n- `Private (report): 403 no`\n");
});

/** What `impact --json` prints. */
const buildImpact = (found: Partial<Impact>): Impact => ({
  ...{ questions: [], breaksNow: [], breaksWhenTagMoves: [], inFiles: [], unreadable: [], unreadableFiles: [] },
  ...{ documents: 12, isPlatformAsked: true, seenBy: null, notes: [] },
  ...found,
});

test("without impact.json, the documents that the preview names; nothing that goes away has no section", () => {
  const breaks = [
    { part: "column Region removed", documents: [buildDocument("Weekly", { owner: "Ann Lee", tags: [] })] },
  ];
  const message = 'data model "Sales": column Region removed: breaks 1 workbook (Weekly, owner Ann Lee)';
  const steps = [buildOrders("update", { name: "O" }, { name: "O", changeSummary: { breaks } })];
  const preview = { steps, diagnostics: [{ severity: "info", message }] };
  const text = writeComment(preview);
  expect(readSection(text, "Impact")).toEqual([
    "DataModel orders › column Region removed, which breaks:",
    "  Weekly (workbook, Acme/Finance) · owner Ann Lee",
  ]);
  expect(readSection(text, "Notes")).toEqual([]);
  expect(writeComment(preview, { impact: buildImpact({ changes: [] }) })).not.toContain("**Impact**");
  const nothing = buildImpact({ questions: ["orders#a"] });
  expect(readSection(writeComment(preview, { impact: nothing }), "Impact")).toEqual([
    "orders#a: nothing reads it, among 12 documents.",
  ]);
});

describe("what a reader sees first", () => {
  const numbers: Numbers = {
    against: "main",
    numbers: [
      ...["Revenue", "Orders"].map((metric) => ({
        ...{ table: "orders#Orders", metric, by: null, groups: 1, changed: metric === "Revenue" ? 1 : 0, small: 0 },
        changes: metric === "Revenue" ? [{ group: "", before: 10, after: 12.5 }] : [],
      })),
      {
        ...{
          table: "orders#Orders",
          metric: "Revenue",
          by: "[Area]",
          dimension: "Area",
          groups: 9,
          changed: 7,
          small: 0,
        },
        changes: Array.from({ length: 5 }, (_, index) => ({ group: `a${index}`, before: 1, after: 2 })),
      },
    ],
    notCompared: [],
    definitions: [{ model: "orders", changes: ["metric revenue: formula"] }],
    notes: [],
  };
  const sandbox: Sandbox = {
    ...{ pr: "7", against: "main", notes: [], pictures: ["a-before.png", "a-after.png"] },
    documents: (["changed", "reads", "copy"] as const).map((reason) => ({
      ...{ name: reason, type: "workbook", reason, id: reason, url: `https://a.example/${reason}`, production: null },
    })),
  };
  const model = buildOrders(
    "update",
    { name: "Orders", spec: buildModel(["a", "gone"]) },
    { name: "Orders", spec: buildModel(["a", "b", "d"]) },
  );
  const listHeads = (text: string) =>
    text.split("\n").flatMap((line) => /^(?:\*\*(.*)\*\*|<(\/?details)>)$/.exec(line)?.slice(1).filter(Boolean) ?? []);

  test("is a sentence of what changes and for whom, then numbers, definitions and pictures; the rest is folded", () => {
    const impact = buildImpact({
      questions: ["gone"],
      breaksNow: ["R1", "R2"].map((name) => buildDocument(name, { owner: ann })),
      breaksWhenTagMoves: [buildDocument("R3", { owner: { name: "Ben Moss", email: "b@acme.example" } })],
    });
    const steps = [model, buildStep("create", "t", undefined, {})];
    const text = writeComment({ steps }, { impact, numbers, sandbox, images: "https://a.example" });
    expect(listHeads(text)).toEqual([
      "1 data model changes, 1 metric moves, and 3 workbooks of Ann Lee and Ben Moss lose what they read.",
      "1 to update, 1 to create",
      "Destructive",
      "Numbers",
      "Definitions",
      "Pages",
      "details",
      "Impact",
      "Breaks now (2)",
      "Breaks when a tag moves (1)",
      "Sandbox of pull request 7",
      "Resources",
      "/details",
    ]);
    // A metric with its total, five groups and how many more there are.
    expect(text).toContain("| `orders#Orders: Revenue` | 10 | 12.5 | +25 % |\n| `↳ Area: a0` | 1 | 2 | +100 % |");
    expect(text).toContain("| `↳ Area: a4` | 1 | 2 | +100 % |\n| `↳ Area: 2 more` |  |  |  |\n");
  });

  test("has the readers of what changes, and the definitions of numbers where the preview has none", () => {
    const text = writeComment({ steps: [buildOrders("update", { name: "O" }, { name: "P" })] }, { numbers, sandbox });
    expect(listHeads(text)[0]).toBe("1 data model changes, 1 metric moves, and 2 workbooks read what changes.");
    expect(readSection(text, "Definitions")).toEqual(["orders › metric revenue: formula"]);
  });

  test("has no sentence without documents, and nothing is folded where nothing else is shown", () => {
    const text = writeComment({ steps: [buildStep("create", "t", undefined, {})] });
    expect(listHeads(text)).toEqual(["1 to create", "Resources"]);
  });

  test("has at most twenty lines of definitions; the others are folded", () => {
    const columns = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const steps = [buildOrders("update", { spec: buildModel(["a"]) }, { spec: buildModel(["a", ...columns]) })];
    const text = writeComment({ steps });
    expect(readSection(text, "Definitions")).toHaveLength(20);
    expect(readSection(text, "More definitions")).toHaveLength(10);
    expect(text.indexOf("<details>")).toBeLessThan(text.indexOf("**More definitions**"));
  });

  test("advice on what doesn't change is a count", () => {
    const advise = (urn: string) => ({
      policyEvent: { resourceUrn: urn, message: `Hm\n${urn}`, policyName: "p", enforcementLevel: "advisory" },
    });
    const buildEvent = (op: string, name: string) => ({
      resourcePreEvent: { metadata: { op, urn: formUrn(name), old: { inputs: { a: 1 } }, new: { inputs: {} } } },
    });
    const events = [
      ...[buildEvent("update", "changed"), buildEvent("same", "one"), buildEvent("same", "two")],
      ...["changed", "one", "two"].map((name) => advise(formUrn(name))),
      { summaryEvent: {} },
    ];
    expect(readSection(writeComment(events.map((event) => JSON.stringify(event)).join("\n")), "Warnings")).toEqual([
      "p: Hm",
      expect.stringContaining("Tag changed: urn"),
      "2 advisory findings on what doesn't change",
    ]);
  });
});

test("two titles never find each other's comment, however long or alike they are", () => {
  const findMarker = (title: string, secrets: string[] = []) =>
    writeComment({ steps: [] }, { title, secrets }).split("\n")[0]!;
  const long = "acme/".repeat(30);
  const titles = [`${long}prod`, `${long}test`, "a--b", "ab", "a<b", "a@b", "Preview of prod", "Preview of  prod"];
  expect(new Set(titles.map((title) => findMarker(title))).size).toBe(titles.length);
  expect(findMarker(titles[0]!)).toBe(findMarker(titles[0]!));
  // A title that stays as it is keeps its comment.
  expect(findMarker("Preview of prod")).toBe("<!-- preview-comment: Preview of prod -->");
  expect(writeComment({ steps: [] }, { title: `${long}prod` })).toContain(`\n### ${long.slice(0, 99)}…\n`);
});

test("drawings are linked by an address of the pipeline alone", () => {
  const address = "https://github.example/acme/bi/actions/runs/17/artifacts/4711";
  expect(writeComment({ steps: [] }, { drawings: address })).toContain(
    `\n[Drawings of the changed workbooks, before and after](${address})\n`,
  );
  for (const drawings of ["", "javascript:alert(1)", "https://a.example/) [x](https://b.example"]) {
    expect(writeComment({ steps: [] }, { drawings })).not.toContain("Drawings");
  }
});

test("protected resources are one line", () => {
  const refuse = (name: string) => ({
    severity: "error",
    message:
      `Preview failed: resource "${formUrn(name, "DataModel")}" cannot be ` +
      "deleted\nbecause it is protected. To unprotect …",
    urn: formUrn(name, "DataModel"),
  });
  const text = writeComment({
    steps: [],
    diagnostics: [refuse("a"), { severity: "error", message: "else" }, refuse("b")],
  });
  expect(readSection(text, "Errors")).toEqual([
    expect.stringMatching(
      /^protected, so nothing is deleted: DataModel a, DataModel b\. To delete: .*allowDelete: true/,
    ),
    "else",
  ]);
});

test("the parts of a replacement, the stack and its providers aren't told", () => {
  const text = writeComment({
    steps: [
      buildStep("delete-replaced", "t", {}),
      buildStep("create-replacement", "t", {}, {}),
      { op: "create", urn: "urn:pulumi:prod::acme::pulumi:pulumi:Stack::acme-prod" },
      { op: "create", urn: "urn:pulumi:prod::acme::pulumi:providers:aws::default" },
    ],
  });
  expect(text).toContain("No changes");
});

test("resources in components, of other providers and with colons in the name", () => {
  const text = writeComment({
    steps: [
      {
        op: "create",
        urn: "urn:pulumi:prod::acme::analytics:DataModelDirectory$pulumi-nodejs:dynamic/analytics:DataModel::a::b",
      },
      { op: "create", urn: "urn:pulumi:prod::acme::aws:s3/bucket:Bucket::logs" },
    ],
  });
  expect(readSection(text, "Resources")).toEqual(["+ create DataModel a::b", "+ create aws:s3/bucket:Bucket logs"]);
});

test("a model that comes or goes has its size; one that stays on the platform isn't destroyed", () => {
  const text = writeComment({
    steps: [
      buildOrders("create", undefined, { spec: buildModel(["a", "b"]) }),
      buildStep("delete", "kept", { deletion: "retain", spec: buildModel(["a"]) }, undefined, "DataModel"),
    ],
  });
  expect(text).not.toContain("Destructive");
  expect(readSection(text, "Resources")).toEqual([
    "+ create DataModel orders: 1 page, 1 element, 2 columns",
    "- delete DataModel kept (stays on the platform): 1 page, 1 element, 1 column",
  ]);
});

test("a secret or unknown representation, or one that is none, is told by its field alone", () => {
  const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
  for (const spec of ["[secret]", "04da6b54-80e4-46f7-96ec-b56ff0331ba9", sealed, "null", "17", '{"pages":{}}']) {
    const text = writeComment({
      steps: [buildOrders("update", { name: "O", spec: buildModel(["a"]) }, { name: "P", spec })],
    });
    expect(readSection(text, "Resources")).toEqual(["! update DataModel orders: name, spec"]);
  }
});

test("values of inputs, and of a confidential model even when shown, stay out", () => {
  const before = { confidential: true, apiKey: "KEY-1", spec: buildModel(["a"], "[T/HIDDEN-1]") };
  const after = { confidential: true, apiKey: "KEY-2", spec: buildModel(["a"], "[T/HIDDEN-2]") };
  expect(writeComment({ steps: [buildOrders("update", before, after)] })).not.toMatch(/KEY|HIDDEN/);
});

test.each(["\n", "\r\n", "\\n"])("each line of a secret of several lines (%j) is taken out", (between) => {
  const lines = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0B", "AQEFAASC", "-----END PRIVATE KEY-----"];
  const secrets = collectSecrets({ ANALYTICS_PRIVATE_KEY: lines.join(between) });
  for (const told of ["\n", "\\n", " "]) {
    const message = `refused:\n${lines.join(told)}\nuse another`;
    const text = writeComment({ diagnostics: [{ severity: "error", message }] }, { secrets });
    for (const line of lines) expect(text).not.toContain(line);
    expect(text).toContain("use another");
  }
});

test("secrets of the environment are taken out wherever they stand, even across the cut of a long line", () => {
  const secret = "s3cr3t-value";
  const secrets = collectSecrets({
    ANALYTICS_CLIENT_SECRET: secret,
    PULUMI_ACCESS_TOKEN: "short",
    HOME: "/home/somebody",
  });
  expect(secrets).toEqual([secret]);
  const message = `${"x".repeat(493)}${secret} and ${secret}`;
  const text = writeComment({ diagnostics: [{ severity: "error", message }] }, { secrets });
  expect(text).not.toContain("s3c");
});

test.each([
  ...readSpellings().rows,
  ["with invisible characters", readSpellings().secret.split("").join("\u200b")],
  ["in Pulumi's colors", readSpellings().secret.replace("w0rd", "<{%fg 1%}>w0<{%reset%}>rd")],
])("a secret of the environment is taken out of messages, names, values and numbers: %s", (_, spelled) => {
  const { secret } = readSpellings();
  const said = `before: ${spelled}, after`;
  const preview = {
    steps: [
      buildStep("refresh", "t", {}, {}),
      { ...buildStep("update", "t", { mine: said }, { mine: "m" }) },
      buildStep("create", said.replaceAll("::", ":")),
    ],
    diagnostics: [{ severity: "error", message: said }],
  };
  const text = writeComment(preview, {
    title: said,
    secrets: collectSecrets({ ANALYTICS_CLIENT_SECRET: secret }),
  });
  expect(text).toContain("[secret]");
  expect(readSection(text, "Errors")[0]).toMatch(/^before: (aWQ6)?\[secret\], after$/);
  for (const part of ["Long=yes", "w0rd", spelled.slice(3, 15)]) expect(text).not.toContain(part);
});

test("the userinfo of a URL of the environment is taken out, and of any other", () => {
  const secrets = collectSecrets({
    DATABASE_URL: "postgres://ann:pw%40one@db/x",
    HTTPS_PROXY: "http://bob:12/34@proxy:3128",
    HOMEPAGE: "https://acme.example",
  });
  const message = "can't open postgres://eve:pw@backend/x: pw@one is wrong, 12/34 too";
  const text = writeComment({ diagnostics: [{ severity: "error", message }] }, { secrets });
  expect(readSection(text, "Errors")).toEqual([
    "can't open postgres://[secret]@backend/x: [secret] is wrong, [secret] too",
  ]);
});

test("what the provider said of a change isn't said twice; its warnings and the rest are", () => {
  const line = 'data model "O": page P › table T › column b removed';
  const say = (message: string) => ({ severity: "info", message: `${message}\n\n` });
  const preview = {
    steps: [buildOrders("update", { name: "O", spec: buildModel(["a", "b"]) }, { name: "O", spec: buildModel(["a"]) })],
    diagnostics: [say(line), say('data model "O": … and 3 more'), say("hello"), say('data model "O": warning: hm')],
  };
  expect(readSection(writeComment(preview), "Notes")).toEqual(["hello", 'data model "O": warning: hm']);
});

test("names and messages can't leave their block, mention anybody or turn the writing around", () => {
  const name = "x\n```\n@everyone <img src=x> ````` \u202e\u001b[31mred";
  const text = writeComment(
    { steps: [buildStep("create", name)], diagnostics: [{ severity: "warning", message: "a ``` b" }] },
    { title: "T --> <b>@you `" },
  );
  expect(text).toMatch(/^<!-- preview-comment: [^<>@`]* -->\n### [^<>@`]*\n/);
  expect(readSection(text, "Resources")).toEqual(["+ create Tag x ``` @everyone <img src=x> ````` red"]);
  expect(text).toContain("``````diff\n");
  expect(readSection(text, "Warnings")).toEqual(["a ``` b"]);
});

test("of five hundred names, none ends its block, hides or turns what follows", () => {
  for (const name of hostileNames) {
    const message = `Tag: ${name}`;
    const steps = [buildStep("create", `A${name}`.replaceAll("::", ":"))];
    const text = writeComment({ steps, diagnostics: [{ severity: "warning", message }] });
    expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029]|\p{Default_Ignorable_Code_Point}/u);
    const [first, ...others] = readSection(text, "Resources");
    expect(first).toMatch(/^\+ create Tag A/);
    // What is too long for a line goes on in another one, with its sign.
    expect(others.filter((line) => !line.startsWith("+"))).toEqual([]);
    expect(readSection(text, "Warnings")[0]).toMatch(/^Tag:/);
  }
});

test("stays within its limit, tells what is left out, and leaves out the least important", () => {
  const columns = Array.from({ length: 5000 }, (_, index) => `column_${index}`);
  const steps = [
    buildOrders("update", { spec: buildModel(["gone"]) }, { spec: buildModel(columns) }),
    ...columns.slice(0, 100).map((name) => buildStep("create", name)),
  ];
  for (const limit of [1000, 5000, 65_000, 1_000_000]) {
    const text = writeComment({ steps }, { limit });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(readSection(text, "Destructive")).toEqual(["- DataModel orders › page P › table T › column gone removed"]);
    expect(text.includes("_Lines left out: ")).toBe(limit < 1_000_000);
  }
  expect(writeComment({ steps })).toMatch(/_Lines left out: \d+ of More definitions\._\n$/);
});

test("a long line is cut without breaking a character", () => {
  const text = writeComment({ diagnostics: [{ severity: "error", message: `${"x".repeat(499)}😀😀` }] });
  expect(readSection(text, "Errors")).toEqual([`${"x".repeat(499)}…`]);
});

test("a model that is gone from the platform is told as such", () => {
  const steps = [buildStep("refresh", "t", {}, {}), buildStep("create", "t", undefined, {})];
  expect(readSection(writeComment({ steps }), "Resources")).toEqual(["+ create Tag t (gone from the platform)"]);
});

test("events, one a line, with violations of policies; debugging and fleeting messages are passed over", () => {
  const events = [
    {
      resourcePreEvent: {
        metadata: { op: "update", urn: formUrn("t"), old: { inputs: { a: 1, __checked: "x" } }, new: { inputs: {} } },
      },
    },
    { diagnosticEvent: { prefix: "debug: ", message: "inputs: secrets", severity: "debug" } },
    { diagnosticEvent: { prefix: "error: ", message: "no\n", severity: "error", urn: formUrn("t") } },
    { diagnosticEvent: { message: "…working", severity: "info", ephemeral: true } },
    { policyEvent: { resourceUrn: formUrn("t"), message: "No\n", policyName: "p", enforcementLevel: "mandatory" } },
    {
      policyEvent: {
        resourceUrn: formUrn("u"),
        message: "No\nbecause\n",
        policyName: "p",
        enforcementLevel: "mandatory",
      },
    },
    {
      policyEvent: { resourceUrn: formUrn("t"), message: "Hm\nlook\n", policyName: "q", enforcementLevel: "advisory" },
    },
    { summaryEvent: { result: "failed" } },
  ];
  const text = writeComment(
    `Please log in\n${events.map((event) => JSON.stringify(event)).join("\n")}\n{"resourcePreEv`,
  );
  expect(text).toContain("❌ **The preview failed**, having found 1 to update.");
  expect(readSection(text, "Errors")).toEqual(["p: No", "  Tag t: violated", "  Tag u: because", "Tag t: no"]);
  expect(readSection(text, "Resources")).toEqual(["! update Tag t: a"]);
  expect(readSection(text, "Warnings")).toEqual(["q: Hm", "  Tag t: look"]);
  expect(text).not.toMatch(/secrets|working/);
});

test.each([
  "",
  "error: no stack named 'x' found\n",
  "[]",
  "{}",
  '{"sequence":0,"preludeEvent":{"config":{}}}\n{"sequence":1,"resourceP',
])("%j is no preview, and no success", (text) => {
  expect(writeComment(text)).toContain("❌ **The preview did not finish.**");
});

test("a fence is longer than any run of backticks, of however many names", () => {
  const steps = Array.from({ length: 1000 }, (_, at) => buildStep("create", `${"` ".repeat(200)}${at}`));
  expect(writeComment({ steps })).toContain("\n```diff\n+ create Tag ` `");
  expect(writeComment({ steps: [buildStep("create", "a````b")] })).toContain(
    "\n`````diff\n+ create Tag a````b\n`````\n",
  );
});

test("a hostile name takes time that grows with its length", () => {
  expectLimited(() => {
    const message = "<{%".repeat(manyCharacters);
    expect(writeComment({ steps: [], diagnostics: [{ severity: "info", message }] })).toContain("<{%<{%");
  });
  expect(
    writeComment({ steps: [], diagnostics: [{ severity: "info", message: "<{%fg 1%}>red<{%reset%}>" }] }),
  ).toContain("red");
});

test("as a command: from a file or standard input, with a title", async () => {
  const folder = mkdtempSync(join(tmpdir(), "comment-"));
  const preview = JSON.stringify({ steps: [buildStep("create", "t")] });
  const written =
    "<!-- preview-comment: Preview of prod -->\n### Preview of prod\n\n**1 to " +
    "create**\n\n**Resources**\n\n```diff\n+ create Tag t\n```\n";
  const runComment = async (args: string[], input: string) => {
    const stdout = new PassThrough();
    const streams = { stdin: Readable.from([input]), stdout, stderr: new PassThrough() };
    const signal = new AbortController().signal;
    const code = await run(["comment", ...args], { ...streams, cwd: folder, env: {}, signal });
    return { code, text: stdout.read()?.toString() };
  };
  expect(await runComment(["--title", "Preview of prod"], preview)).toEqual({ code: 0, text: written });
  writeFileSync(join(folder, "preview.json"), preview);
  expect(await runComment(["--title", "Preview of prod", "preview.json"], "")).toEqual({ code: 0, text: written });
  // A command that failed wrote no answer.
  for (const answer of ["", '{"error":{"exit":3}}', '{"questions":[1],"breaksNow":"x"}']) {
    writeFileSync(join(folder, "impact.json"), answer);
    const args = ["--title", "Preview of prod", "--with", "impact.json"];
    const { code, text } = await runComment(args, preview);
    const missing = "\n`Without impact.json: the step that writes it failed.`\n";
    const [head, body] = written.split("\n**Resources**");
    expect({ code, text }).toEqual({
      code: 0,
      text: answer === "" ? written : `${head}${missing}\n**Resources**${body}`,
    });
  }
  // A comment stays as it is, to be posted.
  expect(await runComment([], written)).toEqual({ code: 0, text: written });
  rmSync(folder, { recursive: true });
});

describe("drift", () => {
  const buildDrift = (before: Record<string, unknown>, after: Record<string, unknown>) => ({
    steps: [buildStep("refresh", "t", before, before), buildStep("update", "t", before, after)],
  });

  test("has the values that the platform and the program have, at most some", () => {
    const preview = buildDrift({ color: "plum", open: true }, { color: "amber", open: true, note: "x".repeat(100) });
    expect(readSection(writeComment(preview), "Drift")).toEqual([
      'Tag t › color: the platform has "plum", the program "amber"',
      expect.stringMatching(/^Tag t › note: the platform has none, the program "x{10,60}…"?$/),
    ]);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`field${n}`, n]));
    expect(readSection(writeComment(buildDrift({}, many)), "Drift").at(-1)).toBe("Tag t › and 3 more");
  });

  test("has no secrets, documents, or values of what wasn't read", () => {
    const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
    const preview = buildDrift(
      { token: "[secret]", key: { ...signature, ciphertext: "c" }, spec: "a", mine: "planted-secret" },
      { token: "t", key: "k", spec: "b", mine: "m" },
    );
    const text = writeComment(preview, { secrets: ["planted-secret"] });
    expect(readSection(text, "Drift")).toEqual([
      "Tag t › key: its values are secret or not known yet",
      'Tag t › mine: the platform has "[secret]", the program "m"',
      "Tag t › token: its values are secret or not known yet",
    ]);
    expect(text).not.toContain("ciphertext");
    const [, update] = preview.steps;
    expect(readSection(writeComment({ steps: [update] }), "Drift")).toEqual([]);
  });
});
