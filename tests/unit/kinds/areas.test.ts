import * as z from "zod";
import { defineArea } from "../../../provider/src/core/api/area";
import { type AreaName, areas } from "../../../provider/src/core/api/areas";
import { defineAreaKind, field, listEnds, output, text } from "../../../provider/src/kinds/declare";
import { loadAllKinds } from "../../../provider/src/kinds/registry";

// What an area doesn't send, no create and no update says a word of.

const kinds = loadAllKinds().flatMap((kind) =>
  Object.hasOwn(areas, kind.area ?? "") && kind.adoption?.idForms === undefined
    ? [{ ...kind, area: kind.area as AreaName }]
    : [],
);

test.each(kinds.map(({ name, area, fields }) => ({ name, area, fields })))(
  "the area of $name sends all of its fields that the platform keeps",
  ({ area, fields }) => {
    const kept = Object.keys(fields).filter((name) => !fields[name]!.local);
    expect(areas[area].sends).toEqual(expect.arrayContaining(kept));
  },
);

test("each declared area has a kind", () => {
  expect(kinds.map(({ area }) => area).sort()).toEqual(Object.keys(areas).sort());
});

const badge = {
  name: "Badge",
  area: "tags",
  docs: { description: "A badge.", endpoints: [], example: "" },
  needs: { permission: "an Admin account" },
  describe: () => "badge",
} as const;

test("objects without a name: an adoption needs an id, and no lookup finds one by its name", () => {
  const color = field(text, "Its color.");
  // Else all objects had the same name, namely none, and `adopt: true` overwrote somebody else's.
  const { adoption, naming } = defineAreaKind({ ...badge, fields: { color } });
  expect(adoption?.find).toBeUndefined();
  expect(naming).toBeUndefined();
  const find = async () => ["first"];
  expect(defineAreaKind({ ...badge, fields: { color }, adoption: { find } }).adoption?.find).toBe(find);
  // @ts-expect-error: nothing says what people call them.
  defineAreaKind({ ...badge, fields: { color }, naming: { lookup: () => undefined } });
  // @ts-expect-error: no name can be unique.
  defineAreaKind({ ...badge, fields: { color }, adoption: { unique: { noun: "badge", isSame: () => false } } });
  const notes = defineArea({
    path: "/v2/notes",
    noun: "note",
    id: "noteId",
    read: "whole",
    listed: z.looseObject({ noteId: z.string(), text: z.string() }),
    sends: ["text"],
  });
  type Create = ReturnType<typeof notes.open>["create"];
  expectType<Parameters<Create>[0]>({ text: "Hi" });
});

const expectType = <Type>(_: Type) => {};

test("a field that the area's objects lack, or have as something else, is an error of types", () => {
  const name = field(text, "Its name.");
  const size = field(z.number(), "Its size.");
  // @ts-expect-error: no tag has a size.
  defineAreaKind({ ...badge, fields: { name, size } });
  // @ts-expect-error: a color is a text.
  defineAreaKind({ ...badge, fields: { name, color: field(z.number(), "Its color.") } });
  // @ts-expect-error: no tag has a size, and no create answers one.
  defineAreaKind({ ...badge, fields: { name }, outputs: { size: output(z.number(), "Its size.") } });
  defineAreaKind({ ...badge, fields: { name, size: field(z.number(), "Its size.", { local: true }) } });
  const { area } = defineAreaKind({
    ...badge,
    fields: { name, size },
    show: ({ name }) => ({ inputs: { name }, outputs: {} }),
  });
  expect(area).toBe("tags");
});

const composed = loadAllKinds().flatMap((kind) =>
  (kind.adoption?.idForms ?? []).map((form) => ({ kind, form, name: kind.name })),
);

test.each(composed)("each id in $form of $name leads to what the object is a part of", ({ kind, form }) => {
  // The platform shows nothing of an organization and of a service provider but their ids.
  const names = form.split("/").flatMap((part) => /^<(\w+Id)>$/.exec(part)?.[1] ?? []);
  const ends = names.filter((name) => !["organizationId", "serviceProviderId", "datasetId"].includes(name));
  const id = form.replaceAll(/[<>]/g, "");
  expect(listEnds(kind, id).map((end) => end.id)).toEqual(ends);
});

test("what an id may be of in any form counts: the grantee of a grant is a member or a team", () => {
  const grant = loadAllKinds().find(({ name }) => name === "Grant")!;
  expect(listEnds(grant, "o/g").at(-1)).toEqual({ id: "g", kinds: ["Member", "Team"] });
});
