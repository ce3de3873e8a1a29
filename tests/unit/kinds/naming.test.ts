import { listReferredKinds } from "../../../provider/src/kinds/declare";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { lookupModules } from "../../../provider/src/lookups/registry";

// Where an id is expected, people write a name.

const kinds = loadAllKinds();
const questions = new Map(
  lookupModules.flatMap(({ lookups }) => lookups.map(({ question }) => [question.name, question] as const)),
);

test("a kind that a field refers to says how people call its objects", () => {
  const referred = new Set(kinds.flatMap(({ fields }) => Object.values(fields).flatMap(listReferredKinds)));
  expect(referred.size).toBeGreaterThan(12);
  const nameless = kinds.filter(({ name, naming }) => referred.has(name) && naming === undefined);
  expect(nameless.map(({ name }) => name)).toEqual([]);
});

test("so does each kind whose lookup finds an object by its name", () => {
  const found = kinds.filter(({ name }) => questions.get(`get${name}`)?.oneOf?.includes("name"));
  expect(found.length).toBeGreaterThan(9);
  expect(found.filter(({ naming }) => naming === undefined).map(({ name }) => name)).toEqual([]);
});

test.each(kinds.flatMap(({ name, naming }) => (naming === undefined ? [] : [{ name, naming }])))(
  "there is the lookup by which the name of a $name leads to its id",
  ({ name, naming }) => {
    for (const called of ["Finance", "ann@acme.example", "Two words"]) {
      const lookup = naming.lookup(called);
      const [, getter = "", by = "", value = ""] = /^(\w+)\(\{ (\w+): (.+) \}\)$/.exec(lookup ?? "") ?? [];
      if (lookup === undefined) expect(questions.get(`get${name}`)?.oneOf ?? []).not.toContain("name");
      else expect([questions.get(getter)?.oneOf, JSON.parse(value)]).toEqual([expect.arrayContaining([by]), called]);
    }
  },
);
