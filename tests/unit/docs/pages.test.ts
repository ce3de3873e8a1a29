import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { findYamlName } from "../../../tools/docs/src/examples";
import { listAreas } from "../../../tools/docs/src/guides";
import { groupTables, listNestedTables, type Schema } from "../../../tools/docs/src/nested";

const folder = join(__dirname, "../../../docs/resources");
const pages = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

test.each(pages)("%s has an example in each language and leads to a guide", (_, text) => {
  const example = /^## Example\n(.*?)^## /ms.exec(text)?.[1];
  expect(example).toMatch(/^```ts\n.*^```yaml\n.*^```python\n/ms);
  // Settings, variables and resources of a program in YAML share their names.
  const [program = ""] = example!.split("```yaml\n")[1]!.split(/^outputs:|^```/m);
  const names = [...program.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(text).toMatch(/^Guides?: \[.+\]\(\.\.\/guides\/.+\.md\)/m);
});

test("pages show the outputs that only other languages have", () => {
  const readOutputs = (name: string) => new Map(pages).get(name)!.split("## Outputs\n")[1];
  expect(readOutputs("data-model.md")).toContain(
    "| `elementIds` | `Record<string, string>` | Not in TypeScript. The platform's id",
  );
  expect(readOutputs("data-model-directory.md")).toContain(
    "| `ids` | `Record<string, string>` | Not in TypeScript. The id of",
  );
  expect(readOutputs("tag.md")).not.toContain("Not in TypeScript");
});

test("pages of kinds that can be adopted show how, and the import", () => {
  const readPage = (name: string) => new Map(pages).get(`${name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase()}.md`)!;
  for (const { name, adoption: how } of loadAllKinds()) {
    const adoption = readPage(name).split("## Adopt an existing one\n")[1];
    if (how === undefined) expect([name, adoption]).toEqual([name, undefined]);
    else expect(adoption).toMatch(/`adopt: (true`|\{ id: "…" \}`).*^pulumi import analytics:index:\w+ [\w-]+ \S/ms);
  }
});

test("an import names the resource as the engine knows it", () => {
  const yaml = `resources:
  a:
    type: analytics:Tag
    properties:
      name: A
  other:
    type: analytics:Team
    name: the-other
    properties:
      name: B
`;
  expect(findYamlName("Tag", yaml)).toBe("a");
  expect(findYamlName("Team", yaml)).toBe("the-other");
  expect(() => findYamlName("Folder", yaml)).toThrow("Folder: the example in YAML declares none");
});

test("what every page has in common stands in the index", () => {
  const index = readFileSync(join(folder, "../README.md"), "utf8");
  // A component passes its arguments on, and describes them itself.
  const ofKinds = pages.filter(([name]) => !["data-model-directory.md", "release.md"].includes(name));
  for (const [, text] of ofKinds) {
    expect(text).not.toMatch(/^\| `(profile|adopt)` /m);
    expect(text).toMatch(/^Also (`adopt` and )?`profile`, as \[every resource\]\(\.\.\/README\.md#resources\)\.$/m);
    expect(text).not.toMatch(/^.*\| replaces \|.*Changing it replaces the resource\. \|$/m);
  }
  for (const name of ["adopt", "profile"]) expect(index).toMatch(new RegExp(`^- \`${name}\`: `, "m"));
});

test("entries of a list that have the fields of the lookup above refer to it", () => {
  const read = (name: string) => readFileSync(join(folder, "../lookups", name), "utf8");
  expect(read("tag.md")).toContain("### Each entry\n\nThe fields of `getTag`.\n");
  expect(read("team.md")).toContain("### Each entry\n\nThe fields of `getTeam`, without `members`, `workspaceId`.\n");
});

test("each resource and lookup is in an area of the index, or the pages aren't written", () => {
  expect(() => listAreas(["DataModel", "Unlisted"], ["tag"])).toThrow(/guides\.ts .*Unlisted/);
});

test("what the product has ended has its page, with the dates, and isn't on the first pages", () => {
  const read = (path: string) => readFileSync(join(folder, "../..", path), "utf8");
  const page = read("docs/resources/dataset-migration.md");
  for (const date of ["2 June 2026", "15 September 2026"]) expect(page).toContain(date);
  for (const first of ["README.md", "docs/README.md"]) expect(read(first)).not.toMatch(/dataset/i);
});

describe("tables of what is inside an argument", () => {
  const castSchema = (schema: z.ZodType) => schema as unknown as Schema;
  const listRows = (schema: z.ZodType) =>
    listNestedTables(castSchema(schema), new Map()).map(({ forms, fields }) => [
      forms,
      ...fields.map(({ name, type, isRequired, text, shownAt }) => [name, type, isRequired, shownAt ?? text]),
    ]);
  const header = z.object({ key: z.string().describe("The key."), mode: z.enum(["a", "b"]).optional() });

  test("none for scalars", () => {
    expect(listRows(z.string())).toEqual([]);
    expect(listRows(z.array(z.string()))).toEqual([]);
  });

  test("a row per field, by its way; what occurs twice is described once", () => {
    expect(
      listRows(z.object({ to: z.array(header).describe("To."), cc: z.array(header.describe("Cc.")).optional() })),
    ).toEqual([
      [
        [],
        ["to", "list of objects", true, "To."],
        ["to[].key", "`string`", true, "The key."],
        ["to[].mode", "`a`, `b`", false, ""],
        ["cc", "list of objects", false, "to[]"],
      ],
    ]);
  });

  test("one for each form", () => {
    const form = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("all") }),
      z.object({ kind: z.literal("one"), id: z.string().describe("Which.") }),
    ]);
    expect(listRows(form)).toEqual([[["kind: all"]], [["kind: one"], ["id", "`string`", true, "Which."]]]);
    expect(listRows(z.object({ which: form }))).toEqual([
      [
        [],
        ["which", "object", true, ""],
        ["which.kind", "`all`, `one`", true, ""],
        ["which.id", "`string`", true, "With `one`: which."],
      ],
    ]);
  });

  test("of arguments by another argument; forms with the same fields share a table", () => {
    const details = z.object({ host: z.string() });
    const variants = z.discriminatedUnion("type", [
      z.object({ type: z.literal("x"), details }),
      z.object({ type: z.literal("y"), details: z.object({ host: z.string() }) }),
      z.object({ type: z.literal("z"), details: z.object({ port: z.number() }) }),
    ]);
    const tables = groupTables(castSchema(variants), new Map()).get("details");
    expect(tables?.map(({ forms, fields }) => [forms, fields.map(({ name }) => name)])).toEqual([
      [["type: x", "type: y"], ["host"]],
      [["type: z"], ["port"]],
    ]);
  });
});
