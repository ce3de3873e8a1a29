import * as z from "zod";
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

test("a field that the area's objects lack, or have as something else, is an error of types", () => {
  const badge = {
    name: "Badge",
    area: "tags",
    docs: { description: "A badge.", endpoints: [], example: "" },
    needs: { permission: "an Admin account" },
    describe: () => "badge",
  } as const;
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
