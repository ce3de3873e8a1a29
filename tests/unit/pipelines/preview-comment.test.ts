import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { limited, manyCharacters } from "../limited";
import { comment, pipelines, secretsOf, section } from "./support";

const urn = (name: string, type = "Tag") => `urn:pulumi:prod::acme::pulumi-nodejs:dynamic/analytics:${type}::${name}`;
type Inputs = Record<string, unknown>;
const step = (op: string, name: string, before?: Inputs, after?: Inputs, type = "Tag") => ({
  op,
  urn: urn(name, type),
  ...(before && { oldState: { inputs: before } }),
  ...(after && { newState: { inputs: after } }),
});
const model = (columns: string[], formula = "[T/A]") =>
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
const orders = (op: string, before?: Inputs, after?: Inputs) => step(op, "orders", before, after, "DataModel");

test("no changes", () => {
  expect(comment({ steps: [step("same", "a"), step("read", "b")] })).toBe(
    "<!-- preview-comment: Pulumi preview -->\n### Pulumi preview\n\n✅ No changes.\n",
  );
});

test("what destroys comes first, of resources and inside models", () => {
  const text = comment({
    steps: [
      step("create", "new", undefined, { name: "N" }),
      orders("update", { name: "Orders", spec: model(["a", "b"]) }, { name: "Orders", spec: model(["a", "c", "d"]) }),
      step("replace", "color", { color: "plum" }, { color: "grass" }),
      step("delete", "old", { name: "O" }),
    ],
  });
  expect(text.indexOf("**Destructive**")).toBeLessThan(text.indexOf("**Resources**"));
  expect(section(text, "Destructive")).toEqual([
    "- replace Tag color: color",
    "- delete Tag old",
    "- DataModel orders › page P › table T › column b removed",
  ]);
  expect(section(text, "Resources")).toEqual(["+ create Tag new", "! update DataModel orders: spec"]);
  expect(section(text, "Data models")).toEqual([
    "+ DataModel orders › page P › table T › column c added: `[T/A]`",
    "+ DataModel orders › page P › table T › column d added: `[T/A]`",
  ]);
});

test("another value of a placeholder is shown with its users, a secret one without", () => {
  const inputs = (warehouse: unknown, more: Inputs = {}) => ({
    name: "Orders",
    spec: model(["a"]),
    refs: { warehouse },
    ...more,
  });
  const told = (before: Inputs, after: Inputs) =>
    section(comment({ steps: [orders("update", before, after)] }), "Data models");
  expect(told(inputs("7f85"), inputs("1111"))).toEqual([
    "! DataModel orders › another value for `warehouse`: `7f85` → `1111`, used by 1 table",
  ]);
  const sealed = (ciphertext: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    ciphertext,
  });
  expect(told(inputs(sealed("one")), inputs(sealed("two")))).toEqual([
    "! DataModel orders › another value for `warehouse`, used by 1 table",
  ]);
  expect(told(inputs("7f85", { confidential: true }), inputs("1111", { confidential: true }))).toEqual([]);
});

test("nothing but a long word is wider than a phone, and messages are lists, which wrap by themselves", () => {
  const cause =
    `models/orders.yaml:21:25: error: ${"pages[orders].".repeat(9)}: wrong ` + "[rule]. Did you mean `[Orders/A]`?";
  const long = "If([ORDERS/Paid] And Not [ORDERS/Returned], [ORDERS/Amount] * 0.9, 0)";
  const text = comment({
    steps: [orders("update", { name: "O", spec: model(["a"]) }, { name: "O", spec: model(["a", "b"], long) })],
    diagnostics: [{ severity: "error", message: `${cause}\nand more`, urn: urn("t") }],
  });
  const blocks = [...text.matchAll(/^```diff\n(.*?)\n```$/gms)].flatMap(([, lines = ""]) => lines.split("\n"));
  expect(blocks.length).toBeGreaterThan(3);
  for (const line of blocks) expect(line).toMatch(/^[-+!] .{1,42}$/);
  expect(text).toContain(`\n**Errors**\n\n- \`\`Tag t: ${cause}\`\`\n  - \`and more\`\n`);
  expect(section(text, "Data models")).toContain(`+ DataModel orders › page P › table T › column b added: \`${long}\``);
});

test("protected resources are one line", () => {
  const refuse = (name: string) => ({
    severity: "error",
    message:
      `Preview failed: resource "${urn(name, "DataModel")}" cannot be ` +
      "deleted\nbecause it is protected. To unprotect …",
    urn: urn(name, "DataModel"),
  });
  const text = comment({ steps: [], diagnostics: [refuse("a"), { severity: "error", message: "else" }, refuse("b")] });
  expect(section(text, "Errors")).toEqual([
    expect.stringMatching(
      /^protected, so nothing is deleted: DataModel a, DataModel b\. To delete: .*allowDelete: true/,
    ),
    "else",
  ]);
});

