import { listStateDocuments } from "../../../../cli/src/documents/states";

test("a state of an earlier release keeps its profile, which it calls connection", () => {
  const read = (inputs: object) => {
    const type = "analytics:index:DataModel";
    const [found] = listStateDocuments("/project", [
      { type, urn: `urn:pulumi:dev::p::${type}::orders`, id: "m-1", inputs, outputs: {} },
    ]);
    return found?.profile;
  };
  expect(read({ connection: "emea" })).toBe("emea");
  expect(read({ profile: "apac" })).toBe("apac");
});
