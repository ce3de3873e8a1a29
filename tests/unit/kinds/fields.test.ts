import * as z from "zod";
import {
  createRules,
  defineKind,
  field,
  type InputField,
  type InputFields,
  type LifecycleContext,
  type OutputFields,
  output,
  reference,
  text,
} from "../../../provider/src/kinds/declare";

const optional = z.string().optional();

describe("the rules of fields", () => {
  const findChanged = (behavior: Partial<InputField>, before: unknown, after: unknown) =>
    createRules({ it: field(z.unknown(), "It.", behavior) }).changed({ it: before }, { it: after });

  test.each([
    ["data", {}, { a: [1, 2] }, { a: [1, 2] }, false],
    ["data", {}, [1, 2], [2, 1], true],
    ["data, not set and null", {}, undefined, null, false],
    ["text, not set and empty", { equal: "text" }, undefined, "", false],
    ["text", { equal: "text" }, "a", "b", true],
    ["set", { equal: "set" }, ["a", "b"], ["b", "a"], false],
    ["set", { equal: "set" }, ["a"], ["a", "b"], true],
    ["set, not set and empty", { equal: "set" }, undefined, [], false],
    ["hosts", { equal: "hosts" }, ["a.example.com", "*.B.example.com"], ["*.b.example.com", "A.example.com"], false],
    ["hosts", { equal: "hosts" }, ["a.example.com"], ["b.example.com"], true],
    ["what replaces, as a platform may store it", { replaces: true }, "a\r\nb", " a\nb\n", false],
    ["what replaces", { replaces: true }, "a", "A", true],
    ["what doesn't replace, to the letter", {}, "a", "a\n", true],
    ["a default and nothing", { clearWith: false }, undefined, false, false],
    ["a default and another value", { clearWith: false }, undefined, true, true],
    ["what is left out is cleared", {}, "a", undefined, true],
    ["what is left out is kept", { omitted: "keep" }, "a", undefined, false],
    ["what is kept otherwise is set", { omitted: "keep" }, undefined, "a", true],
  ] as const)("%s (%j): %j and %j", (_, behavior, before, after, isChanged) => {
    expect(findChanged(behavior as Partial<InputField>, before, after)).toEqual(isChanged ? ["it"] : []);
  });

  test("a default may depend on other fields", () => {
    const { changed, patch } = createRules({
      name: field(text, "Its name."),
      title: field(optional, "Its title.", { clearWith: ({ name }: Record<string, unknown>) => name }),
    });
    expect(changed({ name: "a" }, { name: "a", title: "a" })).toEqual([]);
    expect(changed({ name: "a" }, { name: "b" })).toEqual(["name", "title"]);
    expect(patch({ name: "b" }, ["name", "title"])).toEqual({ name: "b", title: "b" });
  });

  test("a patch has what changed, with what clears it, and neither local fields nor what means nothing", () => {
    const { patch, complete } = createRules({
      description: field(optional, "D.", { clearWith: "" }),
      note: field(optional, "N.", { clearWith: null }),
      plain: field(optional, "P."),
      local: field(optional, "L.", { local: true, sentWith: ["secret"] }),
      secret: field(optional, "S.", { secret: true }),
    });
    expect(patch({ local: "x" }, ["description", "note", "plain", "local"])).toEqual({ description: "", note: null });
    expect(patch({ local: "x", secret: "s" }, ["local"])).toEqual({ secret: "s" });
    expect(complete({ plain: "p", local: "x" })).toEqual({ description: "", note: null, plain: "p" });
  });

  test("a whole body has what an update removes, with what clears it", () => {
    const { complete } = createRules({
      name: field(optional, "N.", { removedWith: "" }),
      note: field(optional, "T.", { removedWith: null }),
      flag: field(z.boolean().optional(), "F.", { clearWith: false }),
      local: field(optional, "L.", { local: true, removedWith: "" }),
    });
    expect(complete({})).toEqual({ flag: false });
    expect(complete({ name: "a" }, new Set(["name", "note", "local"]))).toEqual({ flag: false, name: "a", note: null });
    expect(complete({ note: "" }, new Set(["name", "note"]))).toEqual({ flag: false, name: "", note: "" });
  });

  test("of what the platform fills in, only the declared parts count on a read, and all of them in a diff", () => {
    const { merged, changed } = createRules({ it: field(z.unknown(), "It.", { filledIn: true }) });
    expect(merged({ it: { a: 1 } }, { it: { a: 1, b: 2 } })).toEqual({ it: { a: 1 } });
    expect(merged({}, { it: { a: 1 } })).toEqual({ it: undefined });
    expect(merged({ it: { a: 1 } }, { it: { a: 2, b: 2 } })).toEqual({ it: { a: 2, b: 2 } });
    expect(merged(undefined, { it: { a: 1 } })).toEqual({ it: { a: 1 } });
    expect(changed({ it: { a: 1 } }, {})).toEqual(["it"]);
    expect(changed({ it: { a: 1 } }, { it: { a: 1, b: 2 } })).toEqual(["it"]);
  });

  const { merged } = createRules({
    text: field(optional, "T.", { equal: "text", clearWith: "" }),
    set: field(z.array(text).optional(), "S.", { equal: "set", clearWith: [] }),
    kept: field(optional, "K.", { omitted: "keep" }),
    unreadable: field(optional, "U.", { writeOnly: true }),
    local: field(optional, "L.", { local: true }),
    flag: field(z.boolean().optional(), "F.", { clearWith: false }),
  });

  test("what is found is told in the words of the declaration", () => {
    const declared = { set: ["b", "a"], unreadable: "u", local: "l" };
    const found = { text: "", set: ["a", "b"], kept: "there", flag: false, unreadable: "other", local: "other" };
    expect(merged(declared, found)).toEqual({ ...declared, text: undefined, kept: undefined, flag: undefined });
  });

  test("another value is drift, null is none, and what isn't found counts as declared", () => {
    expect(merged({ text: "a", set: ["a"], kept: "k", flag: false }, { text: "b", set: null, flag: true })).toEqual({
      text: "b",
      set: undefined,
      kept: "k",
      flag: true,
    });
  });

  test("a lookup by id, which declares nothing, shows all but defaults", () => {
    expect(merged(undefined, { text: "a", set: [], kept: "there", flag: false })).toEqual({
      text: "a",
      kept: "there",
    });
  });
});