test("the parts of a replacement, the stack and its providers aren't told", () => {
  const text = comment({
    steps: [
      step("delete-replaced", "t", {}),
      step("create-replacement", "t", {}, {}),
      { op: "create", urn: "urn:pulumi:prod::acme::pulumi:pulumi:Stack::acme-prod" },
      { op: "create", urn: "urn:pulumi:prod::acme::pulumi:providers:aws::default" },
    ],
  });
  expect(text).toContain("No changes");
});

test("resources in components, of other providers and with colons in the name", () => {
  const text = comment({
    steps: [
      {
        op: "create",
        urn: "urn:pulumi:prod::acme::analytics:DataModelDirectory$pulumi-nodejs:dynamic/analytics:DataModel::a::b",
      },
      { op: "create", urn: "urn:pulumi:prod::acme::aws:s3/bucket:Bucket::logs" },
    ],
  });
  expect(section(text, "Resources")).toEqual(["+ create DataModel a::b", "+ create aws:s3/bucket:Bucket logs"]);
});

test("a model that comes or goes has its size; one that stays on the platform isn't destroyed", () => {
  const text = comment({
    steps: [
      orders("create", undefined, { spec: model(["a", "b"]) }),
      step("delete", "kept", { deletion: "retain", spec: model(["a"]) }, undefined, "DataModel"),
    ],
  });
  expect(text).not.toContain("Destructive");
  expect(section(text, "Resources")).toEqual([
    "+ create DataModel orders: 1 page, 1 element, 2 columns",
    "- delete DataModel kept (stays on the platform): 1 page, 1 element, 1 column",
  ]);
});

test("a secret or unknown representation, or one that is none, is told by its field alone", () => {
  const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
  for (const spec of ["[secret]", "04da6b54-80e4-46f7-96ec-b56ff0331ba9", sealed, "null", "17", '{"pages":{}}']) {
    const text = comment({ steps: [orders("update", { name: "O", spec: model(["a"]) }, { name: "P", spec })] });
    expect(section(text, "Resources")).toEqual(["! update DataModel orders: name, spec"]);
  }
});

test("values of inputs, and of a confidential model even when shown, stay out", () => {
  const before = { confidential: true, apiKey: "KEY-1", spec: model(["a"], "[T/HIDDEN-1]") };
  const after = { confidential: true, apiKey: "KEY-2", spec: model(["a"], "[T/HIDDEN-2]") };
  expect(comment({ steps: [orders("update", before, after)] })).not.toMatch(/KEY|HIDDEN/);
});

test.each(["\n", "\r\n", "\\n"])("each line of a secret of several lines (%j) is taken out", (between) => {
  const lines = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0B", "AQEFAASC", "-----END PRIVATE KEY-----"];
  const secrets = secretsOf({ ANALYTICS_PRIVATE_KEY: lines.join(between) });
  for (const told of ["\n", "\\n", " "]) {
    const message = `refused:\n${lines.join(told)}\nuse another`;
    const text = comment({ diagnostics: [{ severity: "error", message }] }, { secrets });
    for (const line of lines) expect(text).not.toContain(line);
    expect(text).toContain("use another");
  }
});

test("secrets of the environment are taken out wherever they stand, even across the cut of a long line", () => {
  const secret = "s3cr3t-value";
  const secrets = secretsOf({ ANALYTICS_CLIENT_SECRET: secret, PULUMI_ACCESS_TOKEN: "short", HOME: "/home/somebody" });
  expect(secrets).toEqual([secret]);
  const message = `${"x".repeat(493)}${secret} and ${secret}`;
  const text = comment({ diagnostics: [{ severity: "error", message }] }, { secrets });
  expect(text).not.toContain("s3c");
});

test("what the provider said of a change isn't said twice; its warnings and the rest are", () => {
  const line = 'data model "O": page P › table T › column b removed';
  const say = (message: string) => ({ severity: "info", message: `${message}\n\n` });
  const preview = {
    steps: [orders("update", { name: "O", spec: model(["a", "b"]) }, { name: "O", spec: model(["a"]) })],
    diagnostics: [say(line), say('data model "O": … and 3 more'), say("hello"), say('data model "O": warning: hm')],
  };
  expect(section(comment(preview), "Notes")).toEqual(["hello", 'data model "O": warning: hm']);
  // Without the provider's package beside it, the script has nothing better than what was said.
  expect(section(comment(preview, { spec: undefined }), "Notes")).toContain(line);
});

test("names and messages can't leave their block, mention anybody or turn the writing around", () => {
  const name = "x\n```\n@everyone <img src=x> ````` \u202e\u001b[31mred";
  const text = comment(
    { steps: [step("create", name)], diagnostics: [{ severity: "warning", message: "a ``` b" }] },
    { title: "T --> <b>@you `" },
  );
  expect(text).toMatch(/^<!-- preview-comment: [^<>@`]* -->\n### [^<>@`]*\n/);
  expect(section(text, "Resources")).toEqual(["+ create Tag x ``` @everyone <img src=x> `````  red"]);
  expect(text).toContain("``````diff\n");
  expect(section(text, "Warnings")).toEqual(["a ``` b"]);
});

