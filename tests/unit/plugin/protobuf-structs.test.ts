import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { BinaryReader, BinaryWriter } from "google-protobuf";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { usePlainStructs } from "../../../provider/src/plugin/protobuf-structs";
import fc, { character } from "../../fast-check";

const { fromJavaScript, deserializeBinaryFromReader, serializeBinaryToWriter } = Struct;
const { toJavaScript } = Struct.prototype;
const useTheirs = () => {
  Object.assign(Struct, { fromJavaScript, deserializeBinaryFromReader, serializeBinaryToWriter });
  Struct.prototype.toJavaScript = toJavaScript;
};
afterEach(useTheirs);

type Values = Record<string, JavaScriptValue>;
const written = (values: Values) =>
  new pb.CreateResponse().setId("one").setProperties(Struct.fromJavaScript(values)).serializeBinary();
const read = (bytes: Uint8Array) => pb.CreateResponse.deserializeBinary(bytes).getProperties()?.toJavaScript();

const key = fc.string({ unit: character }).filter((text) => text !== "__proto__");
const { value } = fc.letrec<{ value: JavaScriptValue }>((tie) => ({
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
const values = fc.dictionary(key, value, { noNullPrototype: true });

test("whatever the values, google-protobuf reads what is written here, and what it writes is read to the letter as it reads it", () => {
  fc.assert(
    fc.property(values, (given) => {
      usePlainStructs();
      const ours = written(given);
      useTheirs();
      const theirs = written(given);
      const expected = read(theirs);
      expect(expected).toEqual(given);
      expect(read(ours)).toEqual(given);
      usePlainStructs();
      expect(read(theirs)).toEqual(given);
      expect(JSON.stringify(read(theirs))).toBe(JSON.stringify(expected));
    }),
  );
});

test("the order of keys in a message doesn't matter, the last of two with one name does", () => {
  usePlainStructs();
  const write = (...keys: string[]) => {
    const writer = new BinaryWriter();
    for (const [index, key] of keys.entries()) {
      writer.writeMessage(1, {}, (_: unknown, own: BinaryWriter) => {
        own.writeString(1, key);
        own.writeMessage(2, {}, (_: unknown, inner: BinaryWriter) => inner.writeDouble(2, index));
      });
    }
    return Struct.deserializeBinary(writer.getResultBuffer()).toJavaScript();
  };
  expect(Object.keys(write("b", "a", "c"))).toEqual(["a", "b", "c"]);
  expect(write("b", "a", "b")).toEqual({ a: 1, b: 2 });
});

test("a struct that was filled field by field is written and read too", () => {
  useTheirs();
  const struct = fromJavaScript({ list: [1, null, { deep: true }] });
  usePlainStructs();
  expect(read(new pb.CreateResponse().setProperties(struct).serializeBinary())).toEqual(struct.toJavaScript());
  expect(new Struct().toJavaScript()).toEqual({});
});

test("a key named __proto__ is a key", () => {
  usePlainStructs();
  const given = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
  const found = read(written(given)) ?? {};
  expect(JSON.stringify(found)).toBe(JSON.stringify(given));
  expect((found as { polluted?: boolean }).polluted).toBeUndefined();
});

test("fields of a later version of the format are skipped", () => {
  usePlainStructs();
  const writer = new BinaryWriter();
  const known = (write: (own: BinaryWriter) => void) => (_: unknown, own: BinaryWriter) => {
    own.writeString(99, "later");
    write(own);
  };
  const text = known((own) => own.writeString(3, "text"));
  const list = known((own) => own.writeMessage(1, {}, text));
  const entry = known((own) => {
    own.writeString(1, "key");
    own.writeMessage(
      2,
      {},
      known((inner) => inner.writeMessage(6, {}, list)),
    );
  });
  known((own) => own.writeMessage(1, {}, entry))({}, writer);
  const struct = Struct.deserializeBinaryFromReader(new Struct(), new BinaryReader(writer.getResultBuffer()));
  expect(struct.toJavaScript()).toEqual({ key: ["text"] });
});

test("a value that the format can't hold is an error", () => {
  usePlainStructs();
  expect(() => written({ list: [undefined as never] })).toThrow("undefined");
});
