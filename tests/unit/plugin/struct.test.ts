import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { readStruct, toStruct } from "../../../provider/src/plugin/struct";
import fc, { character } from "../../fast-check";

const sendAndReceive = (properties: Record<string, unknown>) =>
  readStruct(Struct.deserializeBinary(toStruct(properties).serializeBinary()));

const key = fc.string({ unit: character }).filter((text) => text !== "__proto__");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string({ unit: character }),
    fc.array(tie("value")),
    fc.dictionary(key, tie("value"), { noNullPrototype: true }),
  ),
}));

test("properties arrive as they were sent, whatever they are", () => {
  fc.assert(
    fc.property(fc.dictionary(key, value, { noNullPrototype: true }), (properties) => {
      expect(sendAndReceive(properties)).toEqual(properties);
    }),
  );
  expect(readStruct(undefined)).toBeUndefined();
});

test("keys have one order: the engine sends them in any, another one in each run", () => {
  const entries = [toStruct({ b: 1 }), toStruct({ a: 2 }), toStruct({ c: 3 })].map((one) => one.serializeBinary());
  const found = readStruct(Struct.deserializeBinary(Buffer.concat(entries))) ?? {};
  expect(Object.entries(found)).toEqual(Object.entries({ a: 2, b: 1, c: 3 }));
});

test("half a surrogate pair, which the engine would refuse, becomes a replacement character", () => {
  const properties = { "key\ud83d": "text\ud83d", list: ["\ude00", { deep: "😀" }] };
  expect(sendAndReceive(properties)).toEqual({ "key\ufffd": "text\ufffd", list: ["\ufffd", { deep: "😀" }] });
});

test("a value that a message can't hold is an error", () => {
  expect(() => toStruct({ list: [undefined] })).toThrow();
});
