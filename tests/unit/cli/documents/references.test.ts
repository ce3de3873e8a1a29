import { createRedirect } from "../../../../cli/src/documents/redirect";
import { References } from "../../../../cli/src/documents/references";
import { splitRef } from "../../../../provider/src/core/model/json";

test("the first `#` of a name divides the model from the element, whatever the element's id holds", () => {
  expect(["orders", "orders#facts", "orders#"].map(splitRef)).toEqual([
    ["orders", undefined],
    ["orders", "facts"],
    ["orders", ""],
  ]);
  const references = new References([]);
  references.add({ id: "m-1", name: "orders", ids: { elements: { "facts#2": { id: "e-2" }, facts: { id: "e-1" } } } });
  expect(references.getValue("orders#facts#2")).toBe("e-2");
  expect(references.getElementName("m-1", "e-2")).toBe("orders#facts#2");
  const models = [{ form: {}, id: "m-1", elements: {}, refs: {}, name: "orders" }];
  const redirect = createRedirect(models, ({ id }, element) => `${id} ${element}`);
  expect(redirect.findTarget("orders#facts#2", {})).toBe("m-1 facts#2");
});