test("stays within its limit, tells what is left out, and leaves out the least important", () => {
  const columns = Array.from({ length: 5000 }, (_, index) => `column_${index}`);
  const steps = [
    orders("update", { spec: model(["gone"]) }, { spec: model(columns) }),
    ...columns.slice(0, 100).map((name) => step("create", name)),
  ];
  for (const limit of [1000, 5000, 65_000, 1_000_000]) {
    const text = comment({ steps }, { limit });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(section(text, "Destructive")).toEqual(["- DataModel orders › page P › table T › column gone removed"]);
    expect(text.includes("_Lines left out: ")).toBe(limit < 1_000_000);
  }
  expect(comment({ steps })).toMatch(/_Lines left out: \d+ of Data models\. The log has them\._\n$/);
});

test("a long line is cut without breaking a character", () => {
  const text = comment({ diagnostics: [{ severity: "error", message: `${"x".repeat(498)}😀😀` }] });
  expect(section(text, "Errors")).toEqual([`${"x".repeat(498)}…`]);
});

test("a model that is gone from the platform is told as such", () => {
  const steps = [step("refresh", "t", {}, {}), step("create", "t", undefined, {})];
  expect(section(comment({ steps }), "Resources")).toEqual(["+ create Tag t (gone from the platform)"]);
});

test("events, one a line, with violations of policies; debugging and fleeting messages are passed over", () => {
  const events = [
    {
      resourcePreEvent: {
        metadata: { op: "update", urn: urn("t"), old: { inputs: { a: 1, __checked: "x" } }, new: { inputs: {} } },
      },
    },
    { diagnosticEvent: { prefix: "debug: ", message: "inputs: secrets", severity: "debug" } },
    { diagnosticEvent: { prefix: "error: ", message: "no\n", severity: "error", urn: urn("t") } },
    { diagnosticEvent: { message: "…working", severity: "info", ephemeral: true } },
    { policyEvent: { resourceUrn: urn("t"), message: "No\n", policyName: "p", enforcementLevel: "mandatory" } },
    {
      policyEvent: { resourceUrn: urn("u"), message: "No\nbecause\n", policyName: "p", enforcementLevel: "mandatory" },
    },
    { policyEvent: { resourceUrn: urn("t"), message: "Hm\nlook\n", policyName: "q", enforcementLevel: "advisory" } },
    { summaryEvent: { result: "failed" } },
  ];
  const text = comment(`Please log in\n${events.map((event) => JSON.stringify(event)).join("\n")}\n{"resourcePreEv`);
  expect(text).toContain("❌ **The preview failed**, having found 1 to update.");
  expect(section(text, "Errors")).toEqual(["p: No", "  Tag t: violated", "  Tag u: because", "Tag t: no"]);
  expect(section(text, "Resources")).toEqual(["! update Tag t: a"]);
  expect(section(text, "Warnings")).toEqual(["q: Hm", "  Tag t: look"]);
  expect(text).not.toMatch(/secrets|working/);
});

test.each([
  "",
  "error: no stack named 'x' found\n",
  "[]",
  "{}",
  '{"sequence":0,"preludeEvent":{"config":{}}}\n{"sequence":1,"resourceP',
])("%j is no preview, and no success", (text) => {
  expect(comment(text)).toContain("❌ **The preview did not finish.**");
});

test("a fence is longer than any run of backticks, of however many names", () => {
  const steps = Array.from({ length: 1000 }, (_, at) => step("create", `${"` ".repeat(200)}${at}`));
  expect(comment({ steps })).toContain("\n```diff\n+ create Tag ` `");
  expect(comment({ steps: [step("create", "a````b")] })).toContain("\n`````diff\n+ create Tag a````b\n`````\n");
});

test("a hostile name takes time that grows with its length", () => {
  limited(() => {
    const message = "<{%".repeat(manyCharacters);
    expect(comment({ steps: [], diagnostics: [{ severity: "info", message }] })).toContain("<{%<{%");
  });
  expect(comment({ steps: [], diagnostics: [{ severity: "info", message: "<{%fg 1%}>red<{%reset%}>" }] })).toContain(
    "red",
  );
});

test("as a command: from a file or standard input, with a title and a limit", () => {
  const run = (args: string[], input: string) =>
    execFileSync(process.execPath, [join(pipelines, "preview-comment.cjs"), ...args], {
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    });
  const preview = JSON.stringify({ steps: [step("create", "t")] });
  expect(run(["--title", "Preview of prod"], preview)).toBe(
    "<!-- preview-comment: Preview of prod -->\n### Preview of prod\n\n**1 to " +
      "create**\n\n**Resources**\n\n```diff\n+ create Tag t\n```\n",
  );
  expect(() => run(["--limit", "many"], preview)).toThrow("--limit: a number of characters");
});