test("a behavior that only inputs or only outputs can have is an error of types for the other", () => {
  const declared: { fields: InputFields; outputs: OutputFields } = {
    fields: { name: field(text, "Its name."), key: field(text, "What opens it.", { secret: true }) },
    outputs: { size: output(z.number(), "Its size."), code: output(text, "What opens it.", { secret: true }) },
  };
  // @ts-expect-error: only an output is kept as JSON.
  field(text, "Its parts.", { asJson: true });
  // @ts-expect-error: only a change of an input replaces.
  output(text, "Its size.", { replaces: true });
  // @ts-expect-error: only an input is compared.
  output(text, "Its size.", { equal: "text" });
  // @ts-expect-error: an input is no output.
  declared.outputs = { size: field(text, "Its size.") };
  // @ts-expect-error: an output is no input.
  declared.fields = { name: output(text, "Its name.") };
  expect(Object.keys(declared)).toEqual(["fields", "outputs"]);
});

describe("a kind, from its declaration", () => {
  const sent: unknown[] = [];
  const kind = defineKind({
    name: "Box",
    docs: { description: "A box.", endpoints: [], example: "" },
    needs: { permission: "an account" },
    fields: {
      name: field(text, "Its name.", { replaces: true, formerly: "title" }),
      key: field(optional, "What opens it.", { secret: true }),
      shelfId: reference("Shelf", "Where it is."),
      keep: field(z.boolean().optional(), "Whether a delete keeps it.", { local: true }),
    },
    outputs: { size: output(z.number(), "Its size."), parts: output(z.array(text), "Its parts.", { asJson: true }) },
    describe: ({ name }) => name,
    create: async (_context, inputs) => {
      sent.push(inputs);
      return { id: "b" };
    },
    read: async () => ({ inputs: { name: "found", shelfId: "s" }, outputs: { size: 1, parts: [] as string[] } }),
    update: async (_context, _id, patch) => {
      sent.push(patch);
      return undefined;
    },
    delete: async () => {},
  });
  const context = {} as LifecycleContext;
  beforeEach(() => sent.splice(0));

  test("knows what follows from its fields", () => {
    expect(kind.shape).toMatchObject({
      secretInputs: ["key"],
      secretOutputs: [],
      replaceOn: ["name"],
      renamed: { title: "name", connection: "profile" },
      jsonOutputs: ["parts"],
    });
    expect(kind.adoption).toEqual({});
    expect(kind.shape.inputs.safeParse({ name: "", shelfId: "s" }).success).toBe(false);
    expect(kind.shape.inputs.safeParse({ name: "a", shelfId: "s", more: 1 }).success).toBe(false);
  });

  test("sends of an update only what changed", async () => {
    const inputs = { name: "a", shelfId: "s", profile: "emea", adopt: true };
    const olds = { inputs, outputs: {} };
    expect(await kind.update(context, "b", olds, { ...inputs, shelfId: "t" }, new Set(["shelfId"]))).toBeUndefined();
    expect(sent.at(-1)).toEqual({ shelfId: "t" });
    await kind.update(context, "b", olds, { ...inputs, keep: true }, new Set(["keep"]));
    expect(sent).toHaveLength(1);
  });

  test("reads what is there, and keeps what can't be read", async () => {
    const known = { inputs: { name: "a", shelfId: "s", key: "k", keep: true }, outputs: {} };
    expect((await kind.read(context, "b", known))?.inputs).toEqual({
      name: "found",
      shelfId: "s",
      key: "k",
      keep: true,
    });
  });
});

test("a name in the other Unicode form is the same name; a secret is not the same secret", () => {
  const [composed, apart] = ["Pr\u00e9nom", "Pre\u0301nom"];
  const { changed } = createRules({ name: field(z.string(), "The name."), password: field(z.string(), "It.") });
  expect([...changed({ name: composed, password: composed }, { name: apart, password: apart })]).toEqual(["password"]);
});
