import { findPathIntoDocument, parsePropertyPath } from "../../../../provider/src/core/engine";

test.each([
  ["name", "name", false],
  ['["name"]', "name", false],
  ["spec.pages", "spec", true],
  ["spec[0]", "spec", true],
  ['["spec"].pages[0]', "spec", true],
  ['["spec"]["pages"]', "spec", true],
  ['["a.b[0]"]', "a.b[0]", false],
  ["*", "*", false],
  ["[*]", "*", false],
  ["", "", false],
])("%s begins with the property %s", (path, name, isPart) => {
  expect(parsePropertyPath(path)).toEqual({ name, isPart });
});

test("a path into spec is a problem in each of its forms; spec and others aren't", () => {
  for (const path of ["spec.pages[0]", "spec[0]", '["spec"].pages', '["spec"]["pages"]']) {
    expect(findPathIntoDocument("spec", ["name", path])).toContain(
      `ignoreChanges: ${JSON.stringify(path)} can't name a part`,
    );
  }
  expect(findPathIntoDocument("spec", ["spec", '["spec"]', "specs.x", "name.spec", "*"])).toBeUndefined();
});
